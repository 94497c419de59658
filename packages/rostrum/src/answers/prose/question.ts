import { asksForIdentifier } from "./identifiers.ts";
import type { Lexicon } from "./lexicon.ts";
import { namedOptions, yesAndNo } from "./options.ts";
import type { NamedOption } from "./options.ts";
import { wordsIn } from "./words.ts";
import type { Word } from "./words.ts";

/** What kind of thing a question asks for. */
export type Expected =
  | "yes_no"
  | "choice"
  | "person"
  | "place"
  | "date"
  | "year"
  | "number"
  | "reason"
  | "thing";

/** A question, parsed once for all its replies. */
export interface ProseQuestion {
  text: string;
  words: Word[];
  /** Stems of its words, those without content excepted: repeating them answers nothing. */
  stems: ReadonlySet<string>;
  /** Its words as keys. */
  keys: ReadonlySet<string>;
  expected: Expected;
  /** Alternatives that it names. */
  options: readonly NamedOption[];
  /** It asks what to do: conditions matter in the answers. */
  decision: boolean;
  /** See `wantsIdentifier`. */
  identifier: boolean;
  /** What is known of the words of its replies; grows as they are read. */
  lexicon: Lexicon;
  /** Statements by reply: a debate looks at a reply more than once. */
  statements: Map<string, string | null>;
}

const patterns: readonly (readonly [Expected, RegExp])[] = [
  ["year", /\b(?:what|which) year\b/i],
  [
    "number",
    /\bhow (?:many|much|old|tall|long|far|fast|big|large|high|deep|heavy|often|hot|cold|wide|likely|late|early)\b|\bwhat (?:is the )?(?:number|population|percentage|percent|age|length|height|distance|temperature|speed|price|cost|size|area|total|rate)\b|\bin minutes\b|\bhow (?:many|much)\b/i,
  ],
  [
    "date",
    /\b(?:when|what (?:date|day|month|time|century|decade)|which (?:date|day|month|century|decade)|since when|until when)\b/i,
  ],
  [
    "place",
    /\b(?:where|(?:what|which)(?: \w+)? (?:country|city|state|town|county|continent|island|river|place|region|province|village|location|capital))\b/i,
  ],
  [
    "person",
    /\b(?:who|whom|whose|which (?:\w+ )?(?:actor|actress|singer|author|writer|president|king|queen|player|artist|composer|person|man|woman|poet|painter|scientist|politician|director))\b/i,
  ],
  [
    "reason",
    /\bwhy\b|\bhow (?:do|does|did|can|could|should|would|is|are|was|were)\b|\bwhat (?:causes|caused|happens|happened)\b/i,
  ],
];

/** German "was" asks for a thing: "Was ist …?" */
const auxiliary =
  "(?:is|are|was(?! (?:ist|sind|war|waren|wird|werden|hat|haben|kann|macht|soll|sollen|sollte|sollten|muss|bedeutet|kostet|passiert)\\b)|were|do|does|did|can|could|should|shall|would|will|has|have|had|may|might|must|am|isn't|aren't|doesn't|don't|didn't|true or false)\\b";

/** A question of yes or no begins with its verb, or after a clause that sets the scene. */
const polar = new RegExp(
  `(?:^|[.!?;:\\n]\\s*|(?:^|[.!?\\n]\\s*)(?:if|when|given|since|assuming|as|after|before|with|for|in|on|under|considering|suppose|because)\\b[^?\\n]{0,300},\\s+)(${auxiliary}[^.!?\\n]*)\\??\\s*$`,
  "i",
);

const asking = /\b(?:who|what|when|where|why|which|how|whom|whose)\b/i;
const alternatives = /\bor\b(?! not\b)/i;

/** Asks what to do rather than what is so. */
const deciding =
  /\b(?:should|shall|ought|recommend|advise|advice|best (?:way|option|choice|approach)|better|prefer|worth|which (?:one|option|of)|what would you|do we|can we)\b/i;

/** What a question asks for that begins with its verb; `null` for other questions. */
function polarKind(tail: string): "choice" | "yes_no" | null {
  const [whole = "", clause] = polar.exec(tail) ?? [];
  if (clause === undefined || asking.test(whole.replace(/^\W*\w+/, ""))) return null;
  return alternatives.test(clause.replace(/true or false/i, "")) ? "choice" : "yes_no";
}

/** The question itself is at the end. */
const endOf = (text: string): string => text.slice(-600);

/** The first word that asks decides: "who was president when …" asks for a person. */
function expectedOf(text: string): Expected {
  const tail = endOf(text);
  const kind = polarKind(tail);
  if (kind !== null) return kind;
  let found: Expected = "thing";
  let first = Number.POSITIVE_INFINITY;
  for (const [expected, pattern] of patterns) {
    const at = tail.search(pattern);
    if (at >= 0 && at < first) {
      first = at;
      found = expected;
    }
  }
  return found;
}

/** The answer is a figure, whatever else the question names: "How many apples or oranges?" */
const figured: ReadonlySet<Expected> = new Set(["number", "date", "year"]);

/** Longer questions contain context, and the real question is at the end. */
const longest = 4_000;

const partAsked = (whole: string): string =>
  whole.length > longest ? whole.slice(-longest) : whole;

/** Whether it asks for a version, a section, a telephone number and the like, whose digits are not a number. */
export function wantsIdentifier(whole: string): boolean {
  return asksForIdentifier.test(partAsked(whole));
}

/** Whether yes or no answers it. Less work than to find out what else it asks for. */
export function asksYesOrNo(whole: string): boolean {
  return polarKind(endOf(partAsked(whole))) === "yes_no";
}

export function questionOf(whole: string): ProseQuestion {
  const text = partAsked(whole);
  const words = wordsIn(text, new Map(), new Set());
  const stems = new Set<string>();
  for (const { lexeme } of words) if (!lexeme.stop) stems.add(lexeme.stem);
  const expected = expectedOf(text);
  return {
    text,
    words,
    stems,
    keys: new Set(words.map(({ lexeme }) => lexeme.key)),
    expected,
    options: figured.has(expected) ? [] : namedOptions(text, words, expected === "yes_no"),
    decision: deciding.test(text),
    identifier: wantsIdentifier(text),
    lexicon: new Map(),
    statements: new Map(),
  };
}

/** The same question, to be answered by yes or no. */
export const asYesOrNo = (question: ProseQuestion): ProseQuestion => ({
  ...question,
  statements: new Map(),
  options: yesAndNo,
});
