import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While developing, `LAB=http://127.0.0.1:PORT npm run dev` asks a running `sprague lab` for every answer.
const lab = process.env["LAB"];

export default defineConfig({
  plugins: [svelte()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  server: lab ? { proxy: { "/api": { target: lab, changeOrigin: true } } } : {},
  test: { include: ["src/**/*.test.ts"] },
});
