// What the static page takes to load, as a web server sends it: the first screen, the rest of the page, and the engine, packed
// before (.br, .gz). How long that takes, and what a browser really asks for, `load.js` measures.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const site = new URL("../../../../site", import.meta.url).pathname;
const sizes = { page: 0, br: 0, gz: 0 };
for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith(".wasm") || entry.parentPath.includes("/shown") || /\/(?:book|schema)(?:\/|$)/.test(entry.parentPath)) continue;
  const content = readFileSync(join(entry.parentPath, entry.name));
  const ending = /\.wasm\.(br|gz)$/.exec(entry.name)?.[1];
  sizes[ending ?? "page"] += ending ? content.length : gzipSync(content, { level: 9 }).length;
}
const kb = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`site/: page ${kb(sizes.page)} with all its parts, engine ${kb(sizes.br)} by brotli or ${kb(sizes.gz)} by gzip`);
