/** Shorter texts are stored in place, because a reference would save nothing. */
const SHORTEST = 64;

/**
 * From this length on, a text that is new to the run is stored separately, so that later rows can
 * refer to it.
 */
const WORTH_KEEPING = 256;

/**
 * How many recent texts are searched for a part: what is read from a reply is stored right after
 * the reply.
 */
const RECENT = 8;

/** The key of a reference, and of the note at the end of a row that contains references. */
const MARK = "~";
const PACKED = `,"${MARK}":1}`;

/** A long text of a run, which its rows refer to. */
export interface KeptText {
  text: string;
  /** The text as JSON, because not every database accepts null characters and lone surrogates. */
  rows: readonly TextRow[];
}

/** One piece of a text. The pieces of a text have consecutive numbers. */
export interface TextRow {
  n: number;
  body: string;
}

/**
 * The long texts of one run. A reply occurs in the outcome of its step, in the event about it and,
 * if it wins, in the decision. It is stored once, and rows refer to it or to a part of it.
 */
export interface Texts {
  /**
   * A row as JSON, and the texts that it refers to and that may not be stored yet, which are stored
   * with it.
   */
  pack(row: object): { body: string; texts: KeptText[] };
  /** Marks these texts as stored. */
  stored(texts: readonly KeptText[]): void;
}

/**
 * `first`: the number of the next text. Later rows don't refer to texts from before that, which
 * costs little. `pieceLength`: the longest row of a text, for databases that store short rows
 * better.
 */
export function createTexts(first: number, pieceLength: number = Infinity): Texts {
  const known = new Map<string, KeptText>();
  const unsure = new Set<KeptText>();
  let recent: KeptText[] = [];
  let next = first;

  function keep(text: string): KeptText {
    const rows = piecesOf(JSON.stringify(text), pieceLength).map((body, at) => ({
      n: next + at,
      body,
    }));
    const kept = { text, rows };
    next += rows.length;
    known.set(text, kept);
    unsure.add(kept);
    recent = [kept, ...recent.slice(0, RECENT - 1)];
    return kept;
  }

  return {
    pack(row) {
      const used = new Set<KeptText>();
      let mistakable = false;
      const refer = (text: string): unknown => {
        const whole = known.get(text);
        if (whole) {
          used.add(whole);
          return new Reference(whole);
        }
        for (const kept of new Set([...used, ...recent])) {
          const from = kept.text.indexOf(text);
          if (from < 0) continue;
          used.add(kept);
          return new Reference(kept, from, from + text.length);
        }
        if (text.length < WORTH_KEEPING) return text;
        const kept = keep(text);
        used.add(kept);
        return new Reference(kept);
      };
      const json = JSON.stringify(row, (_key, value: unknown) => {
        if (typeof value === "string" && value.length >= SHORTEST) return refer(value);
        if (isObject(value) && MARK in value && !(value instanceof Reference)) mistakable = true;
        return value;
      });
      if (used.size === 0) return { body: json, texts: [] };
      // User data with such a key would be mistaken for a reference.
      if (mistakable) return { body: JSON.stringify(row), texts: [] };
      return {
        body: json.slice(0, -1) + PACKED,
        texts: [...used].filter((kept) => unsure.has(kept)),
      };
    },
    stored(texts) {
      for (const kept of texts) unsure.delete(kept);
    },
  };
}

/** `{"~": [n, pieces]}`, or `{"~": [n, pieces, from, to]}` for a part of a text. */
class Reference {
  readonly [MARK]: readonly number[];
  constructor({ rows }: KeptText, ...part: number[]) {
    this[MARK] = [rows[0]?.n ?? 0, rows.length, ...part];
  }
}

/** A surrogate pair is not split. */
function piecesOf(json: string, length: number): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < json.length;) {
    const cut = Math.min(json.length, from + length);
    const to = cut < json.length && isFirstHalf(json.charCodeAt(cut - 1)) ? cut - 1 : cut;
    pieces.push(json.slice(from, to));
    from = to;
  }
  return pieces;
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The numbers of the texts that rows refer to; `null` if there are none. */
export function rangeIn(bodies: Iterable<string>): { from: number; to: number } | null {
  let range: { from: number; to: number } | null = null;
  for (const body of bodies) {
    if (!body.endsWith(PACKED)) continue;
    // In JSON, a string can't contain this quotation mark unescaped.
    for (const [, n, pieces] of body.matchAll(/\{"~":\[(\d+),(\d+)/g)) {
      const last = Number(n) + Number(pieces) - 1;
      range ??= { from: Number(n), to: last };
      range = { from: Math.min(range.from, Number(n)), to: Math.max(range.to, last) };
    }
  }
  return range;
}

/** A text from its rows. */
export type TextOf = (n: number, pieces: number) => string;

/** A row as it was before it was packed. Throws if a text is missing. */
export function unpacked(body: string, textOf: TextOf): unknown {
  const value: unknown = JSON.parse(body);
  if (!body.endsWith(PACKED) || !isObject(value)) return value;
  const { [MARK]: _, ...row } = value as Record<string, unknown>;
  return restored(row, textOf);
}

function restored(value: unknown, textOf: TextOf): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((part) => restored(part, textOf));
  const place = (value as Record<string, unknown>)[MARK];
  if (Array.isArray(place)) {
    const [n = -1, pieces = 0, from, to] = place as number[];
    const text = textOf(n, pieces);
    return from === undefined ? text : text.slice(from, to);
  }
  const row = value as Record<string, unknown>;
  for (const key of Object.keys(row)) {
    const part = row[key];
    if (isObject(part)) row[key] = restored(part, textOf);
  }
  return row;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
