import { latestVotes } from "../decide/index.ts";
import type {
  FailedEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoutedEvent,
  StartedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Integrity, PartialResult } from "../protocol/result.ts";
import { spendOf } from "../protocol/spend.ts";
import {
  applyStanding,
  emptyPosition,
  failedPosition,
  keptPosition,
  spokenPosition,
} from "./positions.ts";
import { addCall, emptyTotals } from "./totals.ts";
import { warningsAbout } from "./warnings.ts";
import { whatIfOf } from "./what-if.ts";

export type DebateStatus = "running" | "waiting" | "completed" | "failed";

/** Everything the events of one debate amount to. */
export interface DebateRecord {
  status: DebateStatus;
  /** Whole when `status` is `completed`; otherwise what is known so far. */
  result: PartialResult;
  started: StartedEvent | null;
  error: FailedEvent["error"] | null;
}

/** Builds the record event by event. The loop keeps one, so that the result and the log can't differ. */
export interface Recorder {
  readonly rounds: readonly Round[];
  apply(event: StoredEvent): void;
  record(): DebateRecord;
}

export function createRecorder(): Recorder {
  const rounds: Round[] = [];
  const totals = emptyTotals();
  const integrity: Integrity = {
    degraded: false,
    planned: 0,
    completed: 0,
    reissued: 0,
    dropped: [],
    unread: 0,
    truncated: 0,
    fallback: null,
  };
  let id = "";
  let status: DebateStatus = "running";
  let started: StartedEvent | null = null;
  let routed: RoutedEvent | null = null;
  let decided: SynthesizedEvent | null = null;
  let error: FailedEvent["error"] | null = null;
  let reviewed: ReviewedEvent | null = null;
  let converged = false;
  let escalated = false;
  let durationMs = 0;
  let members = new Map<string, number>();
  let expected = new Set<string>();

  function memberOf(name: string): number {
    return members.get(name) ?? 0;
  }

  function openRound(index: number, asked: readonly string[]): void {
    const names = [...members.keys()];
    const before = latestVotes(rounds, names.length);
    rounds.push({
      index,
      positions: names.map((name, member) => {
        const previous = before[member];
        return previous && !asked.includes(name)
          ? keptPosition(previous, index)
          : emptyPosition(name, index);
      }),
      agreement: 0,
      stopped: false,
    });
    expected = new Set(asked);
    integrity.planned += expected.size;
  }

  /** A poll asks more members as it goes: those were not announced with the round. */
  function noteAsked(debater: string): void {
    if (expected.has(debater)) return;
    expected.add(debater);
    integrity.planned += 1;
  }

  function place(position: Position): void {
    const round = rounds[position.round];
    if (round) round.positions[memberOf(position.debater)] = position;
  }

  function closeRound(event: RoundCompletedEvent): void {
    const round = rounds[event.round];
    if (!round) return;
    round.agreement = event.agreement;
    round.stopped = event.stopped;
    event.standings.forEach((standing, member) => {
      const position = round.positions[member];
      if (!position) return;
      applyStanding(position, standing);
      const verdict = event.verdicts?.[standing.cluster ?? -1];
      if (verdict !== undefined) position.verdict = verdict;
    });
    for (const position of round.positions) {
      if (position.status === "unread") integrity.unread += 1;
      if (position.status === "unread" && position.truncated) integrity.truncated += 1;
    }
  }

  function apply(event: StoredEvent): void {
    switch (event.type) {
      case "debate.started":
        id = event.debateId;
        started = event;
        members = new Map(event.panel.map(({ name }, member) => [name, member]));
        break;
      case "debate.routed":
        routed = event;
        if (event.call) {
          integrity.planned += 1;
          if (event.error === undefined) integrity.completed += 1;
          addCall(totals, event.call);
        }
        break;
      case "debate.round_started":
        openRound(event.round, event.asked);
        break;
      case "debate.response":
        noteAsked(event.debater);
        integrity.completed += 1;
        addCall(totals, event.call);
        place(spokenPosition(event));
        break;
      case "debate.debater_failed":
        noteAsked(event.debater);
        integrity.dropped.push({ debater: event.debater, round: event.round, error: event.error });
        addCall(totals, event.call);
        place(failedPosition(event));
        break;
      case "debate.round_completed":
        closeRound(event);
        break;
      case "debate.converged":
        converged = true;
        break;
      case "debate.judging":
        integrity.planned += 1;
        break;
      case "debate.synthesized":
        decided = event;
        integrity.fallback = event.fallback;
        if (event.call) {
          addCall(totals, event.call);
          if (event.judgment !== undefined) integrity.completed += 1;
        }
        break;
      case "debate.escalated":
        escalated = true;
        if (event.waiting) status = "waiting";
        break;
      case "debate.reviewed":
        reviewed = event;
        status = "running";
        break;
      case "debate.completed":
      case "debate.failed":
        status = event.type === "debate.completed" ? "completed" : "failed";
        if (event.type === "debate.failed") error = event.error;
        integrity.reissued = event.reissued;
        durationMs = event.durationMs;
        break;
      case "debate.budget_warning":
      case "debate.budget_exceeded":
        break;
    }
  }

  function dissenters(): Position[] {
    const names = (reviewed ?? decided)?.dissent ?? [];
    if (names.length === 0) return [];
    return latestVotes(rounds, members.size).filter(
      (vote): vote is Position => vote !== null && names.includes(vote.debater),
    );
  }

  function result(): PartialResult {
    // The router's reply was paid for: without any round it is all that is known.
    const single = routed?.routing === "single_agent" || rounds.length === 0 ? routed : null;
    // A person's word goes before the panel's.
    const stands = reviewed ?? decided;
    const whatIf = whatIfOf(rounds);
    if (single?.call) {
      whatIf.single = { answer: single.answer, ...spendOf(single.call) };
    }
    return {
      id,
      question: started?.question ?? "",
      answer: stands?.answer ?? null,
      text: stands?.text ?? "",
      reasoning: stands?.reasoning ?? "",
      confidence: stands?.confidence ?? null,
      confidenceBasis: stands?.confidence == null ? null : (decided?.confidenceBasis ?? null),
      winner: stands?.winner ?? null,
      decision: {
        method: decided?.method ?? "none",
        basis: decided?.basis ?? "exact",
        ...(decided?.judgment !== undefined ? { judgment: decided.judgment } : {}),
        tally: decided?.tally ?? [],
        ...(decided?.justification !== undefined ? { justification: decided.justification } : {}),
        ...(decided?.judgedDissent !== undefined ? { dissent: decided.judgedDissent } : {}),
        ...(decided?.citations !== undefined ? { citations: decided.citations } : {}),
        ...(decided?.ordersAgree !== undefined ? { ordersAgree: decided.ordersAgree } : {}),
      },
      dissent: dissenters(),
      rounds,
      routing: routed?.routing ?? "debate",
      converged,
      agreement: rounds.at(-1)?.agreement ?? null,
      stopReason: decided?.stopReason ?? "unfinished",
      escalateToHuman: escalated,
      ...(reviewed ? { review: reviewed.review } : {}),
      integrity: {
        ...integrity,
        degraded:
          integrity.dropped.length > 0 || integrity.unread > 0 || integrity.fallback !== null,
      },
      whatIf,
      warnings: warningsAbout(rounds, started?.panel ?? [], decided),
      usage: totals.usage,
      costUsd: totals.costUsd,
      durationMs,
    };
  }

  return { rounds, apply, record: () => ({ status, result: result(), started, error }) };
}
