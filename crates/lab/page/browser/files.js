// A plain file server: the files of a folder below a path, with their types, and no special headers. It is what any web
// server does with the static page; it knows nothing of the page. With `slow` it is one behind a slow network, which packs
// what it sends as web servers do, and counts it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".json": "application/json",
};

/** Sends pieces one after the other, as fast as a line of so many bytes a second takes them, each `delay` ms after it was asked. */
function line({ bytesPerSecond, delay }) {
  let free = 0;
  const piece = 4096;
  return async (response, content) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    for (let at = 0; at < content.length && !response.destroyed; at += piece) {
      const part = content.subarray(at, at + piece);
      free = Math.max(free, performance.now()) + (1000 * part.length) / bytesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, free - performance.now()));
      response.write(part);
    }
    response.end();
  };
}

/** A file as a web server sends it: the packed one beside it, or packed now. */
async function packed(path, content) {
  const beside = await readFile(`${path}.br`).catch(() => null);
  if (beside) return beside;
  return /\.(?:html|js|css|svg|json|webmanifest)$/.test(path) ? brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null;
}

export async function files(folder, below, port = 0, headers = {}, slow = null) {
  const sent = { bytes: 0, files: [] };
  const send = slow ? line(slow) : null;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = path.startsWith(below) ? normalize(path.slice(below.length) || "index.html") : "..";
    try {
      if (inside.startsWith("..")) throw new Error("outside");
      const content = await readFile(join(folder, inside));
      if (send) {
        const less = await packed(join(folder, inside), content);
        response.writeHead(200, { "Content-Type": types[extname(inside)] ?? "application/octet-stream", "Cache-Control": "max-age=600", ...(less ? { "Content-Encoding": "br", Vary: "Accept-Encoding" } : {}) });
        sent.bytes += (less ?? content).length;
        sent.files.push(inside);
        await send(response, less ?? content);
        return;
      }
      response.writeHead(200, { "Content-Type": types[extname(inside)] ?? "application/octet-stream", ...headers }).end(content);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  // a test that fails before it stops its server ends all the same
  server.unref();
  server.on("connection", (socket) => socket.unref());
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}${below}`, stop, sent };
}
