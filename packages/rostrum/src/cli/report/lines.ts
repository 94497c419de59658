import {
  answerWords,
  certaintyRows,
  clipped,
  counted,
  duration,
  methodWords,
  money,
  noticesOf,
  oneLine,
  ownEstimateRows,
  rankingRows,
  riskRows,
  rowWords,
  stopWords,
  swapWords,
  thousands,
  type Exportable,
} from "../../export/index.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { Style } from "../terminal/style.ts";
import type { DebatePlan } from "../../protocol/config.ts";

const DETAIL = 400;
const ANSWER = 100;
const LABEL = 10;

/** What must be read before the answer; nothing for a complete result. */
export function noticeLines(record: Exportable, style: Style): string[] {
  return noticesOf(record).flatMap(({ title, details }) => [
    style.bold(style.yellow(`! ${oneLine(title)}`)),
    ...details.map((detail) => style.yellow(`  - ${clipped(detail, DETAIL)}`)),
  ]);
}

/**
 * The summary below the answer: how far the panel agrees, the votes, why it stopped, what it cost. A model's words
 * come last on their line, so that they can't add fake figures.
 */
export function summaryLines(
  result: PartialResult,
  style: Style,
  comparing = true,
  /** Warnings that were given before the first call. */
  given: readonly string[] = [],
): string[] {
  const rows: [string, string[]][] = [
    ["agreement", [agreementLine(result)]],
    ["decided by", [methodWords(result.decision.method)]],
    ["votes", votes(result)],
    ["ranking", ranking(result)],
    ["swapped", swap(result)],
    ["dissent", dissent(result)],
    ["stopped", [stopWords(result.stopReason)]],
    ...riskRows(result).map(([name, words]): [string, string[]] => [labelOf(name), [words]]),
    ["estimate", ownEstimateRows(result).map((row) => rowWords([row]))],
    ["cost", [costLine(result)]],
    ["instead", comparing ? instead(result) : []],
  ];
  return [
    ...rows.flatMap(([name, values]) =>
      values.map(
        (value, index) => `${style.dim((index === 0 ? name : "").padEnd(LABEL))}  ${value}`,
      ),
    ),
    ...result.warnings
      .filter((warning) => !given.includes(warning))
      .map((warning) => style.yellow(`warning: ${oneLine(warning)}`)),
  ];
}

function labelOf(name: string): string {
  return (name.split(" ")[0] ?? name).toLowerCase();
}

/** Its label is the name of the first row. */
function agreementLine(result: PartialResult): string {
  const [agreement, ...more] = certaintyRows(result);
  return [agreement?.[1], ...more.map((row) => rowWords([row]))].join(", ");
}

function votes({ decision }: PartialResult): string[] {
  return decision.tally.map(
    ({ answer, votes: count, debaters }) =>
      `${count} (${debaters.map((name) => oneLine(name)).join(", ")}): ${clipped(answer, ANSWER)}`,
  );
}

function swap(result: PartialResult): string[] {
  return result.swap ? [swapWords(result.swap)] : [];
}

function ranking(result: PartialResult): string[] {
  return rankingRows(result).map(({ debater, points, range }) => {
    const between = range === "" ? "" : ` (${range})`;
    return `${points}${between}: ${oneLine(debater)}`;
  });
}

function dissent({ dissent: positions }: PartialResult): string[] {
  return positions.map(
    ({ debater, answer }) => `${oneLine(debater)} answers ${clipped(answer ?? "nothing", ANSWER)}`,
  );
}

export function costLine({ costUsd, usage, durationMs }: PartialResult): string {
  const { inputTokens, outputTokens } = usage;
  const tokens =
    inputTokens === null || outputTokens === null
      ? "tokens unknown"
      : `${counted(inputTokens, "token")} in, ${thousands(outputTokens)} out`;
  return `${costUsd === null ? "price unknown" : money(costUsd)}, ${counted(usage.calls, "call")}, ${tokens}, ${duration(durationMs)}`;
}

/** What cheaper methods would have answered, if there was a debate. */
function instead(result: PartialResult): string[] {
  if (result.routing === "single_agent") return [];
  const given = wordings(result);
  const { single, roundZeroVote } = result.whatIf;
  if (given.has(single.answer) && given.has(roundZeroVote.answer)) {
    return ["the first debater alone and the vote of round 0 would have given the same answer"];
  }
  return [
    `the first debater alone would have answered ${clipped(single.answer ?? "nothing", ANSWER)}`,
    `the vote of round 0 would have answered ${clipped(roundZeroVote.answer ?? "nothing", ANSWER)}`,
  ];
}

/** The wordings of the answer by the debaters that agree with it. */
function wordings({ answer, unit, rounds, dissent: others }: PartialResult): Set<string | null> {
  const agreeing = (rounds.at(-1)?.positions ?? []).filter(
    ({ debater, cluster }) =>
      cluster !== null && !others.some((other) => other.debater === debater),
  );
  return new Set([answerWords(answer, unit), ...agreeing.map((position) => position.answer)]);
}

/** What a debate may cost, for people. */
export function planLines({ calls, tokens, usd }: DebatePlan): string[] {
  const range = calls.min === calls.max ? `${calls.max}` : `${calls.min} to ${calls.max}`;
  const likely = calls.likely === calls.max ? "" : `, likely at most ${calls.likely}`;
  return [
    `calls   ${range}${likely}, retries not counted`,
    `tokens  at most ${tokens.max.toLocaleString("en-US")}, estimated`,
    usd.max === null
      ? "cost    unknown: the price of some model is not known"
      : `cost    at most ${money(usd.max)}, estimated`,
  ];
}

/** The same in half a line, before the first call. */
export function planWords({ calls, usd }: DebatePlan): string {
  const price =
    usd.max === null ? "price unknown" : usd.max === 0 ? "free" : `at most ${money(usd.max)}`;
  return `up to ${counted(calls.max, "call")}, ${price}`;
}

export function warningLines({ warnings }: DebatePlan): string[] {
  return warnings.map((warning) => `warning: ${oneLine(warning)}`);
}
