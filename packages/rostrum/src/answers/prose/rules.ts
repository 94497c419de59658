import { overlapsBy } from "../words/overlap.ts";
import { contradict } from "../words/contradiction.ts";
import type { Claims } from "../words/contradiction.ts";
import { shareOf } from "./bag.ts";
import { relateDates, relateQuantities } from "./figures.ts";
import type { Relation } from "./figures.ts";
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
  return a.picked === b.picked ? "same" : "different";
}

/** Yes and no, and what they are tied to. */
function byStance(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Verdict {
  const one = a.stance;
  const other = b.stance;
  if (one.polarity !== null && other.polarity !== null && one.polarity !== other.polarity)
    return "different";
  if (isFact(question)) return "open";
  return one.conditional === other.conditional ? "open" : "different";
}

function relationOf(a: ProseAnswer["figures"], b: ProseAnswer["figures"]): Relation {
  const dates = relateDates(a.dates, b.dates);
  const quantities = relateQuantities(a.quantities, b.quantities);
  if (dates === "none") return quantities;
  return quantities === "none" ? dates : dates === quantities ? dates : "compatible";
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
  return relation === "same" && saysOne(a.figures) && saysOne(b.figures) ? "same" : "open";
}

/** Figures and denials have rules of their own: only opposite words are looked for. */
const wordsAlone = ({ keys }: ProseAnswer): Claims => ({ set: keys, numbers: "", negations: 0 });

const turned: Readonly<Record<string, string>> = {
  "<": ">≥",
  ">": "<≤",
  "≤": ">≥",
  "≥": "<≤",
  "=": "≠",
  "≠": "=",
};

/** The one sign by which a statement compares; several are markup rather than a claim. */
function comparator({ signs }: ProseAnswer): string {
  const found = signs.match(/[<>≤≥=≠]/g);
  return found?.length === 1 ? (found[0] ?? "") : "";
}

/** "x > 5" is not "x < 5". */
function bySigns(a: ProseAnswer, b: ProseAnswer): Verdict {
  const [one, other] = [comparator(a), comparator(b)];
  return other !== "" && turned[one]?.includes(other) === true ? "different" : "open";
}

/** With more words than this, opposites may be in different clauses. */
const shortStatement = 14;
const short = ({ size }: ProseAnswer): boolean => size <= shortStatement;

/** Much the same words, and one of the two denies them or turns one round. */
function byDenial(a: ProseAnswer, b: ProseAnswer): Verdict {
  if (!short(a) || !short(b)) return "open";
  const [ofA, ofB] = [shareOf(a.core, b.core), shareOf(b.core, a.core)];
  // "A full disk" is not denied by "the disk had no space left".
  const alike =
    (Math.max(ofA, ofB) >= 0.75 && Math.min(ofA, ofB) >= 0.5) ||
    a.core.total === 0 ||
    b.core.total === 0;
  if (alike && a.stance.negated !== b.stance.negated) return "different";
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

/** Nearly the same sentence, in which a figure, a name, a denial or an opposite is exchanged. */
function byExchange(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Ruling {
  if (!overlapsBy(muchAlike, a.keys, b.keys))
    return short(a) && short(b) && labelsApart(a, b) ? "unlikely" : "open";
  if (labelsApart(a, b)) return "different";
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
    byFigures(a, b),
    byDenial(a, b),
    byExchange(question, a, b),
  ])
    if (rule !== "open") return rule;
  return "open";
}
