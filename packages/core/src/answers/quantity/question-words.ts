import { readNumberWords } from "./figure.ts";
import { readUnit, singular } from "./units.ts";

/** Longer questions contain documents. */
const MAX_QUESTION_CHARS = 20_000;

/** Up to three words after "how many", which may name the counted noun. */
const COUNTED_PHRASE = /\b(?:how many|how much|(?:number|amount) of)((?:\s+[\p{L}-]+){1,3})/giu;
/** Verbs after the counted noun: "How many men are needed?" */
const VERBS =
  /\s(?:are|can|could|did|do|does|had|has|have|is|may|must|should|was|were|will|would)(?=\s|$)/;

/** A word or a figure of a question. */
const TOKEN = /\p{L}+|\d+(?:[.,]\d+)*/gu;

const readWords = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words that change the meaning of a figure, even if the question has them: "5 or 6", "12 per man", "5 pm", "2 pi". */
const MODIFIERS: ReadonlySet<string> = readWords(
  "a about almost an approximately but divided each either except every half least maybe minus most nearly neither " +
    "never no non none nor not off or out per perhaps plus point possibly probably roughly unless until versus via vs " +
    "without xor " +
    "ad am bc bce bp bps ce cos deg exp ln log mod nd pct phi pi pm pp rad rd sin sqrt st tan tau th",
);
/** Operations on the figure before them, unless the question counts them: "5 squared" is 25, "2 roots" are 2. */
const OPERATIONS: ReadonlySet<string> = readWords(
  "cube cubed double doubled factorial half halved inverse multiplied power quadrupled raised reciprocal root square " +
    "squared times trebled triple tripled",
);
/** Words that may begin a repeated part of the question, after a noun: "kids in the car". */
const LINKS: ReadonlySet<string> = readWords("at in of");
/** Words that must be followed by a figure of the question: "below 1000". */
const BEFORE_FIGURES: ReadonlySet<string> = readWords("above below from over than to under up");
/** Words of a question that name nothing. */
const FILLERS: ReadonlySet<string> = readWords(
  "all am any are as be been by can did do does due few for get got had has have he her him his how i if is it its " +
    "less let max me min my net now odd on our own put she so than that the there these they this those too top " +
    "us was we were who why with yet you",
);
const NUMBERS = /^numbers?$/i;
/** "12 May" is a date. */
const MONTHS: ReadonlySet<string> = readWords(
  "january february march april may june july august september october november december",
);
/** Shorter words are not nouns. Where the question isn't "how many", its short words may be of any language. */
const MIN_NOUN_CHARS = { counting: 2, other: 4 };
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
  /** What the question asks for. */
  counted: Set<string>;
  /** What it says of that: "needed" in "How many men are needed?". */
  predicates: Set<string>;
  /** Figures with the word before them. */
  pairs: Set<string>;
  /** The question in singular words and figures, with a space around each. */
  sequence: string;
  minNounChars: number;
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
    const [first = ""] = tokens;
    if (tokens.length > MAX_TOKENS || MONTHS.has(first)) return null;
    // A percentage or an angle is never a count.
    if (readUnit(first)?.mustBeSaid) return null;
    const link = tokens.findIndex((token) => LINKS.has(token));
    const named = link < 0 ? tokens : tokens.slice(0, link);
    if (!this.#isOfQuestion(named)) return null;
    const nouns = named.filter((token) => this.#isNoun(token));
    const last = named.at(-1) ?? "";
    if (nouns.length === 0 || (!this.#isNoun(last) && (link >= 0 || !isFigure(last)))) return null;
    if (link >= 0 && !this.#repeatsQuestion(tokens.slice(link), last)) return null;
    const { counted, predicates } = this.#read();
    const lastNoun = nouns.at(-1) ?? "";
    const lastThing = this.#find(lastNoun) ?? lastNoun;
    if (OPERATIONS.has(lastNoun) && !counted.has(lastThing) && !predicates.has(lastThing))
      return null;
    const things = nouns
      .filter((token) => !NUMBERS.test(token))
      .map((token) => this.#find(token))
      .filter((noun) => noun === null || !predicates.has(noun));
    // A question that doesn't say what it counts may mean anything it names. The noun follows its adjectives.
    const askedNoun = things.findLast(
      (noun) => noun !== null && (counted.size === 0 || counted.has(noun)),
    );
    const noun = askedNoun ?? things.at(-1) ?? null;
    return { noun, isAskedFor: noun === null || askedNoun !== undefined };
  }

  /**
   * True if a phrase consists of words and figures of the question, and doesn't change the meaning of the
   * figure before it.
   */
  #isOfQuestion(tokens: readonly string[]): boolean {
    // "12 more than 5" is 17.
    if (tokens[1] === "than") return false;
    return tokens.every((token, index) => {
      const previous = tokens[index - 1] ?? "";
      if (isFigure(token))
        return (
          previous !== "times" && this.#read().pairs.has(`${previous} ${normaliseFigure(token)}`)
        );
      const leadsToFigure = BEFORE_FIGURES.has(token);
      if (changesFigure(token) || token === "and" || (leadsToFigure && index === 0)) return false;
      // "12 men to 13" is a range.
      if (
        token === "to" &&
        !tokens.slice(0, index).some((each) => each === "from" || each === "up")
      )
        return false;
      if (BEFORE_FIGURES.has(previous) && !leadsToFigure) return false;
      return NUMBERS.test(token) || token.split("-").every((part) => this.has(part));
    });
  }

  /**
   * True if words after a noun are a part of the question: "boxes of 12 pens", "clips in April and May". A
   * share is none: "1 apple in 5", "5 boxes of 10 boxes".
   */
  #repeatsQuestion(tokens: readonly string[], noun: string): boolean {
    const isSafe = tokens.every((token, index) => {
      const previous = tokens[index - 1] ?? "";
      if (!isFigure(token)) return !changesFigure(token) && !BEFORE_FIGURES.has(token);
      const thing = this.#find(tokens[index + 1] ?? "");
      const isCountOfOther = previous === "of" && thing !== this.#find(noun);
      return thing !== null && (previous === "the" || isCountOfOther);
    });
    const isOfMeasure = readUnit(noun) !== null;
    const last = tokens.at(-1) ?? "";
    return (
      isSafe &&
      !isOfMeasure &&
      (this.#isNoun(last) || last === "all") &&
      this.#read().sequence.includes(this.#toSequence(tokens))
    );
  }

  #toSequence(tokens: readonly string[]): string {
    const forms = tokens.map((token) =>
      isFigure(token) ? normaliseFigure(token) : (this.#find(token) ?? token),
    );
    return ` ${forms.join(" ")} `;
  }

  #isNoun(token: string): boolean {
    return (
      /^\p{L}[\p{L}-]*$/u.test(token) &&
      token.length >= this.#read().minNounChars &&
      !BEFORE_FIGURES.has(token) &&
      !FILLERS.has(token)
    );
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
    for (const token of tokens.filter((candidate) => !isFigure(candidate))) {
      const forms = listForms(token);
      const known = forms.find((form) => all.has(form));
      const name = all.get(known ?? "") ?? singular(token);
      for (const form of forms) if (!all.has(form)) all.set(form, name);
    }
    const phrases = [...text.matchAll(COUNTED_PHRASE)].map(([, following = ""]) => {
      const verb = following.search(VERBS);
      return verb < 0 ? [following, ""] : [following.slice(0, verb), following.slice(verb)];
    });
    const listNouns = (part: 0 | 1): string[] =>
      phrases
        .flatMap((phrase) => phrase[part]?.match(/\p{L}+/gu) ?? [])
        .filter((word) => !FILLERS.has(word) && !LINKS.has(word))
        .map((word) => all.get(word) ?? word);
    const counted = new Set(listNouns(0));
    const pairs = tokens.flatMap((token, index) =>
      isFigure(token) ? [`${tokens[index - 1] ?? ""} ${normaliseFigure(token)}`] : [],
    );
    this.#vocabulary = {
      all,
      counted,
      predicates: new Set(listNouns(1).filter((word) => !counted.has(word))),
      pairs: new Set(pairs),
      sequence: "",
      minNounChars: phrases.length > 0 ? MIN_NOUN_CHARS.counting : MIN_NOUN_CHARS.other,
    };
    this.#vocabulary.sequence = this.#toSequence(tokens);
    return this.#vocabulary;
  }
}

/** True for words that modify a figure, and for another number. */
const changesFigure = (token: string): boolean =>
  MODIFIERS.has(token) || (token !== "and" && readNumberWords(token) !== null);

const isFigure = (token: string): boolean => /^\d/.test(token);

const normaliseFigure = (figure: string): string => figure.replaceAll(",", "");

/** Possible singular and plural forms of a word: "boxes" may be of "box", "cases" of "case". */
function listForms(word: string): string[] {
  const forms = [word];
  if (word.length > 2 && word.endsWith("s") && !word.endsWith("ss")) {
    forms.push(word.slice(0, -1));
    if (/(?:[sxz]|ch|sh|o)es$/.test(word)) forms.push(word.slice(0, -2));
    if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
    if (word.endsWith("ves")) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`);
  }
  return [...forms, singular(word)];
}
