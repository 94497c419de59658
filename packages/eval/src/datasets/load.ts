import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ConfigError, isPlainObject } from "@rostrum/core/support";
import { createRandom, shuffle } from "@rostrum/core/record";

import type { EvalItem, RowPlace } from "./item.ts";
import { layouts, mapFields, rowError, type FieldMapping, type Layout } from "./layouts.ts";

/** Options of `loadDataset()`. */
export interface LoadOptions {
  /** Name of a known layout, or the names of the fields. Default `plain`. */
  layout?: string | FieldMapping;
  /** Number of questions to draw, by `seed`. Default: all, in order. */
  sample?: number;
  /** Default 0. */
  seed?: number;
}

/** A row with its file and line. */
export type PlacedRow = { place: RowPlace; row: Record<string, unknown> };

/**
 * Loads questions from a .jsonl, .json or .csv file (also .gz), or from a folder of such files. Every row is
 * checked before any question is asked: an invalid one throws with its file, line and field.
 */
export async function loadDataset(path: string, options: LoadOptions = {}): Promise<EvalItem[]> {
  const layout = findLayout(options.layout ?? "plain");
  const files = await listFiles(path);
  const items: EvalItem[] = [];
  const placesById = new Map<string, RowPlace>();
  for (const file of files) {
    for (const { place, row } of await readRows(file)) {
      const item = layout(row, place);
      const before = placesById.get(item.id);
      if (before) {
        throw rowError(
          place,
          `id: expected a unique id, got "${item.id}", which ${before.file}:${before.line} already has`,
        );
      }
      placesById.set(item.id, place);
      items.push(item);
    }
  }
  if (items.length === 0)
    throw new ConfigError("dataset", `expected questions, got none in ${path}`);
  return options.sample === undefined
    ? items
    : drawSample(items, options.sample, options.seed ?? 0);
}

function findLayout(layout: string | FieldMapping): Layout {
  if (typeof layout !== "string") return mapFields(layout);
  const knownLayout = Object.hasOwn(layouts, layout) ? layouts[layout] : undefined;
  if (knownLayout) return knownLayout;
  const message = `expected one of ${Object.keys(layouts).join(", ")}, or { question, gold }, got "${layout}"`;
  throw new ConfigError("layout", message);
}

async function listFiles(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null)
    throw new ConfigError("dataset", `expected a file or a folder, got none at ${path}`);
  if (!stats.isDirectory()) return [path];
  const names = (await readdir(path))
    .filter((name) => /\.(jsonl|json|csv)(\.gz)?$/.test(name))
    .sort();
  return names.map((name) => join(path, name));
}

export async function readRows(file: string): Promise<PlacedRow[]> {
  const text = await readText(file);
  const kind = extname(basename(file, ".gz"));
  if (kind === ".csv")
    return parseCsv(text).map(({ line, row }) => ({ place: { file, line }, row }));
  if (kind === ".json") {
    const list = parseJsonAt(text, { file, line: 1 });
    if (!Array.isArray(list)) throw rowError({ file, line: 1 }, "expected a list of rows");
    return list.map((row: unknown, index) => checkRow(row, { file, line: index + 1 }));
  }
  return text.split("\n").flatMap((content, index) => {
    const place = { file, line: index + 1 };
    return content.trim() === "" ? [] : checkRow(parseJsonAt(content, place), place);
  });
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    // Spreadsheets save CSV in other encodings too. Garbled text would make right answers count as wrong.
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return decoder.decode(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  } catch (cause) {
    // Node's decoder throws a TypeError, zlib another error.
    const problem =
      cause instanceof TypeError
        ? `expected a text in UTF-8, got other bytes in ${file}: save it as UTF-8`
        : `${file} is a damaged or incomplete gzip file: download or compress it again`;
    throw new ConfigError("dataset", problem, { cause });
  }
}

function checkRow(row: unknown, place: RowPlace): PlacedRow {
  if (isPlainObject(row)) return { place, row };
  throw rowError(place, `expected an object, got ${JSON.stringify(row)}`);
}

function parseJsonAt(content: string, place: RowPlace): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw rowError(place, `expected JSON, got ${JSON.stringify(content.slice(0, 60))} (${reason})`);
  }
}

/** Draws without replacement, by seed, and keeps the order of the file. */
export function drawSample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = createRandom(`sample ${seed}`);
  return shuffle([...items.keys()], random)
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => items[index] as T);
}

/** Rows of a CSV file with a header line, quoted fields and line breaks inside quotes. */
function parseCsv(text: string): { line: number; row: Record<string, string> }[] {
  const [header, ...rest] = splitRecords(text);
  if (!header) return [];
  return rest.map(({ line, fields }) => ({
    line,
    row: Object.fromEntries(header.fields.map((name, at) => [name, fields[at] ?? ""])),
  }));
}

/** One CSV field: its quoted part, the unquoted rest, and the delimiter. */
const FIELD = /("[^"]*(?:""[^"]*)*"?)?([^,\n]*)(,|\n|$)/gy;

function splitRecords(text: string): { line: number; fields: string[] }[] {
  const records: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let line = 1;
  let start = 1;
  for (const [match, quoted = "", rest = "", end] of text.matchAll(FIELD)) {
    const inside = quoted.replace(/^"|"$/g, "").replaceAll('""', '"');
    fields.push(inside + rest.replaceAll("\r", ""));
    line += match.split("\n").length - 1;
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") records.push({ line: start, fields });
    fields = [];
    start = line;
  }
  return records;
}
