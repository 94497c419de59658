import { choose, majority, namedRanking, type Choice, type Ranked } from "../../decide/index.ts";
import { sameAnswer } from "../../answers/index.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { RankedRule } from "../../protocol/rule-settings.ts";
import type { Filled } from "../../options/index.ts";
import type { Ballots } from "../ballots.ts";
import { decidedByVote, type Circumstances } from "../decision.ts";
import type { Caps } from "../reserve.ts";
import type { DebateState } from "../state.ts";
import { askBallots } from "./ask-ballots.ts";

/** The decision that the ballots lead to, and the ranking itself. */
export interface RankedDecision {
  choice: Choice;
  ranking: readonly Ranked[];
  /** All answers are the same words, so nobody was asked. */
  skipped: boolean;
}

/** Nobody is asked where all answers are the same words: alike in meaning is not equally good. */
export async function rankedChoice(
  state: DebateState,
  { count, always }: Filled<RankedRule>,
  ballots: Ballots,
  caps: Caps,
): Promise<RankedDecision> {
  const vote = choose(majority(), ballots.count);
  if (saySameWords(ballots) && !always) return { choice: vote, ranking: [], skipped: true };
  const ranking = await askBallots(state, count, caps);
  const { clusters } = ballots.count;
  for (const { member } of ranking) {
    // An answer that a checker refuted can't win.
    const cluster = clusters.findIndex(({ members }) => members.includes(member));
    if (cluster >= 0) {
      const choice = { method: "ranked", winner: member, cluster };
      return { choice, ranking, skipped: false };
    }
  }
  return { choice: { ...vote, fallback: "majority" }, ranking, skipped: false };
}

function saySameWords({ values, reader }: Ballots): boolean {
  const [first, ...others] = values.filter((value) => value !== null);
  return others.every((other) =>
    first === undefined || reader.settle === undefined
      ? first !== undefined && sameAnswer(reader, first, other)
      : reader.settle(first.value, other.value) === "same",
  );
}

export function decidedByRanking(
  state: DebateState,
  { choice, ranking }: RankedDecision,
  ballots: Ballots,
  circumstances: Circumstances,
): SynthesizedEvent {
  return { ...decidedByVote(ballots, choice, circumstances), ...rankingPart(state, ranking) };
}

export function rankingPart(
  { config }: DebateState,
  ranking: readonly Ranked[],
): Pick<SynthesizedEvent, "ranking"> {
  if (ranking.length === 0) return {};
  const names = config.members.map(({ name }) => name);
  return { ranking: namedRanking(ranking, names) };
}
