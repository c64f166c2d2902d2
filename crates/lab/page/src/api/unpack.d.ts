/** What was packed into an `.lzma` file. */
export function unpack(packed: Uint8Array): Uint8Array<ArrayBuffer>;
