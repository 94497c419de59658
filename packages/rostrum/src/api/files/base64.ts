/**
 * How many characters or bytes are converted at a time, because the number of arguments is limited.
 */
const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  const { Buffer } = globalThis;
  if (Buffer !== undefined) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  }
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}

/** `null`: the text isn't base64. Line breaks are accepted, because many programs write them. */
export function fromBase64(text: string): Uint8Array | null {
  const plain = /\s/.test(text) ? text.replaceAll(/\s+/g, "") : text;
  if (plain.length % 4 !== 0 || !isBase64(plain)) return null;
  const { Buffer } = globalThis;
  if (Buffer !== undefined) return Buffer.from(plain, "base64");
  const raw = atob(plain);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
  return bytes;
}

/**
 * A long text is checked in pieces, because one regular expression over all of it takes too much
 * memory.
 */
function isBase64(text: string): boolean {
  for (let at = 0; at < text.length; at += PIECE) {
    const last = at + PIECE >= text.length;
    const piece = text.slice(at, at + PIECE);
    if (!(last ? /^[A-Za-z\d+/]*={0,2}$/ : /^[A-Za-z\d+/]*$/).test(piece)) return false;
  }
  return true;
}
