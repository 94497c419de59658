import type { FileType } from "../../protocol/question.ts";

/** The type of a file that models accept, from its first bytes. `null`: it is something else. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
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

const NAMES: Readonly<Record<string, FileType>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

const TEXTS: ReadonlySet<string> = new Set(["txt", "md", "csv", "json", "html", "htm", "xml"]);

/** The type that a file name suggests. `undefined`: none. */
export function typeInName(name: string): FileType | "text" | undefined {
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (TEXTS.has(ending)) return "text";
  return Object.hasOwn(NAMES, ending) ? NAMES[ending] : undefined;
}

const TITLES: Readonly<Record<FileType | "text", string>> = {
  "application/pdf": "a PDF",
  "image/png": "a PNG image",
  "image/jpeg": "a JPEG image",
  "image/gif": "a GIF image",
  "image/webp": "a WebP image",
  text: "a text",
};

export function typeTitle(type: FileType | "text"): string {
  return TITLES[type];
}

/** Why the name of a file contradicts its content; `null`: it doesn't. */
export function contradiction(name: string, type: FileType | "text"): string | null {
  const named = typeInName(name);
  if (named === undefined || named === type) return null;
  return `expected ${typeTitle(named)}, as the name says, got ${typeTitle(type)} in ${name}: rename it to match its content`;
}
