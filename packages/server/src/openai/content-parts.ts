import {
  FILE_TYPES,
  type ContextDocument,
  type ContextFile,
  type FileType,
} from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";

/** A part of a message: text, or a file in base64, in the forms of chat completions, of the Responses and the Messages API. */
export interface ContentPart {
  type: string;
  text?: string | undefined;
  image_url?: unknown;
  file?: unknown;
  file_data?: unknown;
  filename?: unknown;
  source?: unknown;
  title?: unknown;
}

/** Text of a message, and its files and documents. */
export interface ReadContent {
  text: string;
  files: (ContextFile | ContextDocument)[];
}

const TEXT_PART_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);
const IMAGE_PART_TYPES: ReadonlySet<string> = new Set(["image_url", "input_image"]);
const FILE_PART_TYPES: ReadonlySet<string> = new Set(["file", "input_file"]);
const DATA_URL = /^data:(?<type>[\w.+-]+\/[\w.+-]+);base64,/i;
const MAX_NAME_CHARS = 200;

export function readContent(
  content: string | readonly ContentPart[] | null | undefined,
  path: string,
): ReadContent {
  if (content === undefined || content === null) return { text: "", files: [] };
  if (typeof content === "string") return { text: content, files: [] };
  const files = content.flatMap((part, index): ReadContent["files"] => {
    const documentText = readTextSource(part);
    if (documentText !== undefined) return [{ document: readName(part), text: documentText }];
    const url = findFileUrl(part);
    if (url === undefined && TEXT_PART_TYPES.has(part.type) && part.text !== undefined) return [];
    return [readFile(part, url, `${path}.content[${index}]`)];
  });
  const text = content.flatMap((part) => (TEXT_PART_TYPES.has(part.type) ? [part.text ?? ""] : []));
  return { text: text.join("\n"), files };
}

/**
 * Finds the data URL of a file part, wherever its API puts it; null if it is missing, `undefined` if the part is no
 * file.
 */
function findFileUrl(part: ContentPart): string | null | undefined {
  const { type, image_url: image, file, file_data: data } = part;
  if (IMAGE_PART_TYPES.has(type))
    return readText(image) ?? readText(getField(image, "url")) ?? null;
  if (type === "image" || type === "document") return readSource(part.source);
  if (FILE_PART_TYPES.has(type))
    return readText(data) ?? readText(getField(file, "file_data")) ?? null;
  return undefined;
}

/** The text of a document that the Messages API has as text; `undefined` for every other part. */
function readTextSource({ type, source }: ContentPart): string | undefined {
  return type === "document" && getField(source, "type") === "text"
    ? readText(getField(source, "data"))
    : undefined;
}

/** A file as the Messages API has it. */
function readSource(source: unknown): string | null {
  const [type, data] = [readText(getField(source, "media_type")), getField(source, "data")];
  return type !== undefined && typeof data === "string" ? `data:${type};base64,${data}` : null;
}

function readFile(part: ContentPart, url: string | null | undefined, path: string): ContextFile {
  if (url === undefined) {
    const message = `expected text, an image or a PDF, got ${toOneLine(part.type).slice(0, 40)}`;
    throw invalidRequest(path, message);
  }
  const type = DATA_URL.exec(url ?? "")
    ?.groups?.["type"]?.toLowerCase()
    .replace("jpg", "jpeg");
  if (url === null || type === undefined) {
    const message =
      "expected a file in base64, such as data:image/png;base64,…: this server fetches nothing from addresses in a request";
    throw invalidRequest(path, message);
  }
  if (!(FILE_TYPES as readonly string[]).includes(type)) {
    throw invalidRequest(path, `expected one of ${FILE_TYPES.join(", ")}, got ${type}`);
  }
  return {
    document: readName(part),
    data: url.slice(url.indexOf(",") + 1),
    mediaType: type as FileType,
  };
}

function readName({ filename, title, file }: ContentPart): string {
  const name = readText(filename) ?? readText(title) ?? readText(getField(file, "filename"));
  return toOneLine(name ?? "").slice(0, MAX_NAME_CHARS) || "attached file";
}

/** How many bytes of a body are files in its messages. */
export function countAttachedBytes(messages: unknown): number {
  const parts = (Array.isArray(messages) ? messages : []).flatMap((message: unknown) => {
    const content = getField(message, "content");
    return Array.isArray(content) ? (content as unknown[]) : [];
  });
  return parts.reduce<number>((bytes, part) => {
    const { type = "", ...rest } = Object(part) as Partial<ContentPart>;
    return bytes + (findFileUrl({ type, ...rest })?.length ?? 0);
  }, 0);
}

function getField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
