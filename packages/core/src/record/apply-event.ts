import { findLastCounting, findLatestVote } from "../decide/index.ts";
import type {
  ComparedEvent,
  DebaterCancelledEvent,
  DebaterFailedEvent,
  PaidCall,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  Standing,
  StoredEvent,
} from "../protocol/events.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { SaidEvent } from "../protocol/people-events.ts";
import type { Position, Round } from "../protocol/position.ts";
import { continuesReply } from "../protocol/step-id.ts";
import type { Facts } from "./facts.ts";
import { sumCosts } from "../protocol/costs.ts";
import { findHeadline } from "./headline.ts";

/** Adds what an event says. The facts have none of the events that it invalidates. */
export function applyEvent(facts: Facts, event: StoredEvent): void {
  facts.waits.apply(event);
  switch (event.type) {
    case "debate.started":
      facts.id = event.debateId;
      facts.started = event;
      facts.kind = event.rules.answer;
      facts.names = event.panel.map(({ name }) => name);
      break;
    case "debate.routed":
      facts.routed = event;
      facts.book.enter(event.calls);
      break;
    case "debate.round_started":
      openRound(facts, event.round, event.asked);
      break;
    case "debate.response":
      facts.book.enter(event.calls);
      placePosition(facts, createSpokenPosition(event, facts.kind));
      break;
    case "debate.debater_failed":
      facts.book.enter(event.calls);
      placePosition(facts, createFailedPosition(event));
      break;
    case "debate.debater_cancelled":
      facts.book.enter(event.calls);
      placePosition(facts, createCancelledPosition(event));
      break;
    case "debate.compared":
      addComparison(facts, event);
      break;
    case "debate.crux":
    case "debate.claims":
    case "debate.memo":
    case "debate.audited":
      facts.inquiries.push(event);
      facts.book.enter(event.calls);
      break;
    case "debate.round_completed":
      closeRound(facts, event);
      break;
    case "debate.converged":
      facts.converged = true;
      break;
    case "debate.balloting":
      facts.phase = "balloting";
      for (const name of event.asked) {
        facts.book.announce({ role: "ballot", seat: findSeat(facts, name) });
      }
      break;
    case "debate.balloted":
      facts.phase = "deciding";
      facts.balloted = event;
      facts.book.enter(event.calls);
      break;
    case "debate.judging":
      facts.phase = "judging";
      facts.book.judging = event.times ?? 1;
      break;
    case "debate.synthesized":
      facts.phase = "deciding";
      facts.decided = event;
      facts.book.enter(event.calls);
      break;
    case "debate.escalated":
      facts.escalated = true;
      break;
    case "debate.reviewed":
      facts.reviewed = event;
      if (event.regrouped) regroup(facts.rounds, event.regrouped);
      break;
    case "debate.outcome":
      facts.outcome = event.outcome;
      break;
    case "debate.completed":
    case "debate.failed":
      facts.status = event.type === "debate.completed" ? "completed" : "failed";
      if (event.type === "debate.failed") facts.error = event.error;
      facts.watching = event.warnings ?? [];
      facts.reissued = event.reissued;
      facts.durationMs = event.durationMs;
      facts.book.unreported = [...event.calls];
      break;
    case "debate.said":
      facts.notes.push(toHeardNote(event));
      break;
    case "debate.part_reported":
    case "debate.settled":
    case "debate.budget_warning":
    case "debate.budget_exceeded":
    case "debate.waiting":
    case "debate.proceeded":
      break;
    default:
      // An event of a new type doesn't compile until it is handled here.
      event satisfies never;
  }
}

function findSeat({ names }: Facts, name: string): number {
  return Math.max(0, names.indexOf(name));
}

function openRound(facts: Facts, index: number, asked: readonly string[]): void {
  facts.phase = "round";
  for (const name of asked) {
    facts.book.announce({ role: "debater", seat: findSeat(facts, name), round: index });
  }
  const positions = facts.names.map((name, member) => {
    const latestVote = asked.includes(name) ? null : findLatestVote(facts.rounds, member);
    return latestVote ? createKeptPosition(latestVote, index) : createEmptyPosition(name, index);
  });
  facts.rounds.push({ index, positions, agreement: 0, stopped: false });
}

function placePosition(facts: Facts, position: Position): void {
  const round = facts.rounds[position.round];
  if (round) round.positions[findSeat(facts, position.debater)] = position;
}

function addComparison(facts: Facts, event: ComparedEvent): void {
  facts.compared.push(event);
  facts.book.enter(event.calls);
  const round = event.what === "positions" ? facts.rounds[event.round] : undefined;
  if (round) round.compared = event.groups;
}

function closeRound(facts: Facts, event: RoundCompletedEvent): void {
  const round = facts.rounds[event.round];
  if (!round) return;
  round.agreement = event.agreement;
  round.stopped = event.stopped;
  facts.missing.push(...(event.missing ?? []));
  facts.phase = "deciding";
  facts.completedRounds = event.round + 1;
  if (event.unisolated) round.unisolated = event.unisolated;
  if (event.uncompared) round.uncompared = true;
  if (event.shortfall !== undefined) round.shortfall = event.shortfall;
  event.standings.forEach((standing, member) => {
    const position = round.positions[member];
    if (!position) return;
    applyStanding(position, standing, facts.kind);
    const verdict = event.verdicts?.[standing.cluster ?? -1];
    if (verdict !== undefined) position.verdict = verdict;
    const check = event.checks?.[standing.cluster ?? -1];
    if (check != null) position.check = check;
  });
}

/** Gives the last round that counts the groups that a person made of its answers. */
function regroup(
  rounds: readonly Round[],
  { tally, agreement }: NonNullable<ReviewedEvent["regrouped"]>,
): void {
  const round = findLastCounting(rounds);
  if (!round) return;
  const seat = (name: string | undefined): number =>
    round.positions.findIndex(({ debater }) => debater === name);
  const groups = tally
    .map(({ debaters }) => debaters)
    .sort((a, b) => b.length - a.length || seat(a[0]) - seat(b[0]));
  round.agreement = agreement;
  round.regrouped = true;
  for (const position of round.positions) {
    const group = groups.findIndex((names) => names.includes(position.debater));
    if (position.cluster !== null) position.cluster = group;
  }
}

/** A moderator's note, as debaters hear it. */
export function toHeardNote({ round, note, from }: SaidEvent): HeardNote {
  return from === undefined ? { round, note } : { round, note, from };
}

/** A member's position in a round before anything is known about it. */
export function createEmptyPosition(debater: string, round: number): Position {
  return {
    debater,
    round,
    status: "not_asked",
    text: "",
    answer: null,
    headline: null,
    reasoning: "",
    confidence: null,
    changed: false,
    cluster: null,
  };
}

export function createSpokenPosition(event: ResponseEvent, kind: string): Position {
  const cost = sumCosts(event.calls);
  const position: Position = {
    debater: event.debater,
    round: event.round,
    status: event.status,
    text: event.text,
    answer: event.answer,
    headline: findHeadline(event.answer, kind),
    reasoning: event.reasoning,
    confidence: event.confidence,
    changed: false,
    cluster: null,
    usage: cost.usage,
    costUsd: cost.costUsd,
  };
  if (event.claimedChange !== undefined) position.claimedChange = event.claimedChange;
  if (event.justification !== undefined) position.justification = event.justification;
  if (event.truncated) position.truncated = true;
  if (event.clarified) position.clarified = true;
  if (event.blind) position.blind = event.blind;
  if (event.error !== undefined) position.error = event.error;
  const { maxOutputTokens } = cost;
  if (maxOutputTokens !== undefined) position.maxOutputTokens = maxOutputTokens;
  if (event.model !== undefined) position.model = event.model;
  if (event.toolCalls !== undefined) position.toolCalls = event.toolCalls;
  noteAttempts(position, event.calls);
  return position;
}

export function createFailedPosition(event: DebaterFailedEvent): Position {
  const cost = sumCosts(event.calls);
  const position: Position = {
    ...createEmptyPosition(event.debater, event.round),
    status: "failed",
    usage: cost.usage,
    costUsd: cost.costUsd,
    error: event.error,
  };
  if (event.permanent) position.permanent = true;
  noteAttempts(position, event.calls);
  return position;
}

function createCancelledPosition(event: DebaterCancelledEvent): Position {
  const { attempts, usage, costUsd } = sumCosts(event.calls);
  const position: Position = {
    ...createEmptyPosition(event.debater, event.round),
    status: "cancelled",
    text: event.text ?? "",
    usage,
    costUsd,
  };
  // 0: its call had not begun.
  if (attempts !== 1) position.attempts = attempts;
  return position;
}

/** A member that was not asked again keeps its position, at no cost. */
export function createKeptPosition(previous: Position, round: number): Position {
  const { debater, text, answer, headline, reasoning, confidence } = previous;
  const kept = { status: "kept" as const, text, answer, headline, reasoning, confidence };
  return { ...createEmptyPosition(debater, round), ...kept };
}

export function applyStanding(position: Position, standing: Standing, kind: string): void {
  position.status = standing.status;
  position.answer = standing.answer;
  position.headline = findHeadline(standing.answer, kind);
  position.changed = standing.changed;
  position.cluster = standing.cluster;
  if (standing.label !== undefined) position.label = standing.label;
  if (standing.fullest) position.fullest = true;
  if (standing.critique !== undefined) position.critique = standing.critique;
  if (standing.side !== undefined) position.side = standing.side;
}

/** A turn after a tool, or another part of the material, is not another attempt. */
function noteAttempts(position: Position, calls: readonly PaidCall[]): void {
  const turns = calls.filter(({ step }) => continuesReply(step)).length;
  const attempts = sumCosts(calls).attempts - turns;
  if (attempts > 1) position.attempts = attempts;
}
