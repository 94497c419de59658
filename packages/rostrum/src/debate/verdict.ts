import { parseReply } from "../answers/index.ts";
import type { Citation } from "../protocol/result.ts";

/** One place where a label stands in a verdict, whole. */
interface Mention {
  label: string;
  start: number;
  end: number;
}

/**
 * Finds the one label a judge picked. Labels are matched whole and exactly: `AGENT_10` is not
 * `AGENT_1`, and a label that is merely compared with doesn't win. Where the words leave it open
 * nobody is picked: the vote decides then, and the result says so.
 */
export function pickedLabel(verdict: string, labels: readonly string[]): string | null {
  const mentions = mentionsOf(verdict, labels);
  const pick = named(verdict, mentions) ?? leading(verdict, mentions) ?? onlyOne(verdict, mentions);
  return pick?.label ?? null;
}

const FIELD =
  /(?<=^|[\n,{};.:])\W{0,9}(?:the\s+)?(?:winner|winning position|pick|choice|best position|verdict|label)\W{0,9}(?:\bis\b|:)/gi;

/** "Winner: X", or the same as a JSON field. The last such line counts. */
function named(text: string, mentions: readonly Mention[]): Mention | undefined {
  let found: Mention | undefined;
  let index = 0;
  for (const field of text.matchAll(FIELD)) {
    const at = field.index + field[0].length;
    let next = mentions[index];
    while (next && next.start < at) next = mentions[++index];
    if (next && !WORD.test(text.slice(at, next.start))) found = next;
  }
  return found;
}

/** Words with which a judge goes on after the label of its choice. */
const PRAISE =
  /^\W*(?:wins|won|prevails|because|since|(?:is|has|makes|gives|offers) (?:clearly )?(?:the )?(?:best|better|right|correct|winner|strong|more|most))/i;

/** The verdict begins with the label, as the judge was asked to do. */
function leading(text: string, [first, ...others]: readonly Mention[]): Mention | undefined {
  if (!first || WORD.test(text.slice(0, first.start))) return undefined;
  if (others.every(({ label }) => label === first.label)) return onlyOne(text, [first]);
  const rest = text.slice(first.end);
  const [gap = ""] = /^[^\p{L}\p{N}]*/u.exec(rest) ?? [];
  if (gap.includes(":") || gap.includes("\n")) return first;
  return /[;.!)\]–—]|\s-/.test(gap) || PRAISE.test(rest) ? first : undefined;
}

const REFUSED_BEFORE = /\b(?:not|neither|nor|but|except|than)\W*$/i;
const REFUSED_AFTER = /^\W*(?:(?:is|was)\s+)?(?:not|wrong|worse|worst|weak|incorrect|fails|loses)/i;

function onlyOne(text: string, mentions: readonly Mention[]): Mention | undefined {
  const [first] = mentions;
  if (!first || mentions.some(({ label }) => label !== first.label)) return undefined;
  const refused =
    REFUSED_BEFORE.test(text.slice(0, first.start)) || REFUSED_AFTER.test(text.slice(first.end));
  return refused ? undefined : first;
}

const WORD = /[\p{L}\p{N}]/u;

/** In order. The longest label goes first: "Debater A" must not be found in "Debater AB". */
function mentionsOf(text: string, labels: readonly string[]): Mention[] {
  const found: Mention[] = [];
  const taken = new Uint8Array(text.length);
  for (const label of [...labels].sort((a, b) => b.length - a.length)) {
    for (let start = text.indexOf(label); start >= 0; start = text.indexOf(label, start + 1)) {
      const end = start + label.length;
      // What is taken is at least as long as this label: it reaches one of its ends.
      if (taken[start] || taken[end - 1] || !standsWhole(text, start, end)) continue;
      taken.fill(1, start, end);
      found.push({ label, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Underscores belong to a name, unless the same number on both sides makes them emphasis. */
function standsWhole(text: string, start: number, end: number): boolean {
  let marks = 0;
  while (text[start - marks - 1] === "_" && text[end + marks] === "_") marks += 1;
  const outside = [text[start - marks - 1] ?? "", text[end + marks] ?? ""];
  if (outside.includes("_")) return false;
  const inside = [text[start] ?? "", text[end - 1] ?? ""];
  // Next to a label's own punctuation anything may stand.
  return outside.every((char, side) => !WORD.test(char) || !WORD.test(inside[side] ?? ""));
}

/** What a judge said beside its answer. */
export interface StructuredVerdict {
  justification?: string;
  dissent?: string;
  citations?: Citation[];
}

/**
 * Reads reasons and citations out of a verdict. Citations of labels that nobody had are left out: a
 * pointer to nowhere is worse than none.
 */
export function structuredVerdict(
  text: string,
  placeOf: (label: string) => { debater: string; round: number } | null,
): StructuredVerdict {
  const said = parseReply(text);
  if (said === null) return {};
  const { justification, dissent, citations } = said;
  const found = Array.isArray(citations)
    ? citations.flatMap((entry) => citation(entry, placeOf))
    : [];
  return {
    ...(typeof justification === "string" ? { justification } : {}),
    ...(typeof dissent === "string" ? { dissent } : {}),
    ...(Array.isArray(citations) ? { citations: found } : {}),
  };
}

function citation(
  entry: unknown,
  placeOf: (label: string) => { debater: string; round: number } | null,
): Citation[] {
  const { position, quote } = (typeof entry === "string" ? { position: entry } : (entry ?? {})) as {
    position?: unknown;
    quote?: unknown;
  };
  const place = typeof position === "string" ? placeOf(position.trim()) : null;
  return place ? [{ ...place, ...(typeof quote === "string" ? { quote } : {}) }] : [];
}
