import { ConfigError } from "../../errors.ts";
import { FILE_TYPES, type MessageFile } from "../../protocol/question.ts";
import { fail, isPlainObject, knownKeys } from "../../vocabulary/index.ts";
import { sha256Of } from "../run/sha256.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { contradiction, fileTypeOf, typeTitle } from "./file-type.ts";
import { pdfPages } from "./pdf-pages.ts";

/** The most bytes in all files of a question. Most providers accept no more in one request. */
export const MOST_FILE_BYTES = 20_000_000;

export const TAKEN = "a PDF, or a PNG, JPEG, GIF or WebP image";

export function isFile(item: unknown): item is Record<string, unknown> {
  return isPlainObject(item) && "document" in item && "data" in item;
}

/** A file of the context, checked. Its name is checked already. */
export function fileOf(item: Record<string, unknown>, name: string, field: string): MessageFile {
  knownKeys(item, ["document", "data", "mediaType"], field);
  const { data, mediaType } = item;
  const refuse = (words: string): never => {
    throw new ConfigError(`${field}.data`, words);
  };
  // A base64 text that is too long is refused before it is decoded.
  const most = typeof data === "string" ? (data.length * 3) / 4 : 0;
  if (most > 1.1 * MOST_FILE_BYTES) refuse(tooLarge(name, most));
  const bytes = bytesOf(data);
  if (bytes === null) return fail(`${field}.data`, "bytes, or bytes in base64", data);
  if (bytes.length === 0) refuse(`expected ${TAKEN}, but ${name} is empty`);
  if (bytes.length > MOST_FILE_BYTES) refuse(tooLarge(name, bytes.length));
  const type =
    fileTypeOf(bytes) ??
    refuse(`expected ${TAKEN}, got other bytes in ${name}. Give a text as { document, text }`);
  if (mediaType !== undefined && mediaType !== type) {
    const known = FILE_TYPES.some((each) => each === mediaType);
    const wanted = known ? `${type}, because ${name} is ${typeTitle(type)}` : FILE_TYPES.join(", ");
    fail(`${field}.mediaType`, wanted, mediaType);
  }
  const wrong = contradiction(name, type);
  if (wrong !== null) throw new ConfigError(`${field}.document`, wrong);
  return {
    document: name,
    mediaType: type,
    bytes: bytes.length,
    sha256: sha256Of(bytes),
    ...(type === "application/pdf" ? { pages: pdfPages(bytes) } : {}),
    data: toBase64(bytes),
  };
}

function bytesOf(data: unknown): Uint8Array | null {
  // Not `instanceof`, because a frame or a worker has its own classes.
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  return typeof data === "string" ? fromBase64(data) : null;
}

export function tooLarge(name: string, bytes: number): string {
  const megabytes = (count: number): string => `${(count / 1_000_000).toFixed(0)} MB`;
  return (
    `expected files of at most ${megabytes(MOST_FILE_BYTES)} in total, got ${megabytes(bytes)} ` +
    `in ${name}: split it, make it smaller, or give its text`
  );
}
