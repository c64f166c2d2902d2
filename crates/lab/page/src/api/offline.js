// The service worker of the static page: after the first visit it answers from what is kept, so that the page works without
// a network. `files` and `version` are filled in when the page is built (vite.config.ts). Page and engine are always of one
// version: a new one is kept beside the old one and waits until no page uses that any more, or a reader changes over; and
// the files of the version before stay, for other tabs that are still open. What the page has loaded is not loaded again: it
// is taken from what the browser keeps, where the name of a file has a hash of its content. The engine keeps itself (load.ts).
const files = [];
const version = "";
const name = `sprague-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((kept) => kept.addAll(files.map((file) => new Request(file, { cache: file.startsWith("assets/") ? "default" : "no-cache" })))));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

/** The caches of other versions, the oldest first. */
async function others() {
  return (await caches.keys()).filter((other) => other.startsWith("sprague-") && other !== name);
}

async function forget() {
  const old = await others();
  await Promise.all(old.slice(0, -1).map((other) => caches.delete(other)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(forget()));

async function find(request) {
  const kept = await caches.match(request, { cacheName: name, ignoreSearch: true });
  if (kept) return kept;
  for (const other of (await others()).reverse()) {
    const older = await caches.match(request, { cacheName: other, ignoreSearch: true });
    if (older) return older;
  }
  const engine = await caches.match(request, { cacheName: "engines-of-sprague" });
  return engine ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(find(request));
});
