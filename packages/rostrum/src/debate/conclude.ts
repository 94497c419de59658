import { clusterAnswers } from "../answers/index.ts";
import {
  choose,
  describeClusters,
  soleLeader,
  tallyOf,
  type Choice,
  type Count,
} from "../decide/index.ts";
import type { AnswerReader } from "../protocol/answer.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { ConfidenceBasis, TallyRow } from "../protocol/result.ts";
import type { Cluster } from "../protocol/rules.ts";
import type { Caps } from "./caps.ts";
import { askJudge, type Judgment } from "./judge.ts";
import type { SetAttribute } from "./ports.ts";
import type { Table } from "./table.ts";
import { verdictsOn } from "./verify.ts";

/** Turns the latest votes into one answer, and says who differs. */
export async function conclude(
  table: Table,
  stopReason: string,
  caps: Caps,
  set: SetAttribute,
): Promise<SynthesizedEvent> {
  const { setting, ports, seats, task } = table;
  const reader = table.reader as AnswerReader;
  const votes = seats.map(({ vote }) => vote);
  const groups = clusterAnswers(
    seats.map(({ value }) => value),
    reader,
  );
  const described = describeClusters(groups, votes);
  const values = seats.map(({ value }) => value);
  const verdicts = setting.verify && (await verdictsOn(table, groups, values));
  const locked = setting.verify?.lock ? (verdicts?.indexOf("ok") ?? -1) : -1;
  const vetoed = (cluster: number): boolean =>
    setting.verify?.veto === true && verdicts?.[cluster] === "refuted";
  const count: Count = {
    question: task.question,
    votes,
    clusters: described.filter((_, cluster) => !vetoed(cluster)),
    weights: setting.members.map(({ weight }) => weight),
    names: setting.members.map(({ name }) => name),
    basis: reader.basis,
    leader: soleLeader(ports.rounds[0]?.positions ?? []),
  };
  if (count.clusters.length === 0) return nothingLeft();
  if (locked >= 0) {
    const cluster = described[locked];
    const winner = cluster?.speaker ?? 0;
    return byVote(
      { method: "verified", winner, cluster: count.clusters.indexOf(cluster as Cluster) },
      null,
    );
  }
  const { decide, judge } = setting;
  if (typeof decide === "function" || decide.type !== "judged") {
    const chosen = choose(decide, count);
    return byVote(chosen, chosen.fallback ?? null);
  }
  const vote = choose({ type: "majority" }, count);
  const unanimous = (ports.rounds.at(-1)?.agreement ?? 0) === 1;
  if (judge === null || (unanimous && !decide.always)) return byVote(vote, null);
  const judgment = await askJudge(table, judge, decide, reader, caps, set);
  if (judgment.picked !== null && stands(judgment.picked)) return byPick(judgment, judgment.picked);
  if (judgment.value !== null && !refuted(judgment.value.value)) {
    return bySynthesis(judgment, judgment.value);
  }
  return { ...byVote(vote, "majority"), ...said(judgment) };

  function byVote(choice: Choice, fallback: string | null): SynthesizedEvent {
    const { method, winner, cluster, belief } = choice;
    const confidence = belief ? belief.right : (count.clusters[cluster]?.confidence ?? null);
    const position = votes[winner];
    const tally = tallyOf(described, votes, count.weights);
    if (method === "weighted") tally.sort((a, b) => b.weight - a.weight || seatOf(a) - seatOf(b));
    return {
      type: "debate.synthesized",
      method,
      basis: reader.basis,
      answer: seats[winner]?.value?.value ?? null,
      text: position?.text ?? "",
      reasoning: position?.reasoning ?? "",
      confidence,
      confidenceBasis: confidence === null ? null : basisOf(belief),
      winner: position?.debater ?? null,
      tally,
      dissent: namesOutside(count.clusters[cluster]?.members ?? []),
      call: null,
      fallback,
      stopReason,
    };
  }

  /** A judge can't bring back what the checker has refuted. */
  function stands(winner: number): boolean {
    return count.clusters.some(({ members }) => members.includes(winner));
  }

  function refuted(answer: unknown): boolean {
    return groups.some((group, cluster) => {
      const value = values[group[0] ?? -1];
      return vetoed(cluster) && value != null && reader.same(value.value, answer);
    });
  }

  /** What was learned holds for independent replies; after a revision it is a guess again. */
  function basisOf(belief: Choice["belief"]): ConfidenceBasis {
    if (!belief) return "self_reported";
    return belief.calibrated && ports.rounds.length === 1 ? "calibrated" : "uncalibrated";
  }

  function seatOf({ debaters }: TallyRow): number {
    return seats.findIndex(({ member }) => member.name === debaters[0]);
  }

  /** Every answer was refuted: better none than a wrong one. */
  function nothingLeft(): SynthesizedEvent {
    const empty = byVote({ method: "vetoed", winner: -1, cluster: -1 }, null);
    return { ...empty, answer: null, winner: null };
  }

  function byPick(judgment: Judgment, winner: number): SynthesizedEvent {
    const cluster = count.clusters.findIndex(({ members }) => members.includes(winner));
    return { ...byVote({ method: "judged", winner, cluster }, null), ...said(judgment) };
  }

  function bySynthesis(judgment: Judgment, value: { value: unknown }): SynthesizedEvent {
    const agreeing = seats.filter(
      (seat) => seat.value !== null && reader.same(seat.value.value, value.value),
    );
    const cluster = count.clusters.findIndex(({ members }) =>
      members.some((member) => agreeing.some(({ index }) => index === member)),
    );
    const winner = count.clusters[cluster]?.speaker ?? -1;
    const voted = byVote({ method: "judged", winner, cluster }, null);
    return {
      ...voted,
      ...said(judgment),
      answer: value.value,
      text: judgment.text ?? "",
      reasoning: judgment.reasoning,
      confidence: judgment.confidence ?? voted.confidence,
      confidenceBasis: judgment.confidence === null ? voted.confidenceBasis : "judge",
      dissent: namesOutside(agreeing.map(({ index }) => index)),
    };
  }

  function said(judgment: Judgment): Partial<SynthesizedEvent> & Pick<SynthesizedEvent, "call"> {
    const { text, call, justification, dissent, citations, ordersAgree } = judgment;
    return {
      call,
      ...(text !== undefined ? { judgment: text } : {}),
      ...(justification !== undefined ? { justification } : {}),
      ...(dissent !== undefined ? { judgedDissent: dissent } : {}),
      ...(citations !== undefined ? { citations } : {}),
      ...(ordersAgree !== undefined ? { ordersAgree } : {}),
    };
  }

  function namesOutside(members: readonly number[]): string[] {
    return votes.flatMap((vote, index) => (vote && !members.includes(index) ? [vote.debater] : []));
  }
}
