const negations = new Set(
  (
    "not no never none neither nor nobody nothing nowhere without cannot hardly barely nicht kein keine nie pas jamais " +
    "sin nunca não nem non 不 没 沒 無 无 非 未 否 勿 ず ぬ"
  ).split(" "),
);

/** Pairs that reverse the meaning of a sentence although every other word stays. */
const opposites = new Map<string, string>();
for (const pair of (
  "yes/no true/false </> ≤/≥ increase/decrease increases/decreases increased/decreased increasing/decreasing rise/fall rises/falls " +
  "more/less more/fewer higher/lower above/below over/under left/right north/south east/west before/after up/down " +
  "always/never all/none guilty/innocent win/lose wins/loses accept/reject accepted/rejected allow/forbid allowed/forbidden " +
  "positive/negative odd/even maximum/minimum max/min first/last early/late buy/sell pass/fail passes/fails with/without " +
  "include/exclude includes/excludes included/excluded agree/disagree for/against open/closed converges/diverges same/different " +
  "next/last next/previous raise/lower raises/lowers raised/lowered reduce/increase reduces/increases early/mid late/mid " +
  "earliest/latest oldest/newest oldest/youngest largest/smallest biggest/smallest highest/lowest best/worst longest/shortest " +
  "enable/disable enabled/disabled start/stop hire/fire approve/deny approve/reject accept/decline encrypt/decrypt import/export " +
  "input/output push/pull landlord/tenant buyer/seller lender/borrower employer/employee plaintiff/defendant licensor/licensee " +
  "lessor/lessee client/server succeeds/fails success/failure hot/cold cheap/expensive strong/weak backward/forward back/forward " +
  "today/tomorrow today/yesterday morning/evening am/pm clockwise/counterclockwise clockwise/anticlockwise public/private " +
  "internal/external temporary/permanent voluntary/mandatory optional/mandatory optional/required gain/loss profit/loss " +
  "once/twice once/thrice twice/thrice hourly/daily daily/weekly daily/monthly weekly/monthly monthly/yearly monthly/annually " +
  "calendar/business calendar/working gross/net"
).split(" ")) {
  const [one = "", other = ""] = pair.split("/");
  opposites.set(one, `${opposites.get(one) ?? ""} ${other}`);
  opposites.set(other, `${opposites.get(other) ?? ""} ${one}`);
}

/** Whether another word says the opposite of this one. */
export const hasOpposite = (word: string): boolean => opposites.has(word);

/** Whether a word of one list says the opposite of a word of the other, which has the first word not. */
export function opposeEachOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const only = [...a].filter((word) => !b.has(word));
  return only.some((word) =>
    opposites
      .get(word)
      ?.split(" ")
      .some((counter) => b.has(counter) && !a.has(counter)),
  );
}

const prefixes = ["un", "non", "in", "im", "il", "ir", "dis", "mis", "anti"];

/** Japanese denies by its endings, which the tokens split: ない, ません. */
const isNegation = (word: string, next: string | undefined): boolean =>
  negations.has(word) || (word === "な" && next === "い") || (word === "せ" && next === "ん");

/** "No, it is not" denies once: the reply at its head and the sentence say the same. */
const countNegations = (words: readonly string[]): number => {
  let count = 0;
  for (const [i, word] of words.entries())
    if (isNegation(word, words[i + 1]) && !(i === 0 && word === "no")) count++;
  return count;
};

const figure = /^[-+]?\d|\d$/;

/** Every number said, in order: "2 of 3" is not "3 of 2". */
function numbersIn(words: readonly string[]): string {
  const found: string[] = [];
  for (const word of words) {
    if (figure.test(word)) found.push(Number.isNaN(Number(word)) ? word : String(Number(word)));
  }
  return found.join(" ");
}

/** One text says a word and the other its negated form: "enforceable" and "unenforceable". */
function negatesByPrefix(only: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const word of only) {
    for (const prefix of prefixes) {
      if (other.has(prefix + word) && word.length >= 3) return true;
      if (other.has(`${prefix}-${word}`)) return true;
    }
    const opposite = opposites.get(word);
    if (
      opposite !== undefined &&
      opposite.split(" ").some((counter) => counter !== "" && other.has(counter))
    )
      return true;
  }
  return false;
}

const without = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => {
  const rest = new Set<string>();
  for (const word of a) if (!b.has(word)) rest.add(word);
  return rest;
};

/** What a text claims, as far as its words show: its words, its numbers, how often it negates. */
export interface Claims {
  set: ReadonlySet<string>;
  numbers: string;
  negations: number;
}

export const claimsOf = (words: readonly string[]): Claims => ({
  set: new Set(words),
  numbers: numbersIn(words),
  negations: countNegations(words),
});

/**
 * Whether two texts can't mean the same however many words they share: they name different numbers,
 * one denies what the other says, or a word is in the place of its opposite.
 */
export function contradict(a: Claims, b: Claims): boolean {
  if (a.numbers !== b.numbers || a.negations !== b.negations) return true;
  const onlyA = without(a.set, b.set);
  const onlyB = without(b.set, a.set);
  return negatesByPrefix(onlyA, onlyB) || negatesByPrefix(onlyB, onlyA);
}
