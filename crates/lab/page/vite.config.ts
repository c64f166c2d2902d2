import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While developing, `LAB='http://127.0.0.1:PORT/?token=...' npm run dev` asks a running `sprague lab` for every answer; the
// address is the one that it printed.
const lab = process.env["LAB"] ? new URL(process.env["LAB"]) : null;
const headers = { "X-Sprague-Token": lab?.searchParams.get("token") ?? "" };

// What a page without a server may do; a server says the same in a header.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

// `vite build --mode site` makes the static page, whose engine is a worker (`make site`); all else asks a server.
export default defineConfig(({ mode }) => {
  const site = mode === "site";
  const engine = fileURLToPath(new URL(site ? "src/api/worker.ts" : "src/api/server.ts", import.meta.url));
  return {
    plugins: [svelte(), {
      name: "policy",
      transformIndexHtml: (page: string) => (site ? page.replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`) : page),
    }],
    base: site ? "./" : "/",
    resolve: { alias: { "#engine": engine } },
    worker: { format: "es" as const },
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true, ...(site ? { outDir: fileURLToPath(new URL("../../../site", import.meta.url)), emptyOutDir: true } : {}) },
    server: lab ? { proxy: { "/api": { target: lab.origin, changeOrigin: true, headers } } } : {},
    test: { include: ["src/**/*.test.ts"] },
  };
});
