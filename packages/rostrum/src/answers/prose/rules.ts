import { overlapsBy } from "../words/overlap.ts";
import { contradict } from "../words/contradiction.ts";
import type { Claims } from "../words/contradiction.ts";
import { shareOf } from "./bag.ts";
import { relateDates, relateQuantities } from "./figures.ts";
import type { Relation } from "./figures.ts";
import { isReordered } from "./order.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { sameQuantity } from "./same-quantity.ts";

export type Verdict = "same" | "different" | "open";

/**
 * A verdict, or what is probable: "likely" where the two don't contradict each other and one says more,
 * as "1776" and "July 4, 1776"; "unlikely" where they say the same of different names.
 */
export type Ruling = Verdict | "likely" | "unlikely";

/** Statements of facts hold on no condition; "after" and "once" in them tell of time. */
const isFact = ({ expected }: ProseQuestion): boolean =>
  expected === "person" ||
  expected === "place" ||
  expected === "date" ||
  expected === "year" ||
  expected === "number";

/** Two that each pick one of the question's alternatives differ by what they pick. */
function byOption(a: ProseAnswer, b: ProseAnswer): Verdict {
  if (a.picked === null || b.picked === null) return "open";
  if (a.picked !== b.picked) return "different";
  // "Enforceable for two years" and "for five years" say more than yes.
  const restated = a.stance.polarity !== null && !(a.stance.explicit && b.stance.explicit);
  return restated && figuresApart(a.figures, b.figures) ? "open" : "same";
}

/** Yes and no, and what they are tied to. */
function byStance(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Ruling {
  const one = a.stance;
  const other = b.stance;
  if (one.polarity !== null && other.polarity !== null && one.polarity !== other.polarity)
    return "different";
  if (isFact(question)) return "open";
  if (one.conditional !== other.conditional) return "different";
  return one.partial === other.partial ? "open" : "unlikely";
}

function relationOf(a: ProseAnswer["figures"], b: ProseAnswer["figures"]): Relation {
  const dates = relateDates(a.dates, b.dates);
  const quantities = relateQuantities(a.quantities, b.quantities);
  if (dates === "none") return quantities;
  if (quantities === "none" || dates === quantities) return dates;
  if (dates === "different" || quantities === "different") return "different";
  return dates === "doubtful" || quantities === "doubtful" ? "doubtful" : "compatible";
}

/** "100 °C (212 °F)" says one thing twice. */
const saysOne = ({ dates, quantities }: ProseAnswer["figures"]): boolean =>
  dates.length + quantities.length === 1 ||
  (dates.length === 0 &&
    quantities.every(
      (quantity) => quantities[0] !== undefined && sameQuantity(quantities[0], quantity),
    ));

/** Answers that are figures and no more are compared as figures. */
function byFigures(a: ProseAnswer, b: ProseAnswer): Ruling {
  if (!a.bare || !b.bare) return "open";
  const relation = relationOf(a.figures, b.figures);
  if (relation === "different") return "different";
  if (relation === "compatible") return "likely";
  if (relation === "doubtful") return "unlikely";
  return relation === "same" && saysOne(a.figures) && saysOne(b.figures) ? "same" : "open";
}

/** Figures and denials have rules of their own: only opposite words are looked for. */
const wordsAlone = ({ keys }: ProseAnswer): Claims => ({ set: keys, numbers: "", negations: 0 });

/** The one sign by which a statement compares; several are markup rather than a claim. */
function comparator({ signs }: ProseAnswer): string {
  const found = signs.match(/[<>≤≥=≠]/g);
  return found?.length === 1 ? (found[0] ?? "") : "";
}

/** The same words with other signs: "O+" and "O-", "ok" and "!ok". A currency or "%" may be left out. */
const signsApart = (a: ProseAnswer, b: ProseAnswer): boolean =>
  a.inOrder.length > 0 &&
  a.inOrder.join(" ") === b.inOrder.join(" ") &&
  [a, b].every(
    ({ signs, figures }) =>
      !/[$€£¥₹₩₿₽%‰°≈^×÷√]/.test(signs) && figures.quantities.every(({ bound }) => bound === null),
  );

/** "x > 5" is neither "x < 5" nor "x ≥ 5", and "a && b" is not "a || b". */
function bySigns(a: ProseAnswer, b: ProseAnswer): Verdict {
  if (a.signs === b.signs) return "open";
  const [one, other] = [comparator(a), comparator(b)];
  if (one !== "" && other !== "" && one !== other) return "different";
  return a.operators !== b.operators && short(a) && short(b)
    ? "different"
    : signsApart(a, b)
      ? "different"
      : "open";
}

/** Versions, sections and telephone numbers have no digit to spare. */
function byIdentifiers(a: ProseAnswer, b: ProseAnswer): Ruling {
  if (a.identifiers.size === 0 || b.identifiers.size === 0) return "open";
  const shared = [...a.identifiers].some((identifier) => b.identifiers.has(identifier));
  if (!shared) return short(a) && short(b) ? "different" : "unlikely";
  return a.justIdentifier && b.justIdentifier ? "same" : "open";
}

/** "World War I" is not "World War II". */
function byNumerals({ numerals: a }: ProseAnswer, { numerals: b }: ProseAnswer): Verdict {
  for (const one of a)
    for (const other of b)
      if (
        one !== other &&
        one.split(" ")[0] === other.split(" ")[0] &&
        !a.has(other) &&
        !b.has(one)
      )
        return "different";
  return "open";
}

/** One turns down what the other says: "Smith, not Jones" and "Jones". */
function byRejection(a: ProseAnswer, b: ProseAnswer): Verdict {
  const turnsDown = (x: ProseAnswer, y: ProseAnswer): boolean =>
    x.rejected.size > 0 &&
    y.core.weights.size > 0 &&
    [...y.core.weights.keys()].every((stem) => x.rejected.has(stem) && !x.core.weights.has(stem));
  return turnsDown(a, b) || turnsDown(b, a) ? "different" : "open";
}

/** Lists that don't name the same things, and the same words in an order that says something else. */
function byOrder(a: ProseAnswer, b: ProseAnswer): Ruling {
  if (isReordered(a.inOrder, b.inOrder) && a.items.length === 0) return "unlikely";
  return listsApart(a, b) || listsApart(b, a) ? "unlikely" : "open";
}

/** Whether a list names something that the other, a list or a single name, leaves out. */
function listsApart(list: ProseAnswer, other: ProseAnswer): boolean {
  if (list.items.length === 0) return false;
  const single = other.items.length === 0;
  // A sentence may name all of them in its own way.
  if (single && other.size > longestName) return false;
  return list.items.some((item) =>
    item.split(" ").every((stem) => !other.all.weights.has(stem) && !other.focus.weights.has(stem)),
  );
}

/** A name has no more words than this. */
const longestName = 4;

/** With more words than this, opposites may be in different clauses. */
const shortStatement = 14;
const short = ({ size }: ProseAnswer): boolean => size <= shortStatement;

/** "Probably not" doesn't deny "no". */
const deniesOther = (a: ProseAnswer["stance"], b: ProseAnswer["stance"]): boolean =>
  a.negated !== b.negated && (a.negated ? b : a).polarity !== "no";

/** "Move to Postgres" and "move away from Postgres". */
const turnsAround = ({ keys: a }: ProseAnswer, { keys: b }: ProseAnswer): boolean =>
  a.has("to") && !a.has("from") && b.has("from") && !b.has("to");

/** Much the same words, and one of the two denies them or turns one round. */
function byDenial(a: ProseAnswer, b: ProseAnswer): Verdict {
  if (!short(a) || !short(b)) return "open";
  const [ofA, ofB] = [shareOf(a.core, b.core), shareOf(b.core, a.core)];
  // "A full disk" is not denied by "the disk had no space left".
  const alike =
    (Math.max(ofA, ofB) >= 0.75 && Math.min(ofA, ofB) >= 0.5) ||
    a.core.total === 0 ||
    b.core.total === 0;
  if (alike && deniesOther(a.stance, b.stance)) return "different";
  if (alike && (turnsAround(a, b) || turnsAround(b, a))) return "different";
  return contradict(wordsAlone(a), wordsAlone(b)) ? "different" : "open";
}

/** From this share of common words on, what is not common makes the difference. */
const muchAlike = 0.7;

/** Whether each of two statements has a figure that the other lacks. */
function figuresApart(a: ProseAnswer["figures"], b: ProseAnswer["figures"]): boolean {
  const lacks = (x: ProseAnswer["figures"], y: ProseAnswer["figures"]): boolean =>
    x.quantities.some((one) => relateQuantities([one], y.quantities) === "different") ||
    x.dates.some((one) => relateDates([one], y.dates) === "different");
  return lacks(a, b) && lacks(b, a);
}

const lacksNameOf = (a: ProseAnswer, b: ProseAnswer): boolean => {
  for (const name of a.core.names) if (!b.all.weights.has(name)) return true;
  return false;
};

/** Both use letters as names, and none is the other's: "option A" and "option B". */
const labelsApart = ({ labels: a }: ProseAnswer, { labels: b }: ProseAnswer): boolean =>
  a.size > 0 && b.size > 0 && ![...a].some((label) => b.has(label));

/** "George W. Bush" and "George H. W. Bush". */
const initialsApart = ({ labels: a }: ProseAnswer, { labels: b }: ProseAnswer): boolean =>
  a.size > 0 && b.size > 0 && (a.size !== b.size || [...a].some((label) => !b.has(label)));

/** Nearly the same sentence, in which a figure, a name, a denial or an opposite is exchanged. */
function byExchange(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Ruling {
  if (!overlapsBy(muchAlike, a.keys, b.keys))
    return short(a) && short(b) && labelsApart(a, b) ? "unlikely" : "open";
  if (labelsApart(a, b)) return "different";
  if (initialsApart(a, b)) return "unlikely";
  if (a.stance.negated !== b.stance.negated) return "different";
  if (figuresApart(a.focusFigures, b.focusFigures)) return "different";
  if (contradict(wordsAlone(a), wordsAlone(b))) return "different";
  if (lacksNameOf(a, b) && lacksNameOf(b, a)) return "unlikely";
  // Who it was may be told with the wrong year.
  if (question.expected === "person" || question.expected === "place") return "open";
  return a.numbers.length === b.numbers.length && String(a.numbers) !== String(b.numbers)
    ? "unlikely"
    : "open";
}

/** What can be said without any score. */
export function rulingOn(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Ruling {
  if (a === b || a.key === b.key) return "same";
  for (const rule of [
    byOption(a, b),
    byStance(question, a, b),
    bySigns(a, b),
    byIdentifiers(a, b),
    byNumerals(a, b),
    byRejection(a, b),
    byDenial(a, b),
    byFigures(a, b),
    byOrder(a, b),
    byExchange(question, a, b),
  ])
    if (rule !== "open") return rule;
  return "open";
}
