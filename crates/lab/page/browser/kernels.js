// Runs the tests of the kernels under Node and in a real browser: `cargo test` for WebAssembly names the file. A test that
// fails stops the program, and its name stands in the trace.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { launch } from "./lab.js";

const program = readFileSync(process.argv[2]);

const { instance } = await WebAssembly.instantiate(program, {});
assert.equal(instance.exports.main(0, 0), 0);
console.log("the kernels of WebAssembly do what they are said to do: Node");

const browser = await launch();
const page = await browser.newPage();
const ended = await page.evaluate(async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return (await WebAssembly.instantiate(bytes, {})).instance.exports.main(0, 0);
}, program.toString("base64"));
await browser.close();
assert.equal(ended, 0);
console.log("the kernels of WebAssembly do what they are said to do: Chromium");
