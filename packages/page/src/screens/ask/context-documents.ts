import { formatCount } from "@rostrum/core/export";
import type { ContextDocument } from "../../api/asking.ts";

/** Bytes at the start of a file that are checked for being text. */
const CHECKED_BYTES = 4096;

/** Reads a file as a context document: as text if possible, otherwise as bytes. */
export async function readDocument(file: File): Promise<ContextDocument> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const document = file.name.slice(0, 200) || "document";
  return isText(bytes)
    ? { document, text: new TextDecoder().decode(bytes) }
    : { document, data: base64(bytes) };
}

/** Adds documents under unique names, because they are cited by name. */
export function addDocuments(
  before: readonly ContextDocument[],
  added: readonly ContextDocument[],
): ContextDocument[] {
  const all = [...before];
  for (const document of added)
    all.push({ ...document, document: findFreeName(document.document, all) });
  return all;
}

function findFreeName(name: string, existing: readonly ContextDocument[]): string {
  const isTaken = (candidate: string): boolean =>
    existing.some(({ document }) => document === candidate);
  if (!isTaken(name)) return name;
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let number = 2;
  while (isTaken(`${stem} ${number}${ending}`)) number += 1;
  return `${stem} ${number}${ending}`;
}

/** Formats the size of a document. */
export function formatSize(each: ContextDocument): string {
  const bytes = "text" in each ? each.text.length : (each.data.length * 3) / 4;
  if (bytes < 1000) return formatCount(Math.round(bytes), "text" in each ? "character" : "byte");
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function isText(bytes: Uint8Array): boolean {
  // A PDF may consist of plain characters, but isn't readable as text.
  if (new TextDecoder().decode(bytes.subarray(0, 5)) === "%PDF-") return false;
  if (bytes.subarray(0, CHECKED_BYTES).includes(0)) return false;
  try {
    // Decodes the whole file, because the checked part may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let offset = 0; offset < bytes.length; offset += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000));
  }
  return btoa(binary);
}
