// The static page against the command, measured in the same run: Grundy's game to 10^6, the period of 0.16, a teacher's
// answer, and what there is to load. Times are those of the processor, the least of a few rounds that take turns; the command
// has one thread and AVX2, the engine a process of its own for each round, as a worker that has just been started.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { built, start } from "./engine.js";
import { program } from "./lab.js";

const rounds = Number(process.env.ROUNDS ?? 5);
const tasks = {
  grundy: {
    name: "Grundy's game to 10^6", wanted: 3, body: { kind: "sequence", game: "grundy", to: 1_000_000 },
    native: ["values", "grundy", "--from", "1000000", "--to", "1000000"],
  },
  period: {
    name: "period of 0.16", wanted: 2.5, body: { kind: "period", game: "0.16", to: 1_000_000 }, native: ["period", "0.16", "--to", "1000000"],
  },
};

/** One round in this process: the job, or the slowest of a teacher's answers. */
async function round(which) {
  const engine = await start();
  const spent = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1e6; };
  if (which === "teacher") {
    const times = [];
    for (const position of ["nim: 3 4 5", "kayles: 7 5", "chomp: 3x5", "grundy: 40 + kayles: 20", "0.137: 30 41"]) {
      const before = process.cpuUsage();
      const { status } = engine.read("POST", "/api/teacher", "", JSON.stringify({ position }));
      if (status !== 200) throw new Error(`${position}: ${status}`);
      times.push(spent(before));
    }
    return Math.max(...times);
  }
  const before = process.cpuUsage();
  const { status, document } = engine.read("POST", "/api/jobs", "", JSON.stringify(tasks[which].body));
  if (status >= 300) throw new Error(JSON.stringify(document));
  engine.work();
  const time = spent(before);
  const { document: job } = engine.read("GET", `/api/jobs/${document.id}`);
  if (job.state !== "done") throw new Error(`${which}: ${job.state}`);
  return time;
}

/** Processor time of the command. */
function native(words) {
  const line = `TIMEFORMAT='%U %S'; time "$0" "$@" > /dev/null`;
  const { status, stderr } = spawnSync("bash", ["-c", line, program(), ...words, "--kernel", "avx2", "--threads", "1"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
}

function inWasm(which) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), which], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

async function all() {
  const say = (name, found, wanted) => console.log(`${name.padEnd(24)} ${found}; wanted: ${wanted}`);
  for (const [which, { name, wanted, native: words }] of Object.entries(tasks)) {
    const times = { command: [], page: [] };
    for (let turn = 0; turn < rounds; turn += 1) {
      times.command.push(native(words));
      times.page.push(inWasm(which));
    }
    const [command, page] = [Math.min(...times.command), Math.min(...times.page)];
    say(name, `${page.toFixed(2)} s, ${(page / command).toFixed(1)} times the command's ${command.toFixed(2)} s (AVX2, one thread)`, `at most ${wanted} times`);
  }
  const teacher = Math.min(...Array.from({ length: rounds }, () => inWasm("teacher")));
  say("teacher's answer", `${Math.round(teacher * 1000)} ms, the slowest of five positions`, "at most 30 ms");
  const [whole, br, gz] = ["", ".br", ".gz"].map((ending) => Math.round(built(ending).length / 1000));
  console.log(`${"engine".padEnd(24)} ${whole} kB, ${br} kB by brotli, ${gz} kB by gzip`);
  await import("./size.js");
  await import("./load.js");
}

if (process.argv[2]) console.log(await round(process.argv[2]));
else await all();
