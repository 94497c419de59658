import {
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
import type { PartialResult, DebatePlan } from "@rostrum/core/protocol";
import { listOverruled, type DebateRecord } from "@rostrum/core/record";
import type { Style } from "../terminal/style.ts";
import { clipLine, toOneLine } from "@rostrum/core/support";

const DETAIL = 200;
const ANSWER = 100;
const LABEL = 10;

/** Notices to read before the answer. Empty for a complete result. */
export function formatNoticeLines(record: Exportable, style: Style): string[] {
  return listNotices(record).flatMap(({ title, details }) => [
    style.bold(style.yellow(`! ${toOneLine(title)}`)),
    ...details.map((detail) => style.yellow(`  - ${clipLine(detail, DETAIL)}`)),
  ]);
}

/** `rostrum show` prints all of them. */
const MAX_DIFFERENCES = 6;

/** Formats the points on which the answers differ, for below the answer. */
export function formatDifferenceLines(
  { id, differences }: PartialResult,
  style: Style,
  most: number = MAX_DIFFERENCES,
): string[] {
  if (differences.length === 0) return [];
  const left = differences.length - most;
  return [
    style.bold(DIFFERENCES_TITLE),
    ...differences
      .slice(0, most)
      .flatMap((difference) => [
        `  ${clipLine(difference.about, ANSWER)}${difference.kind === "unique" ? style.dim(" (only some mention it)") : ""}`,
        ...describeStatements(difference).map((line) => style.dim(`    ${line}`)),
      ]),
    ...(left > 0 ? [style.dim(`  and ${left} more: rostrum show ${toOneLine(id)}`)] : []),
  ];
}

/**
 * Formats the summary below the answer: agreement, votes, why the debate stopped, cost. A model's words come last on
 * their line, so that they can't fake figures.
 */
export function formatSummary(
  source: DebateRecord | PartialResult,
  style: Style,
  comparing = true,
  /** Warnings that were printed before the first call. */
  given: readonly string[] = [],
): string[] {
  const result = "result" in source ? source.result : source;
  const rows: [string, string[]][] = [
    ["agreement", [formatAgreement(result)]],
    ["decided by", [describeMethod(result.decision.method)]],
    ["votes", formatVotes(result)],
    ["ranking", formatRanking(result)],
    ["swapped", result.swap ? [describeSwap(result.swap)] : []],
    ["dissent", formatDissent(result)],
    ["stopped", [describeStop(result.stopReason)]],
    ...listRisks(result).map(([name, words]): [string, string[]] => [
      name.toLowerCase().replace(/ .*/, ""),
      [words],
    ]),
    ["estimate", listOwnEstimates(result).map((row) => formatRows([row]))],
    ["cost", [formatCostLine(source)]],
    ["instead", comparing ? formatCheaperMethods(result) : []],
  ];
  return [
    ...rows.flatMap(([name, values]) =>
      values.map(
        (value, index) => `${style.dim((index === 0 ? name : "").padEnd(LABEL))}  ${value}`,
      ),
    ),
    ...listOtherWarnings(result)
      // A notice above the answer says so already.
      .filter((warning) => ![...given, ...listOverruled(result)].includes(warning))
      .map((warning) => style.yellow(`warning: ${toOneLine(warning)}`)),
  ];
}

/** The first row needs no label: it is the row that this goes into. */
function formatAgreement(result: PartialResult): string {
  const [agreement, ...more] = listCertainty(result);
  return [agreement?.[1], ...more.map((row) => formatRows([row]))].join(", ");
}

function formatVotes({ decision }: PartialResult): string[] {
  return decision.tally.map(
    ({ answer, label, votes: count, debaters }) =>
      `${count} (${debaters.map((name) => toOneLine(name)).join(", ")}): ${shortenAnswer(answer, { label, length: ANSWER })}`,
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
    ({ debater, answer }) =>
      `${toOneLine(debater)} answers ${shortenAnswer(answer ?? "nothing", { length: ANSWER })}`,
  );
}

/** Formats cost, calls, tokens and duration. A record has a lower bound where a result's cost is unknown. */
export function formatCostLine(source: DebateRecord | PartialResult): string {
  const known = "result" in source ? source : { result: source, atLeastUsd: 0 };
  const { costUsd, usage, durationMs } = known.result;
  return [
    formatCost(costUsd, known.atLeastUsd, "price unknown"),
    formatCount(usage.calls, "call"),
    formatTokens(usage, " tokens") ?? "tokens unknown",
    formatDuration(durationMs),
  ].join(", ");
}

/** Answers that cheaper methods would have given. Empty when there was no debate. */
function formatCheaperMethods({ routing, whatIf }: PartialResult): string[] {
  if (routing === "single_agent") return [];
  const { single, roundZeroVote } = whatIf;
  return [
    `the first debater alone would have answered ${shortenAnswer(single.answer ?? "nothing", { length: ANSWER })}`,
    `the vote of round 0 would have answered ${shortenAnswer(roundZeroVote.answer ?? "nothing", { length: ANSWER })}`,
  ];
}

/** Formats the plan of a debate for `--dry-run`. */
export function formatPlanLines({ calls, tokens, usd }: DebatePlan): string[] {
  const range = calls.min === calls.max ? `${calls.max}` : `${calls.min} to ${calls.max}`;
  return [
    `calls   ${range}, usually ${calls.typical}, retries not counted`,
    `tokens  about ${formatNumber(tokens.typical)}, at most ${formatNumber(tokens.max)}, estimated`,
    usd.max === null
      ? "cost    unknown: the price of some model is not known"
      : `cost    ${formatPlannedCost(usd)}, estimated`,
  ];
}

/** Cost and calls of a plan in a few words. */
export function describePlan({ calls, usd }: DebatePlan): string {
  return `${formatPlannedCost(usd)}, ${formatPlannedCalls(calls)}`;
}
