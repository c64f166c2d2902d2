// What jobs came to, kept in the browser's own database (IndexedDB) and used again after a reload. The engine writes and
// checks the bytes (crates/wasm/src/kept.rs); here they only lie. Keys begin with the name of the engine's file, which has
// a hash of its content, so that no engine reads what another one wrote. There is a bound on entries and bytes; what was
// used longest ago goes first. Where the browser refuses the database, nothing is kept and everything else works.

interface Entry {
  key: string;
  head: ArrayBuffer;
  bytes: number;
  used: number;
}

/** A job that is kept, without its values. */
export interface KeptHead {
  key: string;
  head: ArrayBuffer;
}

const name = "sprague";
const most = { entries: 40, bytes: 128 << 20 };
const patience = 2000;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("refused"));
  });
}

function over(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("refused"));
  });
}

/** The database, or null where there is none to be had in time. */
async function open(): Promise<IDBDatabase | null> {
  try {
    const request = self.indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("heads", { keyPath: "key" });
      request.result.createObjectStore("values");
    };
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
    const database = await Promise.race([done(request), late]);
    if (database) database.onversionchange = () => database.close();
    return database;
  } catch {
    return null;
  }
}

export class Shelf {
  private database: Promise<IDBDatabase | null> | null = null;

  /** `engine` names the engine that writes and reads. */
  constructor(private engine: string) {}

  private async act<T>(mode: IDBTransactionMode, work: (heads: IDBObjectStore, values: IDBObjectStore) => Promise<T>): Promise<T | null> {
    this.database ??= open();
    const database = await this.database;
    if (!database) return null;
    let transaction: IDBTransaction | null = null;
    try {
      transaction = database.transaction(["heads", "values"], mode);
      const ended = over(transaction);
      const [found] = await Promise.all([work(transaction.objectStore("heads"), transaction.objectStore("values")), ended]);
      return found;
    } catch {
      // all of it or nothing: what was to make room stays where nothing came into it
      try {
        transaction?.abort();
      } catch {
        return null;
      }
      return null;
    }
  }

  /** All jobs that this engine kept, those of longest ago first; what other engines kept is thrown away. */
  async heads(): Promise<KeptHead[]> {
    const found = await this.act("readwrite", async (heads, values) => {
      const all = (await done(heads.getAll())) as Entry[];
      const mine = all.filter((entry) => entry.key.startsWith(`${this.engine} `));
      for (const { key } of all) if (!key.startsWith(`${this.engine} `)) this.drop(heads, values, key);
      return mine.sort((one, other) => one.used - other.used);
    });
    return found ?? [];
  }

  async values(key: string): Promise<ArrayBuffer | null> {
    const found = await this.act("readwrite", async (heads, values) => {
      const entry = (await done(heads.get(key))) as Entry | undefined;
      if (entry) heads.put({ ...entry, used: Date.now() });
      return (await done(values.get(key))) as unknown;
    });
    return found instanceof ArrayBuffer ? found : null;
  }

  /** Keeps a job; the name under which it is found again. */
  async put(head: ArrayBuffer, values: ArrayBuffer): Promise<string | null> {
    const { kind, game, number } = JSON.parse(new TextDecoder().decode(head.slice(32))) as { kind: string; game: string; number: number };
    const key = `${this.engine} ${kind} ${number} ${game}`;
    // a disk that is full may have room for one that is half as large
    for (const share of [1, 2, 4]) {
      const kept = await this.act("readwrite", async (heads, store) => {
        const others = ((await done(heads.getAll())) as Entry[]).filter((entry) => entry.key !== key).sort((one, other) => one.used - other.used);
        const bytes = head.byteLength + values.byteLength;
        let [count, size] = [others.length + 1, others.reduce((sum, entry) => sum + entry.bytes, bytes)];
        if (bytes > most.bytes / share) return null;
        for (const entry of others) {
          if (count <= most.entries / share && size <= most.bytes / share) break;
          this.drop(heads, store, entry.key);
          count -= 1;
          size -= entry.bytes;
        }
        heads.put({ key, head, bytes, used: Date.now() } satisfies Entry);
        if (values.byteLength) store.put(values, key);
        return key;
      });
      if (kept) return kept;
    }
    return null;
  }

  async remove(key: string): Promise<void> {
    await this.act("readwrite", async (heads, values) => this.drop(heads, values, key));
  }

  private drop(heads: IDBObjectStore, values: IDBObjectStore, key: string): void {
    heads.delete(key);
    values.delete(key);
  }
}
