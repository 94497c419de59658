import { contradict } from "../words/contradiction.ts";
import { shareOf } from "./bag.ts";
import { relateDates, relateQuantities } from "./figures.ts";
import type { Relation } from "./figures.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { sameQuantity } from "./same-quantity.ts";

export type Verdict = "same" | "different" | "open";

/** A verdict, or "likely": the two don't contradict each other and one says more, as "1776" and "July 4, 1776". */
export type Ruling = Verdict | "likely";

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

/** Beyond this many words opposites may stand in different clauses. */
const shortStatement = 14;

/** Much the same words, and one of the two denies them or turns one round. */
function byDenial(a: ProseAnswer, b: ProseAnswer): Verdict {
  const short = a.size <= shortStatement && b.size <= shortStatement;
  if (!short) return "open";
  const alike =
    shareOf(a.core, b.core) >= 0.5 ||
    shareOf(b.core, a.core) >= 0.5 ||
    a.core.total === 0 ||
    b.core.total === 0;
  if (alike && a.stance.negated !== b.stance.negated) return "different";
  return contradict({ words: [], set: a.keys }, { words: [], set: b.keys }) ? "different" : "open";
}

/** What can be said without any score. */
export function rulingOn(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): Ruling {
  if (a === b || a.key === b.key) return "same";
  for (const rule of [byOption(a, b), byStance(question, a, b), byFigures(a, b), byDenial(a, b)])
    if (rule !== "open") return rule;
  return "open";
}
