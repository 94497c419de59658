import { ConfigError, isPlainObject } from "@rostrum/core/support";
import { FILE_TYPES, type FileType, type MessageFile } from "@rostrum/core/protocol";
import { checkKeys, fail } from "@rostrum/core/options";
import { estimatePages } from "./pdf-pages.ts";

/** The most bytes in all files of a question. Most providers accept no more in one request. */
export const MAX_FILE_BYTES = 20_000_000;

export const ACCEPTED_FILES = "a PDF, or a PNG, JPEG, GIF or WebP image";

export function isFile(item: unknown): item is Record<string, unknown> {
  return isPlainObject(item) && "document" in item && "data" in item;
}

/** A file of the context, checked. Its digest is computed when a run begins. */
export type CheckedFile = Omit<MessageFile, "sha256">;

/** Checks a file of the context. Its name is checked already. */
export function readFile(item: Record<string, unknown>, name: string, field: string): CheckedFile {
  checkKeys(item, ["document", "data", "mediaType"], field);
  const { data, mediaType } = item;
  const refuse = (message: string): never => {
    throw new ConfigError(`${field}.data`, message);
  };
  // A base64 text that is too long is refused before it is decoded.
  const maxBytes = typeof data === "string" ? (data.length * 3) / 4 : 0;
  if (maxBytes > 1.1 * MAX_FILE_BYTES) refuse(explainTooLarge(name, maxBytes));
  const bytes = readBytes(data);
  if (bytes === null) return fail(`${field}.data`, "bytes, or bytes in base64", data);
  if (bytes.length === 0) refuse(`expected ${ACCEPTED_FILES}, but ${name} is empty`);
  if (bytes.length > MAX_FILE_BYTES) refuse(explainTooLarge(name, bytes.length));
  const type =
    detectFileType(bytes) ??
    refuse(
      `expected ${ACCEPTED_FILES}, got other bytes in ${name}. Give a text as { document, text }`,
    );
  if (mediaType !== undefined && mediaType !== type) {
    const isKnownType = FILE_TYPES.some((fileType) => fileType === mediaType);
    const expected = isKnownType
      ? `${type}, because ${name} is ${formatType(type)}`
      : FILE_TYPES.join(", ");
    fail(`${field}.mediaType`, expected, mediaType);
  }
  const wrong = explainNameMismatch(name, type);
  if (wrong !== null) throw new ConfigError(`${field}.document`, wrong);
  return {
    document: name,
    mediaType: type,
    bytes: bytes.length,
    ...(type === "application/pdf" ? { pages: estimatePages(bytes) } : {}),
    data: toBase64(bytes),
  };
}

function readBytes(data: unknown): Uint8Array | null {
  // Not `instanceof`, because a frame or a worker has its own classes.
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  return typeof data === "string" ? fromBase64(data) : null;
}

export function explainTooLarge(name: string, bytes: number): string {
  const megabytes = (count: number): string => `${(count / 1_000_000).toFixed(0)} MB`;
  return (
    `expected files of at most ${megabytes(MAX_FILE_BYTES)} in total, got ${megabytes(bytes)} ` +
    `in ${name}: split it, make it smaller, or give its text`
  );
}

/** The type of a file that models accept, from its first bytes. `null`: it is something else. */
export function detectFileType(bytes: Uint8Array): FileType | null {
  const begins = (signature: string, at = 0): boolean =>
    [...signature].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
  if (begins("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begins("\xff\xd8\xff")) return "image/jpeg";
  if (begins("GIF87a") || begins("GIF89a")) return "image/gif";
  if (begins("RIFF") && begins("WEBP", 8)) return "image/webp";
  // Programs that write PDFs may put other bytes first.
  for (let at = 0; at < Math.min(1024, bytes.length); at += 1) {
    if (begins("%PDF-", at)) return "application/pdf";
  }
  return null;
}

/** Name of each file type for messages, and its file extensions. */
const TYPES: Readonly<Record<FileType | "text", { title: string; endings: string }>> = {
  "application/pdf": { title: "a PDF", endings: "pdf" },
  "image/png": { title: "a PNG image", endings: "png" },
  "image/jpeg": { title: "a JPEG image", endings: "jpg jpeg" },
  "image/gif": { title: "a GIF image", endings: "gif" },
  "image/webp": { title: "a WebP image", endings: "webp" },
  text: { title: "a text", endings: "txt md csv json html htm xml" },
};

/** The type that a file name suggests. `undefined`: none. */
function guessType(name: string): FileType | "text" | undefined {
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const types = [...FILE_TYPES, "text"] as const;
  return types.find((type) => TYPES[type].endings.split(" ").includes(ending));
}

export function formatType(type: FileType | "text"): string {
  return TYPES[type].title;
}

/** Why the name of a file contradicts its content; `null`: it doesn't. */
export function explainNameMismatch(name: string, type: FileType | "text"): string | null {
  const named = guessType(name);
  if (named === undefined || named === type) return null;
  return `expected ${formatType(named)}, as the name says, got ${formatType(type)} in ${name}: rename it to match its content`;
}

/** How many bytes are converted at a time, because the number of arguments is limited. */
const PIECE = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}

/** `null`: the text isn't base64. Line breaks are accepted, because many programs write them. */
export function fromBase64(text: string): Uint8Array | null {
  const plain = text.replaceAll(/\s+/g, "");
  if (plain.length % 4 !== 0) return null;
  try {
    const raw = atob(plain);
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}
