import { singular } from "./units.ts";

/** Longer questions contain documents. */
const MAX_QUESTION_CHARS = 20_000;

/** Up to three words after "how many", which may name the counted noun. */
const COUNTED_PHRASE = /\b(?:how many|how much|(?:number|amount) of)((?:\s+[\p{L}-]+){1,3})/giu;

/** A word or a figure of a question. */
const TOKEN = /\p{L}+|\d+(?:[.,]\d+)*/gu;

/** Words that change the meaning of a figure, even if the question has them: "5 or 6", "1 in 5". */
const MODIFIERS: ReadonlySet<string> = new Set(
  "a an and at but divided each either half in least minus most neither no nor not of or out per plus point".split(
    " ",
  ),
);
/** Words that must be followed by a figure of the question: "below 1000". */
const BEFORE_FIGURES: ReadonlySet<string> = new Set(
  "above below from over than to under up".split(" "),
);
/** Words of a question that name nothing. */
const FILLERS: ReadonlySet<string> = new Set(
  "been does have that there these they this those were with".split(" "),
);
const NUMBERS = /^numbers?$/i;
/** Shorter words are not nouns: "5 or" is cut off. */
const MIN_NOUN_CHARS = 4;
const MAX_TOKENS = 12;

/** Meaning of a phrase after a figure. */
export interface CountedThing {
  /** Singular noun as spelled in the question. `null` if the phrase only says that it is a number. */
  noun: string | null;
  /** True if the question asks for it: "apples" in "How many apples are in the boxes?". */
  isAskedFor: boolean;
}

interface Vocabulary {
  /** Words of the question, by each form that an answer may use. */
  all: Map<string, string>;
  counted: Set<string>;
  /** Figures with the word before them. */
  pairs: Set<string>;
}

/** Words of a question, which may name what a figure counts. */
export class QuestionWords {
  readonly #question: string;
  /** `null` until an answer names something counted, because most don't. */
  #vocabulary: Vocabulary | null = null;

  constructor(question: string) {
    this.#question = question;
  }

  has(word: string): boolean {
    return this.#find(word) !== null;
  }

  /**
   * Reads the phrase after a figure: words and figures of the question, and the word "number". `null` for
   * anything else.
   */
  readCounted(phrase: string): CountedThing | null {
    const tokens = phrase.toLowerCase().split(/\s+/);
    if (tokens.length > MAX_TOKENS || !this.#isOfQuestion(tokens)) return null;
    const nouns = tokens.filter((token) => isNoun(token));
    const last = tokens.at(-1) ?? "";
    if (nouns.length === 0 || (!isNoun(last) && !isFigure(last))) return null;
    const namedNouns = nouns
      .filter((token) => !NUMBERS.test(token))
      .map((token) => this.#find(token));
    const { counted } = this.#read();
    // A question that doesn't say what it counts may mean anything it names. The noun follows its adjectives.
    const askedNoun = namedNouns.findLast(
      (noun) => noun !== null && (counted.size === 0 || counted.has(noun)),
    );
    const noun = askedNoun ?? namedNouns.at(-1) ?? null;
    return { noun, isAskedFor: noun === null || askedNoun !== undefined };
  }

  /**
   * True if a phrase consists of words and figures of the question, and doesn't change the meaning of the
   * figure before it.
   */
  #isOfQuestion(tokens: readonly string[]): boolean {
    return tokens.every((token, index) => {
      const previous = tokens[index - 1] ?? "";
      if (isFigure(token))
        return (
          previous !== "times" && this.#read().pairs.has(`${previous} ${normaliseFigure(token)}`)
        );
      const leadsToFigure = BEFORE_FIGURES.has(token);
      if (MODIFIERS.has(token) || (leadsToFigure && index === 0)) return false;
      if (BEFORE_FIGURES.has(previous) && !leadsToFigure) return false;
      return NUMBERS.test(token) || token.split("-").every((part) => this.has(part));
    });
  }

  #find(word: string): string | null {
    const { all } = this.#read();
    const form = listForms(word.toLowerCase()).find((candidate) => all.has(candidate));
    return form === undefined ? null : (all.get(form) ?? null);
  }

  #read(): Vocabulary {
    if (this.#vocabulary !== null) return this.#vocabulary;
    const text = this.#question.slice(0, MAX_QUESTION_CHARS).toLowerCase();
    const tokens = text.match(TOKEN) ?? [];
    const all = new Map<string, string>();
    for (const token of tokens.filter((candidate) => !isFigure(candidate)))
      for (const form of listForms(token)) if (!all.has(form)) all.set(form, singular(token));
    const counted = [...text.matchAll(COUNTED_PHRASE)].flatMap(
      ([, following = ""]) => following.match(/\p{L}+/gu) ?? [],
    );
    const pairs = tokens.flatMap((token, index) =>
      isFigure(token) ? [`${tokens[index - 1] ?? ""} ${normaliseFigure(token)}`] : [],
    );
    return (this.#vocabulary = {
      all,
      counted: new Set(counted.map((word) => singular(word))),
      pairs: new Set(pairs),
    });
  }
}

const isFigure = (token: string): boolean => /^\d/.test(token);

const isNoun = (token: string): boolean =>
  /^\p{L}[\p{L}-]*$/u.test(token) &&
  token.length >= MIN_NOUN_CHARS &&
  !BEFORE_FIGURES.has(token) &&
  !FILLERS.has(token);

const normaliseFigure = (figure: string): string => figure.replaceAll(",", "");

/** Possible singular and plural forms of a word: "boxes" may be of "box", "cases" of "case". */
function listForms(word: string): string[] {
  const forms = [word];
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) {
    forms.push(word.slice(0, -1));
    if (word.endsWith("es")) forms.push(word.slice(0, -2));
    if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  }
  return [...forms, singular(word)];
}
