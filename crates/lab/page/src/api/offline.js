// The service worker of the static page: after the first visit it answers from what is kept, so that the page works without
// a network. `files` and `version` are filled in when the page is built (vite.config.ts); a new version is kept beside the
// old one, which goes when no page uses it any more.
const files = [];
const version = "";
const name = `sprague-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((kept) => kept.addAll(files)));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((other) => other.startsWith("sprague-") && other !== name);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((other) => caches.delete(other)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(caches.open(name).then(async (kept) => (await kept.match(request, { ignoreSearch: true })) ?? fetch(request)));
});
