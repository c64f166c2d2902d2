// What the static page takes to load, compressed as web servers compress (gzip): the page, the engine (which is packed
// before), and all of it together, beside the 700 kB that are wanted.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const site = new URL("../../../../site", import.meta.url).pathname;
const most = 700_000;
let [page, engine] = [0, 0];
for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const size = gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length;
  if (entry.name.endsWith(".lzma")) engine += size;
  else page += size;
}
const kb = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`site/: page ${kb(page)}, engine ${kb(engine)}, together ${kb(page + engine)} compressed; wanted: at most ${kb(most)}`);
