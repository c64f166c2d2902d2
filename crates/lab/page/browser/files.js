// A plain file server: the files of a folder below a path, with their types, and no special headers. It is what any web
// server does with the static page; it knows nothing of the page.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".json": "application/json",
};

export async function files(folder, below, port = 0, headers = {}) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = path.startsWith(below) ? normalize(path.slice(below.length) || "index.html") : "..";
    try {
      if (inside.startsWith("..")) throw new Error("outside");
      const content = await readFile(join(folder, inside));
      response.writeHead(200, { "Content-Type": types[extname(inside)] ?? "application/octet-stream", ...headers }).end(content);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}${below}`, stop };
}
