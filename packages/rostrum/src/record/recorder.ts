import { lastCounting, latestVotes } from "../decide/index.ts";
import type {
  ComparedEvent,
  DebaterFailedEvent,
  FailedEvent,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  RoutedEvent,
  StartedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Integrity, Missing, PartialResult } from "../protocol/result.ts";
import { unverifiedCritique, unverifiedIn } from "../protocol/unverified.ts";
import { spendOf } from "../protocol/spend.ts";
import { parseStep } from "../protocol/step-id.ts";
import { createWaits, type OpenWait } from "../protocol/waits.ts";
import { createCallBook } from "./call-book.ts";
import { withCitations } from "./quotes/earlier-citations.ts";
import { heardNote } from "./heard-note.ts";
import { createInquiries } from "./inquiries.ts";
import {
  applyStanding,
  emptyPosition,
  failedPosition,
  keptPosition,
  spokenPosition,
} from "./positions.ts";
import { regroup } from "./regroup.ts";
import { decisionOf, silenceIn } from "./result-parts.ts";
import { cutTo } from "./cut-to.ts";
import { unreadable } from "./unreadable.ts";
import { NOT_COMPARED, warningsAbout } from "./warnings.ts";
import { whatIfOf } from "./what-if.ts";

export type DebateStatus = "running" | "waiting" | "completed" | "failed";

/** Everything that the events of one debate say. */
export interface DebateRecord {
  status: DebateStatus;
  /** What it waits for a person to do. */
  waits: OpenWait[];
  /** Complete if `status` is `completed`; otherwise what is known so far. */
  result: PartialResult;
  started: StartedEvent | null;
  error: FailedEvent["error"] | null;
  /** When a person reviewed it, and what the panel had answered. Absent: nobody has. */
  reviewed?: { at: number; panel: { answer: unknown; unit: string | null } };
}

/**
 * Builds the record event by event. The loop keeps one, so that the result and the log can't differ. The
 * log of a resumed run may report something twice: the later event counts, and what was built on the
 * earlier one is dropped.
 */
export interface Recorder {
  readonly rounds: readonly Round[];
  apply(event: StoredEvent): void;
  record(): DebateRecord;
  /** Attempts at a step that the events report, by the step's id or name. */
  attemptsAt(step: string): number;
}

export function createRecorder(): Recorder {
  const rounds: Round[] = [];
  const book = createCallBook();
  const inquiries = createInquiries();
  /** By round. */
  const missing: Missing[][] = [];
  const notes: HeardNote[] = [];
  const waits = createWaits();
  let id = "";
  let status: DebateStatus = "running";
  let started: StartedEvent | null = null;
  let routed: RoutedEvent | null = null;
  let decided: SynthesizedEvent | null = null;
  let error: FailedEvent["error"] | null = null;
  let reviewed: (ReviewedEvent & Pick<StoredEvent, "at">) | null = null;
  let converged = false;
  let escalated = false;
  let watching: readonly string[] = [];
  let reissued = 0;
  let durationMs = 0;
  let members = new Map<string, number>();

  function memberOf(name: string): number {
    return members.get(name) ?? 0;
  }

  function openRound(index: number, asked: readonly string[]): void {
    const earlier = rounds[index]?.positions;
    cutTo(rounds, index);
    cutTo(missing, index);
    book.forgetFrom(index + 1);
    inquiries.forgetAfter(index);
    book.openRound(index, asked.map(memberOf));
    const names = [...members.keys()];
    const before = latestVotes(rounds, names.length);
    rounds.push({
      index,
      positions: names.map((name, member) => {
        const said = book.has(index, member) ? earlier?.[member] : undefined;
        if (said) return said;
        const previous = before[member];
        return previous && !asked.includes(name)
          ? keptPosition(previous, index)
          : emptyPosition(name, index);
      }),
      agreement: 0,
      stopped: false,
    });
    reopen();
  }

  /** The debate continues, so an earlier decision is no longer valid. */
  function reopen(): void {
    decided = null;
    reviewed = null;
    converged = false;
    escalated = false;
    book.judge = null;
    book.comparedVerdict = null;
    book.judging = 0;
    book.ballots = null;
  }

  function enter(
    { round, debater, call }: ResponseEvent | DebaterFailedEvent,
    replied: boolean,
  ): void {
    book.enter(round, memberOf(debater), { call, replied: Number(replied) });
  }

  function place(position: Position): void {
    const round = rounds[position.round];
    if (round) round.positions[memberOf(position.debater)] = position;
  }

  function noteCompared({ what, round, groups }: ComparedEvent): void {
    const held = what === "positions" ? rounds[round] : undefined;
    if (held) held.compared = groups;
  }

  function closeRound(event: RoundCompletedEvent): void {
    const round = rounds[event.round];
    if (!round) return;
    round.agreement = event.agreement;
    round.stopped = event.stopped;
    missing[event.round] = event.missing ?? [];
    inquiries.forgetAfter(event.round);
    if (event.shortfall === undefined) delete round.shortfall;
    else round.shortfall = event.shortfall;
    event.standings.forEach((standing, member) => {
      const position = round.positions[member];
      if (!position) return;
      applyStanding(position, standing);
      const verdict = event.verdicts?.[standing.cluster ?? -1];
      if (verdict !== undefined) position.verdict = verdict;
    });
    reopen();
  }

  function apply(event: StoredEvent): void {
    // A run that had ended and is resumed adds events.
    book.unreported = null;
    status = "running";
    waits.apply(event);
    error = null;
    switch (event.type) {
      case "debate.started":
        id = event.debateId;
        started = event;
        members = new Map(event.panel.map(({ name }, member) => [name, member]));
        break;
      case "debate.routed":
        routed = event;
        book.router = event.call && {
          call: event.call,
          replied: Number(event.error === undefined),
        };
        break;
      case "debate.round_started":
        openRound(event.round, event.asked);
        break;
      case "debate.response":
        enter(event, true);
        place(spokenPosition(event));
        break;
      case "debate.debater_failed":
        enter(event, false);
        place(failedPosition(event));
        break;
      case "debate.compared":
        book.compare(event);
        noteCompared(event);
        break;
      case "debate.crux":
      case "debate.claims":
      case "debate.memo":
        inquiries.enter(event);
        break;
      case "debate.round_completed":
        closeRound(event);
        break;
      case "debate.converged":
        converged = true;
        break;
      case "debate.balloting":
        book.ballots = { asked: event.asked.length, cast: [] };
        break;
      case "debate.balloted":
        book.ballots = {
          asked: event.ballots.length,
          cast: event.ballots.map(({ debater, call, replied }) => ({
            seat: memberOf(debater),
            call,
            replied: Number(replied),
          })),
        };
        break;
      case "debate.judging":
        book.judging = event.calls ?? 1;
        break;
      case "debate.synthesized":
        decided = withCitations(event, rounds, started?.context);
        reviewed = null;
        escalated = false;
        book.judge = event.call && {
          call: event.call,
          replied: event.replied ?? Number(event.judgment !== undefined),
        };
        break;
      case "debate.escalated":
        escalated = true;
        break;
      case "debate.reviewed":
        reviewed = event;
        if (event.regrouped) regroup(rounds, event.regrouped);
        break;
      case "debate.completed":
      case "debate.failed":
        status = event.type === "debate.completed" ? "completed" : "failed";
        if (event.type === "debate.failed") error = event.error;
        watching = event.warnings ?? [];
        reissued = event.reissued;
        durationMs = event.durationMs;
        book.unreported = event.unreported ?? null;
        break;
      case "debate.said":
        notes.push(heardNote(event));
        break;
      case "debate.budget_warning":
      case "debate.budget_exceeded":
      case "debate.waiting":
      case "debate.proceeded":
        break;
    }
  }

  function integrity(): Omit<Integrity, "planned" | "completed"> {
    const { dropped, unread, truncated } = silenceIn(rounds);
    const fallback = decided?.fallback ?? null;
    const all = [
      ...(routed?.missing ?? []),
      ...missing.flat(),
      ...(decided?.missing ?? []),
      ...(reviewed?.missing ?? []),
      ...inquiries.missing(),
    ];
    const unverifiedQuotes =
      rounds.reduce((sum, { positions }) => sum + unverifiedCritique(positions), 0) +
      (decided === null ? 0 : unverifiedIn(decided)) +
      inquiries.unverified();
    return {
      degraded:
        rounds.some(({ shortfall }) => shortfall !== undefined) ||
        dropped.length > 0 ||
        unread > 0 ||
        all.length > 0 ||
        unverifiedQuotes > 0 ||
        fallback !== null,
      reissued,
      dropped,
      unread,
      truncated,
      fallback,
      compared: book.compared(),
      unverifiedQuotes,
      missing: all,
    };
  }

  function dissenters(): Position[] {
    const names = (reviewed ?? decided)?.dissent ?? [];
    if (names.length === 0) return [];
    return latestVotes(rounds, members.size).filter(
      (vote): vote is Position => vote !== null && names.includes(vote.debater),
    );
  }

  function result(): PartialResult {
    // The router's reply was paid for. Without a round, it is all that is known.
    const single = routed?.routing === "single_agent" || rounds.length === 0 ? routed : null;
    // A person's review overrides the panel's decision.
    const stands = reviewed ?? decided;
    // A corrected answer has the confidence of the debater who holds it.
    const corrected = reviewed?.review.verdict === "correct";
    const basis = corrected ? "self_reported" : decided?.confidenceBasis;
    const whatIf = whatIfOf(rounds);
    const { usage, costUsd, planned, completed } = book.sums(inquiries.all());
    const { skipped } = book.compared();
    if (single?.call) {
      whatIf.single = { answer: single.answer, ...spendOf(single.call) };
    }
    // Field by field, because a literal in which fields follow a spread is several times slower.
    const whole: Partial<PartialResult> = {
      id,
      question: started?.question ?? "",
      answer: stands?.answer ?? null,
      unit: stands?.unit ?? null,
      text: stands?.text ?? "",
      reasoning: stands?.reasoning ?? "",
      confidence: stands?.confidence ?? null,
      confidenceBasis: stands?.confidence == null ? null : (basis ?? null),
      winner: stands?.winner ?? null,
      decision: decisionOf(decided, reviewed),
    };
    if (decided?.swap) whole.swap = decided.swap;
    if (decided?.findings) whole.findings = decided.findings;
    if (decided?.ranking) whole.ranking = decided.ranking;
    whole.dissent = dissenters();
    whole.rounds = rounds;
    whole.routing = routed?.routing ?? "debate";
    whole.converged = converged;
    whole.agreement = lastCounting(rounds)?.agreement ?? null;
    whole.stopReason = decided?.stopReason ?? "unfinished";
    whole.escalateToHuman = escalated;
    whole.stakes = decided?.stakes ?? null;
    whole.guarantee = decided?.guarantee ?? null;
    if (reviewed) whole.review = reviewed.review;
    if (notes.length > 0) whole.notes = [...notes];
    inquiries.addTo(whole);
    whole.integrity = { planned, completed, ...integrity() };
    whole.whatIf = whatIf;
    whole.warnings = [
      ...(started?.warnings ?? []),
      ...warningsAbout(rounds, started?.panel ?? [], decided),
      ...(skipped > 0 ? [NOT_COMPARED] : []),
      ...watching,
    ];
    whole.usage = usage;
    whole.costUsd = costUsd;
    whole.durationMs = durationMs;
    return whole as PartialResult;
  }

  return {
    rounds,
    apply(event) {
      try {
        apply(event);
      } catch (cause) {
        throw unreadable(event, cause);
      }
    },
    record: () => ({
      status: status === "running" && waits.paused() ? "waiting" : status,
      waits: waits.open(),
      result: result(),
      started,
      error,
      ...(reviewed && { reviewed: { at: reviewed.at, panel: answerOf(decided) } }),
    }),
    attemptsAt(step) {
      const name = parseStep(step);
      return inquiries.callOf(name)?.attempts ?? book.attemptsAt(name);
    },
  };
}

const answerOf = (decided: SynthesizedEvent | null): { answer: unknown; unit: string | null } => ({
  answer: decided?.answer ?? null,
  unit: decided?.unit ?? null,
});
