import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ConfigError } from "../../errors.ts";
import { seededRandom, shuffled } from "../../api/index.ts";
import { parseCsv } from "./csv.ts";
import type { EvalItem, RowPlace } from "./item.ts";
import { layouts, mapped, rowError, type FieldMapping, type Layout } from "./layouts.ts";

/** Options of `loadDataset()`. */
export interface LoadOptions {
  /** Name of a known layout, or the names of the fields. Default `plain`. */
  layout?: string | FieldMapping;
  /** Number of questions to draw, by `seed`. Default: all, in order. */
  sample?: number;
  /** Default 0. */
  seed?: number;
}

type PlacedRow = { place: RowPlace; row: Record<string, unknown> };

/**
 * Loads questions from a .jsonl, .json or .csv file (also .gz), or from a folder of such files. Every row is
 * checked before anything else happens: a wrong one stops here, with its file, line and field.
 */
export async function loadDataset(path: string, options: LoadOptions = {}): Promise<EvalItem[]> {
  const layout = layoutOf(options.layout ?? "plain");
  const files = await filesAt(path);
  const items: EvalItem[] = [];
  const seen = new Map<string, RowPlace>();
  for (const file of files) {
    for (const { place, row } of await rowsOf(file)) {
      const item = layout(row, place);
      const before = seen.get(item.id);
      if (before) {
        throw rowError(
          place,
          `id: expected a unique id, got "${item.id}", which ${before.file}:${before.line} already has`,
        );
      }
      seen.set(item.id, place);
      items.push(item);
    }
  }
  if (items.length === 0)
    throw new ConfigError("dataset", `expected questions, got none in ${path}`);
  return options.sample === undefined ? items : drawn(items, options.sample, options.seed ?? 0);
}

function layoutOf(layout: string | FieldMapping): Layout {
  if (typeof layout !== "string") return mapped(layout);
  const known = layouts[layout];
  if (known) return known;
  throw new ConfigError(
    "layout",
    `expected one of ${Object.keys(layouts).join(", ")}, or { question, gold }, got "${layout}"`,
  );
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new ConfigError("dataset", `expected a file or a folder, got none at ${path}`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path))
    .filter((name) => /\.(jsonl|json|csv)(\.gz)?$/.test(name))
    .sort();
  return names.map((name) => join(path, name));
}

async function rowsOf(file: string): Promise<PlacedRow[]> {
  const bytes = await readFile(file);
  const text = decoded(file.endsWith(".gz") ? unzipped(bytes, file) : bytes, file);
  const kind = extname(basename(file, ".gz"));
  if (kind === ".csv")
    return parseCsv(text).map(({ line, row }) => ({ place: { file, line }, row }));
  if (kind === ".json") return listRows(file, text);
  return text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    const place = { file, line: index + 1 };
    return { place, row: parsed(content, place) };
  });
}

function unzipped(bytes: Uint8Array, file: string): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new ConfigError("dataset", `expected a whole gzip file, got other bytes in ${file}`, {
      cause,
    });
  }
}

/** Spreadsheets save CSV in other encodings too. Read as UTF-8, correct answers would count as wrong. */
function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(
      "dataset",
      `expected a text in UTF-8, got other bytes in ${file}: save it as UTF-8`,
      { cause },
    );
  }
}

function listRows(file: string, text: string): PlacedRow[] {
  const place = { file, line: 1 };
  const list: unknown = parseJson(text, place);
  if (!Array.isArray(list)) throw rowError(place, "expected a list of rows");
  return list.map((row: unknown, index) => ({
    place: { file, line: index + 1 },
    row: asRow(row, place),
  }));
}

function parsed(content: string, place: RowPlace): Record<string, unknown> {
  return asRow(parseJson(content, place), place);
}

function asRow(value: unknown, place: RowPlace): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw rowError(place, `expected an object, got ${JSON.stringify(value)}`);
}

function parseJson(content: string, place: RowPlace): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw rowError(place, `expected JSON, got ${JSON.stringify(content.slice(0, 60))} (${reason})`);
  }
}

/** Draws without replacement, by seed, and keeps the order of the file. */
export function drawn<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(`sample ${seed}`);
  return shuffled([...items.keys()], random)
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((index) => items[index] as T);
}
