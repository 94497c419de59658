/** What a word before or after a figure makes of it: the least or the most; strict where the figure itself is excluded. */
export type Bound = "<" | "≤" | ">" | "≥" | null;

const comparative =
  /(?:^|[^\p{L}])(no |not )?(more|greater|longer|later|larger|higher|older|less|fewer|shorter|earlier|sooner|smaller|lower|younger) than (?:the |an? )?[$€£¥₹]?$/iu;
const upward = /^(?:more|greater|longer|later|larger|higher|older)$/i;

const leastBefore =
  /(?:^|[^\p{L}])(?:at (?:the )?least|a minimum of|minimum|over|above|exceed(?:s|ed|ing)?|upwards? of|starting (?:at|from)|≥|>=) ?[$€£¥₹]?$/iu;
const mostBefore =
  /(?:^|[^\p{L}])(?:at (?:the )?most|a maximum of|maximum|max|under|below|within|up to|≤|<=) ?[$€£¥₹]?$/iu;
const above = /> ?[$€£¥₹]?$/;
const below = /< ?[$€£¥₹]?$/;

const leastAfter =
  /^(?: ?\+(?! ?\d)| (?:or|and) (?:more|above|over|longer|older|greater|higher|up)\b| (?:minimum|at least)\b)/i;
const mostAfter =
  /^ (?:(?:or|and) (?:less|fewer|below|under|shorter|younger|lower)\b|(?:maximum|at most|or so at most|tops)\b)/i;

/** Words further away than this belong to something else. */
const reach = 32;

const turned = { "<": "≥", ">": "≤" } as const;

function comparedTo(before: string): Bound {
  const [, denied, word = ""] = comparative.exec(before) ?? [];
  if (word === "") return null;
  const said = upward.test(word) ? ">" : "<";
  return denied === undefined ? said : turned[said];
}

/** The bound that a number from `start` to `end` is said to be. */
export function boundOf(text: string, start: number, end: number): Bound {
  const before = text.slice(Math.max(0, start - reach), start);
  const said = comparedTo(before);
  if (said !== null) return said;
  if (leastBefore.test(before)) return "≥";
  if (mostBefore.test(before)) return "≤";
  if (above.test(before)) return ">";
  if (below.test(before)) return "<";
  const after = text.slice(end, end + reach);
  return leastAfter.test(after) ? "≥" : mostAfter.test(after) ? "≤" : null;
}

const dateBound =
  /(?:^|[^\p{L}])(after|since|from|before|until|till|by|(?:no|not) later than|(?:no|not) earlier than|later than|earlier than|prior to) (?:the |about |around |early |mid-?|late )*$/iu;

const boundOfWord: Readonly<Record<string, Bound>> = {
  after: ">",
  "later than": ">",
  since: "≥",
  from: "≥",
  before: "<",
  "earlier than": "<",
  "prior to": "<",
  until: "≤",
  till: "≤",
  by: "≤",
};

/** The same for a date: "before 1990", "since March". */
export function dateBoundOf(text: string, start: number): Bound {
  const word = dateBound.exec(text.slice(Math.max(0, start - reach), start))?.[1]?.toLowerCase();
  if (word === undefined) return null;
  if (word.endsWith("later than") && word !== "later than") return "≤";
  if (word.endsWith("earlier than") && word !== "earlier than") return "≥";
  return boundOfWord[word] ?? null;
}

const isLeast = (bound: Bound): boolean => bound === ">" || bound === "≥";

/** Whether one is the least and the other the most. */
export const opposed = (a: Bound, b: Bound): boolean =>
  a !== null && b !== null && isLeast(a) !== isLeast(b);

/** Words that make a bound; they say nothing else. */
export const boundWords: ReadonlySet<string> = new Set(
  "least most minimum maximum max exceed exceeds exceeding greater longer fewer less upward upwards above below over under".split(
    " ",
  ),
);

const partBefore =
  /(?:^|[^\p{L}])(early|mid|late|(?:beginning|start|middle|end|first half|second half|turn) of)[ -](?:the |in )?$/iu;

/** The part of a year, a decade or a century that is meant: "early 2021" is not "late 2021". */
export function partOf(text: string, start: number): "early" | "mid" | "late" | null {
  const said = partBefore.exec(text.slice(Math.max(0, start - reach), start))?.[1]?.toLowerCase();
  if (said === undefined || said.startsWith("turn")) return null;
  if (/^(?:early|beginning|start|first)/.test(said)) return "early";
  return said.startsWith("mid") ? "mid" : "late";
}
