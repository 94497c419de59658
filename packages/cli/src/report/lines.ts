import {
  formatAnswer,
  formatCallCount,
  listCertainty,
  formatCount,
  formatDuration,
  describeMethod,
  formatCost,
  listNotices,
  listOtherWarnings,
  listOwnEstimates,
  listRanking,
  listRisks,
  formatNumber,
  formatPlannedCalls,
  formatPlannedCost,
  formatRows,
  describeStop,
  describeSwap,
  describeStatements,
  DIFFERENCES_TITLE,
  formatTokens,
  shortenAnswer,
  type Exportable,
} from "@rostrum/core/export";
import type { DebatePlan, PartialResult, Role } from "@rostrum/core/protocol";
import {
  findAnswerLabel,
  findLabelInRounds,
  lacksComparison,
  listOverruled,
  type DebateRecord,
} from "@rostrum/core/record";
import type { Style } from "../terminal/style.ts";
import { clipLine, toOneLine } from "@rostrum/core/support";

const MAX_DETAIL_CHARS = 200;
const MAX_ANSWER_CHARS = 100;
const LABEL_COLUMNS = 10;

/** Notices to read before the answer. Empty for a complete result. */
export function formatNoticeLines(record: Exportable, style: Style): string[] {
  return listNotices(record).flatMap(({ title, details }) => [
    style.bold(style.yellow(`! ${toOneLine(title)}`)),
    ...details.map((detail) => style.yellow(`  - ${clipLine(detail, MAX_DETAIL_CHARS)}`)),
  ]);
}

export function formatWarning(warning: string, style: Style): string {
  return style.yellow(`warning: ${toOneLine(warning)}`);
}

/** `rostrum show` prints all of them. */
const MAX_DIFFERENCES = 6;

/** Formats the points on which the answers differ, for below the answer. */
export function formatDifferenceLines(
  { id, differences }: PartialResult,
  style: Style,
  maxCount: number = MAX_DIFFERENCES,
): string[] {
  if (differences.length === 0) return [];
  const hiddenCount = differences.length - maxCount;
  return [
    style.bold(DIFFERENCES_TITLE),
    ...differences
      .slice(0, maxCount)
      .flatMap((difference) => [
        `  ${clipLine(difference.about, MAX_ANSWER_CHARS)}${difference.kind === "unique" ? style.dim(" (only some mention it)") : ""}`,
        ...describeStatements(difference).map((line) => style.dim(`    ${line}`)),
      ]),
    ...(hiddenCount > 0
      ? [style.dim(`  and ${hiddenCount} more: rostrum show ${toOneLine(id)}`)]
      : []),
  ];
}

/**
 * Formats the summary below the answer: agreement, votes, why the debate stopped, cost. A model's words come last on
 * their line, so that they can't fake figures.
 */
export function formatSummary(
  source: DebateRecord | PartialResult,
  style: Style,
  showsCheaperMethods = true,
  /** Warnings that were printed before the first call. */
  printedWarnings: readonly string[] = [],
): string[] {
  const result = "result" in source ? source.result : source;
  // A run that failed or goes on has decided nothing, and says elsewhere why.
  const isDecided = !("status" in source) || source.status === "completed";
  const rows: [string, string[]][] = [
    ["support", isDecided ? [formatSupport(result)] : []],
    ["decided by", isDecided ? [describeMethod(result.decision.method)] : []],
    ["votes", formatVotes(result)],
    ["ranking", formatRanking(result)],
    ["swapped", result.swap ? [describeSwap(result.swap)] : []],
    // Whether they differ is unknown where nothing compared them.
    [lacksComparison(result.rounds) ? "others" : "dissent", formatDissent(result)],
    ["stopped", isDecided ? [describeStop(result.stopReason)] : []],
    ...listRisks(result).map(([name, words]): [string, string[]] => [
      name.toLowerCase().replace(/ .*/, ""),
      [words],
    ]),
    ["confidence", listOwnEstimates(result).map(([, share]) => `members' own estimate ${share}`)],
    ["cost", [formatCostLine(source, isDecided ? undefined : "attempt")]],
    ["instead", isDecided && showsCheaperMethods ? formatCheaperMethods(result) : []],
  ];
  return [
    ...rows.flatMap(([name, values]) =>
      values.map(
        (value, index) => `${style.dim((index === 0 ? name : "").padEnd(LABEL_COLUMNS))}  ${value}`,
      ),
    ),
    ...listOtherWarnings(result)
      // A notice above the answer says so already.
      .filter((warning) => ![...printedWarnings, ...listOverruled(result)].includes(warning))
      .map((warning) => formatWarning(warning, style)),
  ];
}

/** Support, and a probability that does not come from the members. */
function formatSupport(result: PartialResult): string {
  const [[, support] = ["", ""], ...probabilities] = listCertainty(result);
  return [support, ...probabilities.map((row) => formatRows([row]))].join(", ");
}

function formatVotes({ decision }: PartialResult): string[] {
  return decision.tally.map(
    ({ answer, label, votes: count, debaters }) =>
      `${count} (${debaters.map((name) => toOneLine(name)).join(", ")}): ${shortenAnswer(answer, { label, length: MAX_ANSWER_CHARS })}`,
  );
}

function formatRanking(result: PartialResult): string[] {
  return listRanking(result).map(({ debater, points, range }) => {
    const between = range === "" ? "" : ` (${range})`;
    return `${points}${between}: ${toOneLine(debater)}`;
  });
}

function formatDissent({ dissent: positions }: PartialResult): string[] {
  return positions.map(
    ({ debater, answer, label = null }) =>
      `${toOneLine(debater)} answers ${shortenAnswer(answer ?? "nothing", { label, length: MAX_ANSWER_CHARS })}`,
  );
}

/** Formats cost, calls, tokens and duration. A record has a lower bound where a result's cost is unknown. */
export function formatCostLine(
  source: DebateRecord | PartialResult,
  /** Name of what was paid for, if the calls stand elsewhere. Attempts include retries. */
  unit?: "attempt",
): string {
  const costSource = "result" in source ? source : { result: source, atLeastUsd: 0 };
  const { costUsd, usage, durationMs } = costSource.result;
  const tokens = formatTokens(usage, " tokens");
  return [
    // Without its tokens, a call's cost is unknown whatever its price.
    formatCost(costUsd, costSource.atLeastUsd, tokens === null ? "cost unknown" : "price unknown"),
    unit === undefined ? formatCallCount(costSource.result) : formatCount(usage.calls, unit),
    tokens ?? "tokens unknown",
    // Only the end of a run reports its time.
    ...(durationMs === 0 ? [] : [formatDuration(durationMs)]),
  ].join(", ");
}

/** Other answers that cheaper methods would have given. Empty when they give the same one, or without a debate. */
function formatCheaperMethods(result: PartialResult): string[] {
  const { routing, whatIf, answer, unit, rounds } = result;
  if (routing === "single_agent") return [];
  const methods = [
    ["the first member alone", whatIf.single.answer],
    ["the vote on the first answers", whatIf.roundZeroVote.answer],
  ] as const;
  // Compared as they are printed: a longer text with the same headline would read as a repetition.
  const shorten = (text: string): string =>
    shortenAnswer(typeof answer === "object" ? compactJson(text) : text, {
      length: MAX_ANSWER_CHARS,
    });
  const printedAnswers = new Set([formatAnswer(answer), formatAnswer(answer, unit)].map(shorten));
  const answerLabel = findAnswerLabel(result);
  return methods.flatMap(([name, instead]) => {
    if (instead === null) return [`${name} would have had no answer`];
    const [words, label] = [shorten(instead), findLabelInRounds(rounds, instead)];
    if (printedAnswers.has(words) || (label !== null && label === answerLabel)) return [];
    const shownWords =
      label === null ? words : shortenAnswer(instead, { label, length: MAX_ANSWER_CHARS });
    return [`${name} would have answered ${shownWords}`];
  });
}

/** Removes the spaces and line breaks that a model put between the parts of a JSON answer. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Formats the plan of a debate for `--dry-run`. */
export function formatPlanLines(
  { calls, tokens, usd, learnedRuns, assumed }: DebatePlan,
  {
    isCapped = false,
    isReading = false,
  }: {
    /** A limit in dollars ends the debate long before the most tokens. */
    isCapped?: boolean;
    isReading?: boolean;
  } = {},
): string[] {
  const range = calls.min === calls.max ? `${calls.max}` : `${calls.min} to ${calls.max}`;
  const maxTokens = isCapped ? "" : `, at most ${formatNumber(tokens.max)}, retries included`;
  return [
    `calls   ${range}${isReading ? READS : ""}, plus retries`,
    `tokens  about ${formatNumber(tokens.typical)}${maxTokens}`,
    usd.max === null
      ? "cost    unknown: the price of some model is not known"
      : `cost    ${formatPlannedCost(usd)}${usd.max === 0 ? "" : ", retries included"}`,
    learnedRuns === 0
      ? `typical: ${formatCount(calls.typical, "call")} with replies of 700 tokens (an assumption until there are 5 runs with these models)`
      : `typical: ${formatCount(calls.typical, "call")} with replies as long as in your last ${formatCount(learnedRuns, "run")} with these models${formatAssumed(assumed)}`,
  ];
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  debater: "answers",
  judge: "verdict",
  router: "router",
  comparer: "comparison",
  crux: "crux",
  claims: "claims",
  memo: "memo",
  ballot: "ballots",
  audit: "audit",
  tool: "tools",
};

/** ", memo: 700 tokens (assumed)" */
function formatAssumed(roles: readonly Role[] = []): string {
  if (roles.length === 0) return "";
  return `, ${roles.map((role) => ROLE_WORDS[role]).join(" and ")}: 700 tokens (an assumption)`;
}

/** Reviewers that look at other files need most of the calls that a review may have. */
const READS = ", reads of other files included";

/** Cost and calls of a plan in a few words, and which runs the typical cost is based on. */
export function describePlan(
  { calls, usd, learnedRuns, assumed }: DebatePlan,
  /** True if members may read other files of a repository, with a call for each time. */
  isReading = false,
): string {
  const basis =
    learnedRuns === 0 || !usd.max
      ? ""
      : ` (replies as long as in your last ${formatCount(learnedRuns, "run")}${formatAssumed(assumed)})`;
  // A limit in dollars needs known prices.
  const cost = usd.max === null ? "price unknown, so no limit in dollars" : formatPlannedCost(usd);
  return `${cost}, ${formatPlannedCalls(calls)}${isReading ? READS : ""}${basis}`;
}
