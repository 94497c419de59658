import type { StoredEvent } from "@rostrum/core/protocol";
import { embedEvents } from "@rostrum/page";
import { checkEvents } from "../files/read-events.ts";

/** Longest link in characters. Chat and mail programs cut longer ones. */
const MAX_LINK_CHARS = 30_000;
/** Largest record in a link, in bytes after decompression. */
const MAX_RECORD_BYTES = 2_000_000;

/** Builds the part of an address after the `#`, which contains an entire debate. */
export async function buildLink(events: readonly StoredEvent[]): Promise<string> {
  const packed = base64url(await readBytes(compress(embedEvents(events))));
  if (packed.length <= MAX_LINK_CHARS) return `#/r/${packed}`;
  throw new Error(
    `Expected a link of at most ${MAX_LINK_CHARS} characters, got ${packed.length}: the debate is too long. ` +
      "Save it as JSON and send the file.",
  );
}

/** Reads the debate in a link. Throws if the link is cut off, changed, too large or not from rostrum. */
export async function readLink(link: string): Promise<StoredEvent[]> {
  const packed = removeAdditions(link);
  if (packed.length > MAX_LINK_CHARS) {
    throw new Error(
      `This link is too long: expected at most ${MAX_LINK_CHARS} characters, got ${packed.length}.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(await decompress(fromBase64url(packed)));
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    throw new Error(
      "This link is damaged: perhaps it was cut off or changed when it was sent. Copy it again.",
      { cause: error },
    );
  }
  return checkEvents(value);
}

/**
 * Undoes what chat and mail programs do to a link: extra escapes, line breaks, and an appended period, bracket or
 * tracking parameter. No link contains such characters.
 */
function removeAdditions(link: string): string {
  let text = link;
  for (let times = 0; times < 3 && text.includes("%"); times += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      break;
    }
  }
  return /^[\w-]*/.exec(text.replaceAll(/\s/g, ""))?.[0] ?? "";
}

class TooLarge extends Error {}

/** Gzip has a CRC-32, so a changed character is detected. The checksum of "deflate" misses some. */
function compress(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
}

/** Stops at the limit, so that a small link can't fill the memory. */
async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_RECORD_BYTES) {
      await reader.cancel();
      throw new TooLarge(
        `Expected a debate of at most ${MAX_RECORD_BYTES} bytes in this link, got a larger one.`,
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(
    await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
