import type { Word } from "./words.ts";

/** One of the alternatives that a question names. */
export interface NamedOption {
  /** As the question words it; "yes" and "no" for a question of yes or no. */
  name: string;
  /** Stems that tell it from the others. */
  stems: ReadonlySet<string>;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Verbs with which alternatives of what to do begin: "move to Dynamo or stay on Postgres". */
const deeds =
  wordSet(`accept add adopt approve ask automate borrow build buy cancel choose close continue delay deny deploy
  do drop fix go hire hold host increase invest join keep launch lease leave lower make merge migrate move open outsource
  pay pick postpone publish put quit raise rebuild refactor reject release remove rent replace rewrite run sell ship skip
  split start stay stick stop switch take train try upgrade use wait walk write`);

/** Words before which, or after which, a named alternative can't reach. */
const borders =
  wordSet(`is are was were be been do does did has have had will would should shall could can may might must
  i we you they he she it who what which whose when where why how either between prefer choose pick use using with as at
  for from in into on onto by of off over under than to if because since given during while that so and but first better
  best faster cheaper safer larger bigger more most likely rather instead about around after before until upon via this`);

const leads = wordSet("a an the to either rather should is are do we i it you be just");

/** "One or two", "or so", "more or less" name no alternatives. */
const idioms =
  /\b(?:or (?:not|so|more|less|fewer|later|earlier|otherwise|else|anything|something)|(?:more|one|sooner|and|whether) or|and\/or)\b/i;

const last = <T>(items: readonly T[]): T | undefined => items.at(-1);

const key = (word: Word | undefined): string => word?.lexeme.key ?? "";

/** Takes articles and repeated verbs off the head of an alternative. */
function bare(words: readonly Word[]): Word[] {
  let from = 0;
  while (from < words.length - 1 && leads.has(key(words[from]))) from++;
  return words.slice(from);
}

/** The words after "or" up to where the alternative ends; a deed runs on to the next punctuation. */
function rightOf(words: readonly Word[], or: number, deed: boolean): Word[] {
  const found: Word[] = [];
  for (let i = or + 1; i < words.length; i++) {
    const word = words[i];
    if (word === undefined || (word.parted && found.length > 0)) break;
    if (found.length === 0 && leads.has(key(word))) continue;
    if (!deed && borders.has(key(word))) break;
    found.push(word);
  }
  return found;
}

/** The words before "or" back to where the alternative begins, or nothing where no border tells. */
function leftOf(
  words: readonly Word[],
  to: number,
  deed: boolean,
  capital: boolean,
): { words: Word[]; from: number } | null {
  for (let i = to - 1; i >= 0; i--) {
    const word = words[i];
    if (word === undefined) return null;
    if (deed) {
      if (!deeds.has(key(word))) continue;
      return { words: words.slice(i, to), from: i };
    }
    const border =
      borders.has(key(word)) ||
      deeds.has(key(word)) ||
      (capital && !word.lexeme.capital && !leads.has(key(word)));
    if (border || articles.has(key(word)))
      return i + 1 < to ? { words: words.slice(i + 1, to), from: i + 1 } : null;
    if (word.parted) return { words: words.slice(i, to), from: i };
  }
  return { words: words.slice(0, to), from: 0 };
}

const articles = wordSet("a an the");

const mostWords = 6;

/** The alternatives around the last "or" of a question, first to last; none where they can't be told apart. */
function alternatives(words: readonly Word[]): Word[][] {
  let or = words.length - 1;
  while (or >= 0 && key(words[or]) !== "or") or--;
  if (or <= 0 || or === words.length - 1) return [];
  const after = words[or + 1];
  const next = leads.has(key(after))
    ? (words.slice(or + 1).find((word) => !leads.has(key(word))) ?? after)
    : after;
  const deed = deeds.has(key(next)) && next?.lexeme.capital === false;
  const capital = next?.lexeme.capital === true;
  const found = [bare(rightOf(words, or, deed))];
  let to = or;
  for (;;) {
    const left = leftOf(words, to, deed, capital);
    if (left === null) break;
    found.unshift(bare(left.words));
    // "A, B or C": before the comma stands another one.
    const first = words[left.from];
    if (deed || first?.parted !== true || left.from === 0 || found.length > 8) break;
    const before = words[left.from - 1];
    if (before === undefined || borders.has(key(before)) || (capital && !before.lexeme.capital))
      break;
    to = left.from;
  }
  return found.length >= 2 && found.every(({ length }) => length > 0 && length <= mostWords)
    ? found
    : [];
}

/** The last sentence that asks, as words. */
function asked(text: string, words: readonly Word[]): Word[] {
  const mark = text.lastIndexOf("?");
  const end = mark < 0 ? text.length : mark;
  const stop = Math.max(...["\n", ". ", "? ", "! "].map((sign) => text.lastIndexOf(sign, end - 1)));
  return words.filter((word) => word.start > stop && word.start < end);
}

export const yesAndNo: readonly NamedOption[] = ["yes", "no"].map((name) => ({
  name,
  stems: new Set([name]),
}));

/** Whether yes and no are the alternatives. */
export const isYesOrNo = (options: readonly NamedOption[]): boolean => options === yesAndNo;

/** Alternatives that a question names: "PostgreSQL or MongoDB?", yes or no. Empty where it names none. */
export function namedOptions(
  text: string,
  all: readonly Word[],
  yesNo: boolean,
): readonly NamedOption[] {
  if (yesNo) return yesAndNo;
  const words = asked(text, all);
  const [first, final] = [words[0], last(words)];
  if (first === undefined || final === undefined) return [];
  if (idioms.test(text.slice(first.start, final.end))) return [];
  const found = alternatives(words);
  const sets = found.map(
    (option) =>
      new Set(option.filter(({ lexeme }) => !lexeme.stop).map(({ lexeme }) => lexeme.stem)),
  );
  const options = found.map((option, i): NamedOption => {
    const stems = [...(sets[i] ?? [])].filter((stem) => !sets.every((set) => set.has(stem)));
    const from = option[0]?.start ?? 0;
    return { name: text.slice(from, last(option)?.end ?? from), stems: new Set(stems) };
  });
  return options.every(({ stems }) => stems.size > 0) ? options : [];
}
