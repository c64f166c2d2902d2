import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While developing, `LAB='http://127.0.0.1:PORT/?token=...' npm run dev` asks a running `sprague lab` for every answer; the
// address is the one that it printed.
const lab = process.env["LAB"] ? new URL(process.env["LAB"]) : null;
const headers = { "X-Sprague-Token": lab?.searchParams.get("token") ?? "" };

export default defineConfig({
  plugins: [svelte()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  server: lab ? { proxy: { "/api": { target: lab.origin, changeOrigin: true, headers } } } : {},
  test: { include: ["src/**/*.test.ts"] },
});
