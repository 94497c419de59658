import { joinWords, nameRoundInText } from "../format.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { EMPTY_REPORT } from "../protocol/findings.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Integrity } from "../protocol/result.ts";
import { NO_ROOM_FOR_RESULT, NO_TOOL_CALLS_LEFT } from "../protocol/tool-use.ts";

type Panel = StartedEvent["panel"];

export const NOT_COMPARED: string =
  "Some answers were not compared by a model. Answers in different words count as different.";

const NO_COMPARING_MODEL =
  "The answers were not compared by a model. Answers in different words count as different, even if they mean " +
  "the same. Name a model in `compare`.";

const UNPROTECTED_TESTS =
  "The tests of findings were unprotected: their command fails with them and passes without them, but nothing shows " +
  "that the tests ran. Read what they printed.";

/** Warnings that follow from the rounds. */
export function listWarnings(
  rounds: readonly Round[],
  panel: Panel,
  decision: Pick<SynthesizedEvent, "stopReason" | "findings"> | null = null,
): string[] {
  const warnings: string[] = [];
  // Where a model was to compare, the cause is a warning of its own.
  const isComparing = rounds.some(({ compared }) => compared !== undefined);
  if (!isComparing && rounds.some(({ uncompared }) => uncompared))
    warnings.push(NO_COMPARING_MODEL);
  const unblockedAccess = rounds.find(({ unisolated }) => unisolated)?.unisolated;
  if (unblockedAccess)
    warnings.push(
      `The program that checks answers was not fully isolated: ${unblockedAccess.join(", ")}.`,
    );
  const unprotected = rounds.find((round) => round.unprotected !== undefined)?.unprotected;
  if (unprotected !== undefined)
    warnings.push(
      "The tests were unprotected: a program could have faked what came of them, because " +
        `${unprotected}.`,
    );
  if (decision?.findings?.some(({ test }) => test?.unprotected)) warnings.push(UNPROTECTED_TESTS);
  if (isEcho(rounds[0]?.positions ?? [], panel)) {
    warnings.push(
      "All replies of the first round are exactly the same, so the members are not independent and their " +
        "agreement means little. Mix models or raise the temperature.",
    );
  }
  // A finished run is read back as it is.
  const isFinal = decision !== null && !RESUMABLE.has(decision.stopReason);
  const isReview = decision?.findings !== undefined;
  warnings.push(...listFailures(rounds, { isFinal, isReview }), ...describeBlind(rounds));
  return warnings;
}

/** Why a completed run can still be resumed: with other caps, or to ask the failed members again. */
const RESUMABLE: ReadonlySet<string> = new Set(["budget", "panel_failed"]);

function listFailures(
  rounds: readonly Round[],
  { isFinal, isReview }: { isFinal: boolean; isReview: boolean },
): string[] {
  const warnings: string[] = [];
  // A kept position belongs to an earlier round.
  const positions = rounds.flatMap((round) => round.positions).filter(wasAsked);
  // A resumed run may have asked it again.
  const latest = new Map(positions.map((position) => [position.debater, position]));
  const permanentlyFailed = listNames([...latest.values()].filter(({ permanent }) => permanent));
  for (const debater of permanentlyFailed) {
    warnings.push(
      `${debater} was not asked again after a permanent error: check its key and its model.` +
        (isFinal ? "" : " A resumed run asks it again."),
    );
  }
  for (const debater of listNames(positions.filter(({ status }) => status === "failed"))) {
    const memberPositions = positions.filter((position) => position.debater === debater);
    const failed = memberPositions.filter(
      ({ status, permanent }) => status === "failed" && !permanent,
    );
    if (
      !permanentlyFailed.has(debater) &&
      memberPositions.length > 1 &&
      failed.length * 2 >= memberPositions.length
    ) {
      const where = isReview
        ? joinWords(failed.map(({ round }) => nameRoundInText(round, isReview)))
        : `${failed.length} of ${memberPositions.length} rounds`;
      warnings.push(`${debater} failed in ${where}: ${adviseFailed(failed)}.`);
    }
  }
  const cutShort = positions.filter(({ toolCalls = [] }) =>
    toolCalls.some(({ error }) => error === NO_ROOM_FOR_RESULT || error === NO_TOOL_CALLS_LEFT),
  );
  for (const debater of listNames(cutShort)) {
    warnings.push(`${debater} wanted to look up more, and the budget had no room for it.`);
  }
  return warnings;
}

/** A provider that is down comes back by itself, and no setting of the member would help. */
function adviseFailed(failed: readonly Position[]): string {
  if (failed.every(({ errorCode }) => errorCode === "time_limit"))
    return "the time limit (budget.ms) was used up";
  return failed.every(({ errorCode = "" }) => /^5\d\d$|^unreachable$/.test(errorCode))
    ? "its provider is down or out of reach: try again later, or check its address"
    : "check its model or its limits";
}

/** Members whose replies give no evidence that they saw the material. */
export function listBlind(positions: readonly Position[]): NonNullable<Integrity["blind"]> {
  const replies = positions.filter(
    (position) =>
      (position.status === "spoke" || position.status === "unread") && !isEmptyReport(position),
  );
  return [...Map.groupBy(replies, ({ debater }) => debater)].flatMap(([debater, memberReplies]) => {
    const reasons = memberReplies.map(({ blind }) => blind);
    if (!reasons.every((reason) => reason !== undefined)) return [];
    return [{ debater, why: reasons.includes("says_so") ? "says_so" : "quotes_nothing" }];
  });
}

/** A review that finds nothing has nothing to quote. */
function isEmptyReport({ blind, answer }: Position): boolean {
  return blind === "quotes_nothing" && answer === EMPTY_REPORT;
}

function describeBlind(rounds: readonly Round[]): string[] {
  const blind = listBlind(rounds.flatMap(({ positions }) => positions));
  const silent = blind.flatMap(({ debater, why }) => (why === "says_so" ? [] : debater));
  const [subject, verb, they] =
    silent.length === 1 ? [silent[0], "quotes", "it"] : [joinWords(silent), "quote", "they"];
  return [
    ...blind.flatMap(({ debater, why }) =>
      why === "says_so"
        ? `${debater} says that it can't see the material: check how its model is given the context.`
        : [],
    ),
    ...(silent.length === 0
      ? []
      : [`${subject} ${verb} nothing of the material: nothing shows that ${they} read it.`]),
  ];
}

/** Longer independent replies, in characters, are never identical. */
const MAX_IDENTICAL_CHARS = 200;

/** Different models may give the same short reply. The same model, or a long text, indicates a copy. */
function isEcho(positions: readonly Position[], panel: Panel): boolean {
  const replies = positions.filter(({ status }) => status === "spoke");
  const [first] = replies;
  if (!first || replies.length < 2 || replies.some(({ text }) => text !== first.text)) return false;
  if (first.text.length > MAX_IDENTICAL_CHARS) return true;
  const models = new Set(replies.map((position) => findModel(position, panel)));
  return models.size === 1 && !models.has(null);
}

/** `null` for functions, whose names mean nothing. */
function findModel({ debater, model }: Position, panel: Panel): string | null {
  const id = model ?? panel.find(({ name }) => name === debater)?.model ?? null;
  return id?.startsWith("function:") ? null : id;
}

const wasAsked = ({ status }: Position): boolean => status !== "kept" && status !== "not_asked";

const listNames = (positions: readonly Position[]): Set<string> =>
  new Set(positions.map(({ debater }) => debater));
