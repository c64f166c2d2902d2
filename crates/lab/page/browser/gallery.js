// What the first screen shows before any engine answers: the catalogue of games, and the boards of their examples, of the
// tasks and of the front door, as the engine tells them. `npm run gallery` writes src/play/gallery.json; a test compares it
// with what the engine says now (door.test.js).
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { command } from "./lab.js";

export const kept = new URL("../src/play/gallery.json", import.meta.url);
const tasks = new URL("../src/learn/tasks.ts", import.meta.url);

/** A way to ask a lab: the path, and what is sent. */
export async function asking(lab) {
  const cookie = (await fetch(lab.opening, { redirect: "manual" })).headers.get("set-cookie").split(";")[0];
  return async (path, body) => {
    const response = await fetch(`${lab.address}api/${path}`, body ? { method: "POST", headers: { cookie, "Content-Type": "application/json" }, body: JSON.stringify(body) } : { headers: { cookie } });
    return response.json();
  };
}

/** The catalogue and the boards, from a lab. */
export async function told(lab) {
  const ask = await asking(lab);
  const { games } = await ask("games");
  const positions = [...readFileSync(tasks, "utf8").matchAll(/\bposition: "([^"]+)"/g)].map(([, position]) => position);
  const boards = {};
  for (const position of [...games.map(({ example }) => example), ...positions]) boards[position] ??= (await ask("position", { position, misere: false })).terms;
  return { games, boards };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lab = await command();
  const found = await told(lab);
  await lab.stop();
  const lines = (entries) => entries.map((entry) => `  ${entry}`).join(",\n");
  writeFileSync(kept, `{"games": [\n${lines(found.games.map((game) => JSON.stringify(game)))}\n], "boards": {\n${lines(Object.entries(found.boards).map(([position, terms]) => `${JSON.stringify(position)}: ${JSON.stringify(terms)}`))}\n}}\n`);
  console.log(`${found.games.length} games, ${Object.keys(found.boards).length} boards`);
}
