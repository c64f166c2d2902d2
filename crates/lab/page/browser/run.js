// Runs files of tests, two at a time. A test that fails is run once more, alone and in a process of its own: a browser on a
// machine that has other work may miss a moment, and a defect is there both times. What passes the second time is named
// "unsteady" in the summary; what fails twice fails the run.
import { relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const exact = (name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
const shown = (file) => relative(process.cwd(), file);

/** Runs them with Node's own report; those that failed, by name and file, and how many passed. A name of null is the file as
 * a whole. */
async function tested(files, options) {
  const failed = [];
  let passed = 0;
  const stream = run({ files, ...options });
  stream.on("test:fail", ({ name, file, nesting, details, todo }) => {
    if (nesting || todo) return;
    const path = file?.startsWith("file:") ? fileURLToPath(file) : file;
    const whole = !path || details?.error?.failureType === "hookFailed" || files.some((each) => name === each || name === shown(each));
    failed.push({ name: whole ? null : name, file: path ?? files.find((each) => name.endsWith(shown(each))) ?? files[0] });
  });
  stream.on("test:pass", ({ nesting, skip }) => (passed += nesting || skip ? 0 : 1));
  const report = stream.compose(new spec());
  report.pipe(process.stdout, { end: false });
  await new Promise((resolve) => report.on("end", resolve));
  return { failed, passed };
}

const files = process.argv.slice(2).map((file) => new URL(file, `file://${process.cwd()}/`).pathname);
const { failed: first } = await tested(files, { concurrency: 2 });
const [unsteady, broken] = [[], []];
const again = first.filter(({ name, file }, i) => first.findIndex((each) => each.file === file && (each.name === name || each.name === null)) === i);
for (const { name, file } of again) {
  const title = `${name ?? "the whole file"} (${shown(file)})`;
  console.log(`\nonce more, alone: ${title}`);
  const { failed, passed } = await tested([file], { concurrency: 1, ...(name === null ? {} : { testNamePatterns: [exact(name)] }) });
  (failed.length || !passed ? broken : unsteady).push(title);
}
for (const title of unsteady) console.log(`unsteady: ${title}`);
for (const title of broken) console.log(`failed twice: ${title}`);
process.exitCode = broken.length ? 1 : 0;
