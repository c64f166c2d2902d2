import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import prebuilt from "./src/play/gallery.json";
import { sentPage, sentPages } from "./src/shell/see";
import { theory } from "./src/theory/build";

// While developing, `LAB='http://127.0.0.1:PORT/?token=...' npm run dev` asks a running `sprague lab` for every answer; the
// address is the one that it printed.
const lab = process.env["LAB"] ? new URL(process.env["LAB"]) : null;
const headers = { "X-Sprague-Token": lab?.searchParams.get("token") ?? "" };

// What a page without a server may do; a server says the same in a header.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const manifest = {
  name: "Sprague", short_name: "Sprague", description: "Play impartial games, see why a position is won, explore nim-sequences as pictures.",
  start_url: "./", scope: "./", display: "standalone", background_color: "#faf8f3", theme_color: "#0a6e68",
  icons: [{ src: "icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" }],
};

/** The picture that is shown where a link is sent. It needs the address at which the page will stand: `SITE_URL=https://... make site`. */
const address = process.env["SITE_URL"]?.replace(/\/?$/, "/");
const preview = address ? `\n    <meta property="og:url" content="${address}" />\n    <meta property="og:image" content="${address}shown/kayles-stripes.jpg" />\n    <meta name="twitter:card" content="summary_large_image" />` : "";

/** What is seen until the page is there, and where it cannot come: a page opened as a file. */
const waiting = `<p>Sprague is loading.</p>
      <p><small>If nothing else appears: this page needs a web server, because browsers run no such page from a file. In its folder, <code>python3 -m http.server</code> is one; then open <code>http://localhost:8000</code>. Or use the command: <code>sprague lab</code>.</small></p>`;

/** Writes the pages that links are sent by, with the pictures of the games (`npm run shown`). */
function see(folder: string): void {
  for (const name of ["see", "shown"]) mkdirSync(join(folder, name), { recursive: true });
  const pictures = fileURLToPath(new URL("shown", import.meta.url));
  for (const file of readdirSync(pictures)) copyFileSync(join(pictures, file), join(folder, "shown", file));
  for (const page of sentPages(prebuilt.games)) {
    // a game that is younger than the pictures has that of the page
    const picture = existsSync(join(folder, page.picture)) ? page.picture : "shown/kayles-stripes.jpg";
    writeFileSync(join(folder, "see", `${page.id}.html`), sentPage({ ...page, picture }, address));
  }
}

/** Writes what makes a built page work offline and installable: the list of its files in a service worker, and a manifest. Beside the engine it is packed, for servers that send packed files. */
function keep(folder: string): void {
  writeFileSync(join(folder, "manifest.webmanifest"), JSON.stringify(manifest));
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile() && file.name !== "offline.js");
  const all = found.map((file) => relative(folder, join(file.parentPath, file.name))).sort();
  for (const file of all.filter((each) => each.endsWith(".wasm"))) {
    const content = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
  }
  // the engine keeps itself, and pictures are no part of the page
  const files = all.filter((file) => !file.endsWith(".wasm") && !/^(?:shown|see)\//.test(file) && file !== "licenses.md");
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const text = readFileSync(fileURLToPath(new URL("src/api/offline.js", import.meta.url)), "utf8")
    .replace("const files = [];", `const files = ${JSON.stringify(["./", ...files.filter((file) => file !== "index.html")])};`)
    .replace('const version = "";', `const version = "${hash.digest("hex").slice(0, 12)}";`);
  writeFileSync(join(folder, "offline.js"), text);
}

// `vite build --mode site` makes the static page, whose engine is a worker (`make site`); all else asks a server.
export default defineConfig(({ mode }) => {
  const site = mode === "site";
  const folder = fileURLToPath(new URL("../../../site", import.meta.url));
  const engine = fileURLToPath(new URL(site ? "src/api/worker.ts" : "src/api/server.ts", import.meta.url));
  return {
    plugins: [svelte(), theory(), {
      name: "site",
      transformIndexHtml: (page: string) => (site ? page.replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <link rel="manifest" href="./manifest.webmanifest" />${preview}`).replace('<div id="app"></div>', `<div id="app">\n      ${waiting}\n    </div>`) : page),
      closeBundle: () => {
        if (!site) return;
        see(folder);
        keep(folder);
      },
    }],
    base: site ? "./" : "/",
    resolve: { alias: { "#engine": engine } },
    worker: { format: "es" as const },
    build: { assetsInlineLimit: 0, license: { fileName: "licenses.md" }, modulePreload: { polyfill: false }, reportCompressedSize: true, ...(site ? { outDir: folder, emptyOutDir: true } : {}) },
    server: lab ? { proxy: { "/api": { target: lab.origin, changeOrigin: true, headers } } } : {},
    test: { include: ["src/**/*.test.ts"] },
  };
});
