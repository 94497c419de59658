import { settleAll } from "../asking/settle-all.ts";
import { readBallot } from "../../answers/ballots/read-ballot.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import { choose, type VoteDecision } from "../../decide/choose.ts";
import {
  countBallots,
  nameRanking,
  type BallotCount,
  type CastBallot,
  type Ranked,
} from "../../decide/ranking.ts";
import { majority } from "../../decide/factories.ts";
import type { CastBallotReport } from "../../protocol/events.ts";
import type { PaidCall } from "../../protocol/paid-call.ts";
import type { ModelReply } from "../../protocol/model.ts";
import type { RankedDebater } from "../../protocol/result.ts";
import type { RankedRule } from "../../protocol/rule-settings.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { createRandom, shuffle } from "../../record/random.ts";
import type { Filled } from "../../options/checks.ts";
import { askReadable, findFailure, noteClarified } from "../asking/ask-readable.ts";
import { prepareCall } from "../asking/calls.ts";
import { questionTurns, withInstructions } from "../prompts/prompt-parts.ts";
import { fenceMark } from "../prompts/marks.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import { type DebateState, endForBudget, noteMissing, type Seat } from "../state/state.ts";
import type { VoteTally } from "../rounds/votes.ts";
import { RANKING, RANKING_SCHEMA, rankingTurn } from "../prompts/ranking-prompts.ts";

/** The decision by ballots, and the ranking. */
export interface RankedDecision {
  choice: VoteDecision;
  ranking: RankedDebater[];
  /** Set if all answers have the same words, so that no ballots were needed. */
  skipped: boolean;
}

/**
 * Skipped if all answers have the same words. Answers with the same meaning are still ranked, because one may be
 * better.
 */
export async function chooseByRanking(
  state: DebateState,
  { count, always }: Filled<RankedRule>,
  voteTally: VoteTally,
  spendGuard: SpendGuard,
): Promise<RankedDecision> {
  const vote = choose(majority(), voteTally.count);
  if (saySameWords(voteTally) && !always) return { choice: vote, ranking: [], skipped: true };
  const ranked = await askBallots(state, count, spendGuard);
  const { clusters, names } = voteTally.count;
  const ranking = nameRanking(ranked, names);
  for (const { member } of ranked) {
    // An answer that a checker refuted can't win.
    const cluster = clusters.findIndex(({ members }) => members.includes(member));
    if (cluster >= 0) {
      const choice = { method: "ranked", winner: member, cluster };
      return { choice, ranking, skipped: false };
    }
  }
  return { choice: { ...vote, fallback: "majority" }, ranking, skipped: false };
}

function saySameWords({ values, reader }: VoteTally): boolean {
  const [first, ...otherValues] = values.filter((value) => value !== null);
  return otherValues.every((other) =>
    first === undefined || reader.compareByRules === undefined
      ? first !== undefined && isSameAnswer(reader, first, other)
      : reader.compareByRules(first.value, other.value) === "same",
  );
}

interface AskedBallot {
  seat: Seat;
  call: StepCall;
  /** Panel indexes in the order shown. */
  shownIndexes: number[];
}

interface Cast {
  report: CastBallotReport;
  calls: PaidCall[];
  ballot: CastBallot | null;
}

/** Asks the members to rank one another's last replies. Empty if no ballot can be counted. */
async function askBallots(
  state: DebateState,
  count: BallotCount,
  spendGuard: SpendGuard,
): Promise<Ranked[]> {
  const { seats, ports, config, task } = state;
  const candidates = seats.filter(({ vote }) => vote !== null).map(({ index }) => index);
  const preparedCalls = seats
    .filter(({ wasAsked, dropped }) => wasAsked && !dropped)
    .map((seat) => prepareBallot(state, seat, candidates, count))
    .filter(({ shownIndexes }) => shownIndexes.length > 0);
  if (preparedCalls.length === 0) return [];
  const shortage = await spendGuard.reserveClosing(
    "ballot",
    preparedCalls.map(({ call }) => call),
  );
  if (shortage !== null) {
    endForBudget(state, shortage);
    noteMissing(state, { what: "ballot", error: "the budget has no room for the ballots" });
    return [];
  }
  const names = config.members.map(({ name }) => name);
  ports.emit({
    type: "debate.balloting",
    asked: preparedCalls.map(({ seat }) => seat.member.name),
    ranked: candidates.map((member) => names[member] ?? ""),
    count,
  });
  const cast = await settleAll(
    preparedCalls.map((preparedCall) => askOne(state, preparedCall, count)),
  );
  const ballots = cast.flatMap(({ ballot }) => ballot ?? []);
  const random = createRandom(`ranking ${config.seed} ${task.question}`);
  const ranking = ballots.length === 0 ? [] : countBallots(candidates, ballots, count, random);
  const reports = cast.map(({ report }) => report);
  for (const { debater, error } of reports) {
    if (error !== undefined) noteMissing(state, { what: "ballot", about: debater, error });
  }
  ports.emit({
    type: "debate.balloted",
    count,
    ballots: reports,
    ranking: nameRanking(ranking, names),
    calls: cast.flatMap(({ calls }) => calls),
  });
  return ranking;
}

/** A stated confidence would influence the ranking, so it is left out. */
function withoutConfidence(text: string): string {
  return text.replace(/^[ \t*_#>-]{0,9}confidence[ \t*_]{0,9}:[^\n]*(?:\n|$)/gim, "").trimEnd();
}

/** Members don't rank themselves, and each sees the others in a different order. */
function prepareBallot(
  state: DebateState,
  seat: Seat,
  candidates: readonly number[],
  count: BallotCount,
): AskedBallot {
  const { config, task, ports, seats } = state;
  const { member, index } = seat;
  const peers = candidates.filter((candidate) => candidate !== index);
  const random = createRandom(`ballot ${config.seed} ${index} ${task.question}`);
  const shuffledPeers = shuffle(peers, random);
  const items = shuffledPeers.map((candidate) => {
    const vote = seats[candidate]?.vote;
    return withoutConfidence((vote && (config.substitute?.(vote) ?? vote).text) ?? "");
  });
  const round = ports.rounds.length;
  const step = formatStepName({ role: "ballot", panelIndex: index });
  const turn = rankingTurn(fenceMark(task, step), items, count);
  const call = prepareCall(state, {
    member,
    role: "ballot",
    step,
    round,
    items,
    system: withInstructions(RANKING, member),
    messages: questionTurns(task, turn),
    reply: { schema: RANKING_SCHEMA, inWords: true },
  });
  return { seat, call, shownIndexes: shuffledPeers };
}

function askOne(
  state: DebateState,
  { seat, call, shownIndexes }: AskedBallot,
  count: BallotCount,
): Promise<Cast> {
  const { ports, config } = state;
  const attributes = { debater_index: seat.index, model_id: call.model.id };
  return ports.span("debate.ballot", attributes, async (set) => {
    let lastError = "";
    const read = ({ text }: ModelReply, mark: string): number[] | null => {
      const ranking = readRanking(text, mark, shownIndexes.length, count);
      if ("error" in ranking) lastError = ranking.error;
      return "error" in ranking ? null : ranking.ranking.map((index) => shownIndexes[index] ?? -1);
    };
    const ballotReply = await askReadable(state, call, read, "one JSON object with the ranking");
    const { value: ranking, outcome } = ballotReply;
    ports.traceCall?.(set, ballotReply.call, outcome);
    return {
      ballot: ranking && { shown: shownIndexes, ranking },
      report: {
        debater: seat.member.name,
        ranking: ranking && ranking.map((member) => config.members[member]?.name ?? ""),
        ...(ranking === null ? { error: findFailure(outcome) ?? lastError } : {}),
        ...noteClarified(ballotReply),
      },
      calls: ballotReply.calls,
    };
  });
}

/** An empty list is a valid approval ballot, but not a valid ranking. */
function readRanking(
  text: string,
  mark: string,
  shownCount: number,
  count: BallotCount,
): ReturnType<typeof readBallot> {
  const read = readBallot(text, shownCount, mark);
  const empty = !("error" in read) && read.ranking.length === 0;
  return empty && count !== "approval" ? { error: "its ranking is empty" } : read;
}
