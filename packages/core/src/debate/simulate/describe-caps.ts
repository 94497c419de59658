import type { Shortage } from "../../protocol/budget.ts";
import { nameMissingRounds } from "../../record/budget-warning.ts";
import { formatLimit, roundUpFigure } from "../../format.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import type { DebateShape, DroppablePart } from "./debate-shape.ts";

/**
 * Says that a review's check did not fit when it was due. `sure`: the limit that would have guaranteed it, if known.
 */
export function describeMissingCheck(sure: Shortage | null, shortage: Shortage): string {
  const { limit, cap } = sure ?? shortage;
  const shortfall = `${formatCap(limit, cap)} is too little for the votes on them.`;
  return sure === null ? shortfall : `${shortfall} ${formatSmallest(sure)} is enough in any case.`;
}

/** Warns that a comparison or a review's check may not fit. Both take place if they still fit when they are due. */
export function describeUnsureSteps(shape: DebateShape): string[] {
  const { check, comparison } = shape;
  const uncompared = "Differently worded answers may not be compared";
  return [
    ...(comparison === undefined ? [] : [describeLeftOut(uncompared, comparison, "they are")]),
    ...(check === undefined || listNewlyDropped(shape).includes("tools")
      ? []
      : [
          `${formatCap(check.limit, check.cap)} may not be enough for the reviewers to vote on one another's ` +
            `findings. ${formatSmallest(check)} always is.`,
        ]),
  ];
}

const PARTS: Record<Exclude<DroppablePart, "report">, string> = {
  crux: "No crux",
  audit: "No audit",
  tools: "The reviewers can't look at other files",
};

/** Budgets of plans name the rest of a limit themselves. */
const LEFT_OF = "what is left of ";

/** Parts that the current caps leave out. */
function listNewlyDropped({ dropped, droppedBefore = [] }: DebateShape): DroppablePart[] {
  return dropped.filter((part) => !droppedBefore.includes(part));
}

/** Sentences about the parts of a debate that caps leave out. */
export function describeShape(
  { report }: Pick<ResolvedConfig, "report">,
  shape: DebateShape,
): string[] {
  const { droppedBefore = [], lastRound, whole, check } = shape;
  const noReport =
    report?.type === "memo" ? "No report (neither memo nor claims)" : "No report (no claims)";
  const namePart = (part: DroppablePart): string => (part === "report" ? noReport : PARTS[part]);
  const missed = droppedBefore.map((part) => {
    const name = part === "tools" ? "The reviewers could not look at other files" : namePart(part);
    return `${name}: the limit that the run began with left no room for it.`;
  });
  const parts = listNewlyDropped(shape).map(namePart);
  if (lastRound !== null) parts.push(nameMissingRounds(lastRound.round));
  const leftOut = parts.map((part) =>
    describeLeftOut(part, whole ?? lastRound?.shortage, "nothing is left out", check),
  );
  return [...missed, ...leftOut];
}

/**
 * Warns of parts that a cap on calls may leave out. It changes nothing before the debate: each part takes place if it
 * fits when it is due.
 */
export function describeUnsureParts(shape: DebateShape): string[] {
  const { whole, check, comparison } = shape;
  if (whole === undefined || shape.refusal !== null) return [];
  const isComparisonOnly =
    comparison !== undefined && shape.dropped.length === 0 && shape.lastRound === null;
  if (check !== undefined || isComparisonOnly) return describeUnsureSteps(shape);
  const part = "Revision rounds or optional calls may be left out";
  return [describeLeftOut(part, whole, "nothing is left out")];
}

/** `result`: what a limit that is enough leads to. `check`: the limit that is enough for a review's votes. */
function describeLeftOut(
  part: string,
  shortage: Shortage | undefined,
  result: string,
  check?: Shortage,
): string {
  if (shortage === undefined) return `${part}: in the worst case, the budget is too small for it.`;
  const { limit, cap, spent, whose } = shortage;
  const takes = limit === "usd" ? "cost" : "take";
  const start = `${part}: in the worst case, the run would ${takes} more than`;
  const enough =
    check === undefined
      ? `With ${formatEnough(shortage)}, ${result}.`
      : `With ${formatEnough(check)}, the votes on findings are certain; with ${formatEnough(shortage)}, ${result}.`;
  if (whose === undefined) return `${start} ${formatCap(limit, cap)}. ${enough}`;
  const left = formatCap(limit, Math.max(0, cap - spent));
  const owner = whose.startsWith(LEFT_OF) ? whose : LEFT_OF + whose;
  return `${start} ${owner}: ${left}. ${enough}`;
}

function formatEnough(shortage: Shortage): string {
  const { limit, needed, whose } = shortage;
  if (whose === undefined) return formatSmallest(shortage);
  // Others spend from this limit too, so that only the rest of it says something about this run.
  return `${formatCap(limit, roundUpFigure(needed))} left`;
}

/** Doesn't name the option, because flags, pages and files have different names for it. */
function formatSmallest({ limit, spent, needed }: Shortage): string {
  return formatCap(limit, roundUpFigure(spent + needed));
}

/** The exact amount. */
function formatCap(limit: Shortage["limit"], cap: number): string {
  return formatLimit(limit, cap, (usd) => {
    const cents = usd.toFixed(2);
    // The remainder of a limit is a difference of dollars, with a rounding error.
    return `$${Number(cents) === usd ? cents : Number(usd.toPrecision(12))}`;
  });
}
