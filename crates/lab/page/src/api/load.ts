// How the engine comes into the browser. It is compiled while it arrives. A server that packs what it sends, or finds the
// packed files beside the engine (`.br` and `.gz`), sends it packed; from any other the packed file is asked for by name and
// unpacked here. What came is kept for the next visit, also without a network; the engine of the version before stays, for
// tabs that are still open (offline.js).

/** Where engines are kept. */
const shelf = "engines-of-sprague";

/** An engine as its server sends it, in as few bytes as that can be. */
async function fetched(source: URL): Promise<Response> {
  const ended = new AbortController();
  const whole = await fetch(source, { signal: ended.signal });
  if (!whole.ok) throw new Error(whole.status === 404 ? "gone" : "unreachable");
  if (whole.headers.has("content-encoding") || typeof DecompressionStream === "undefined") return whole;
  const packed = await fetch(`${source.href}.gz`).catch(() => null);
  if (!packed?.ok || !packed.body || packed.headers.get("content-type")?.startsWith("text/")) return whole;
  ended.abort();
  // some servers say that such a file is packed, and then the browser has unpacked it
  return new Response(packed.headers.has("content-encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip")));
}

async function opened(): Promise<Cache | null> {
  try {
    return await caches.open(shelf);
  } catch {
    return null;
  }
}

/** Keeps an engine, and the one before it. */
async function keep(shelf: Cache, source: URL, engine: Response): Promise<void> {
  await shelf.put(source.href, engine);
  const others = (await shelf.keys()).filter((each) => each.url !== source.href);
  await Promise.all(others.slice(0, -1).map((each) => shelf.delete(each)));
}

/** Loads the engine; `onkept` hears when the page has what it needs without a network. */
export async function load(source: URL, onkept: () => void): Promise<WebAssembly.Instance> {
  const cache = await opened();
  const known = await cache?.match(source.href);
  const found = known ?? (await fetched(source));
  // the type is said here, whatever the server calls it
  const engine = new Response(found.body, { headers: { "Content-Type": "application/wasm" } });
  const copy = cache && !known ? engine.clone() : null;
  const [{ instance }] = await Promise.all([
    WebAssembly.instantiateStreaming(engine, {}),
    copy && cache ? keep(cache, source, copy).catch(() => undefined) : undefined,
  ]);
  onkept();
  return instance;
}
