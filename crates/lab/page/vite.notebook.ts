import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { theory } from "./src/theory/build";

// The board for notebooks as two files, a script and its style, which the package for Python carries (`npm run notebook`).
export default defineConfig({
  plugins: [svelte(), theory()],
  resolve: { alias: { "#engine": fileURLToPath(new URL("src/api/server.ts", import.meta.url)) } },
  build: {
    outDir: fileURLToPath(new URL("../../python/python/sprague/board", import.meta.url)),
    emptyOutDir: true,
    copyPublicDir: false,
    cssCodeSplit: false,
    lib: { entry: "src/notebook/main.ts", formats: ["iife"], name: "sprague", fileName: () => "board.js", cssFileName: "board" },
  },
});
