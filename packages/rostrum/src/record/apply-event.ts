import { latestVotes } from "../decide/index.ts";
import type {
  ComparedEvent,
  DebaterFailedEvent,
  ResponseEvent,
  RoundCompletedEvent,
  StoredEvent,
} from "../protocol/events.ts";
import type { Position } from "../protocol/position.ts";
import { cutTo } from "./cut-to.ts";
import type { Facts } from "./facts.ts";
import { heardNote } from "./heard-note.ts";
import {
  applyStanding,
  emptyPosition,
  failedPosition,
  keptPosition,
  spokenPosition,
} from "./positions.ts";
import { regroup } from "./regroup.ts";

/** Adds what an event says. */
export function applyTo(facts: Facts, event: StoredEvent): void {
  // A run that had ended and is resumed adds events.
  facts.book.unreported = null;
  facts.status = "running";
  facts.waits.apply(event);
  facts.error = null;
  switch (event.type) {
    case "debate.started":
      facts.id = event.debateId;
      facts.started = event;
      facts.names = event.panel.map(({ name }) => name);
      break;
    case "debate.routed":
      facts.routed = event;
      facts.book.router = event.call && {
        call: event.call,
        replied: Number(event.error === undefined),
      };
      break;
    case "debate.round_started":
      openRound(facts, event.round, event.asked);
      break;
    case "debate.response":
      enter(facts, event, true);
      place(facts, spokenPosition(event));
      break;
    case "debate.debater_failed":
      enter(facts, event, false);
      place(facts, failedPosition(event));
      break;
    case "debate.compared":
      facts.book.compare(event);
      noteCompared(facts, event);
      break;
    case "debate.crux":
    case "debate.claims":
    case "debate.memo":
      facts.inquiries.enter(event);
      break;
    case "debate.round_completed":
      closeRound(facts, event);
      break;
    case "debate.converged":
      facts.converged = true;
      break;
    case "debate.balloting":
      facts.book.ballots = { asked: event.asked.length, cast: [] };
      break;
    case "debate.balloted":
      facts.book.ballots = {
        asked: event.ballots.length,
        cast: event.ballots.map(({ debater, call, replied, clarified = false }) => ({
          seat: memberOf(facts, debater),
          call,
          replied: Number(replied),
          clarified,
        })),
      };
      break;
    case "debate.judging":
      facts.book.judging = event.calls ?? 1;
      break;
    case "debate.synthesized":
      facts.decided = event;
      facts.reviewed = null;
      facts.escalated = false;
      facts.book.judge = event.call && {
        call: event.call,
        replied: event.replied ?? Number(event.judgment !== undefined),
      };
      break;
    case "debate.escalated":
      facts.escalated = true;
      break;
    case "debate.reviewed":
      facts.reviewed = event;
      if (event.regrouped) regroup(facts.rounds, event.regrouped);
      break;
    case "debate.completed":
    case "debate.failed":
      facts.status = event.type === "debate.completed" ? "completed" : "failed";
      if (event.type === "debate.failed") facts.error = event.error;
      facts.watching = event.warnings ?? [];
      facts.reissued = event.reissued;
      facts.durationMs = event.durationMs;
      facts.book.unreported = event.unreported ?? null;
      break;
    case "debate.said":
      (facts.notes ??= []).push(heardNote(event));
      break;
    case "debate.budget_warning":
    case "debate.budget_exceeded":
    case "debate.waiting":
    case "debate.proceeded":
      break;
  }
}

function memberOf({ names }: Facts, name: string): number {
  return Math.max(0, names.indexOf(name));
}

function openRound(facts: Facts, index: number, asked: readonly string[]): void {
  const earlier = facts.rounds[index]?.positions;
  cutTo(facts.rounds, index);
  if (facts.missing) cutTo(facts.missing, index);
  facts.book.forgetFrom(index + 1);
  facts.inquiries.forgetAfter(index);
  const { names, book } = facts;
  book.openRound(
    index,
    names.length,
    asked.map((name) => memberOf(facts, name)),
  );
  const before = latestVotes(facts.rounds, names.length);
  facts.rounds.push({
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
  reopen(facts);
}

/** The debate continues, so an earlier decision is no longer valid. */
function reopen(facts: Facts): void {
  facts.decided = null;
  facts.reviewed = null;
  facts.converged = false;
  facts.escalated = false;
  facts.book.judge = null;
  facts.book.comparedVerdict = null;
  facts.book.judging = 0;
  facts.book.ballots = null;
}

function enter(
  facts: Facts,
  { round, debater, call }: ResponseEvent | DebaterFailedEvent,
  replied: boolean,
): void {
  facts.book.enter(round, memberOf(facts, debater), { call, replied: Number(replied) });
}

function place(facts: Facts, position: Position): void {
  const round = facts.rounds[position.round];
  if (round) round.positions[memberOf(facts, position.debater)] = position;
}

function noteCompared(facts: Facts, { what, round, groups }: ComparedEvent): void {
  const held = what === "positions" ? facts.rounds[round] : undefined;
  if (held) held.compared = groups;
}

function closeRound(facts: Facts, event: RoundCompletedEvent): void {
  const round = facts.rounds[event.round];
  if (!round) return;
  round.agreement = event.agreement;
  round.stopped = event.stopped;
  if (event.missing || facts.missing) {
    (facts.missing ??= [])[event.round] = event.missing ?? [];
  }
  facts.inquiries.forgetAfter(event.round);
  if (event.uncompared) round.uncompared = true;
  else delete round.uncompared;
  if (event.shortfall === undefined) delete round.shortfall;
  else round.shortfall = event.shortfall;
  event.standings.forEach((standing, member) => {
    const position = round.positions[member];
    if (!position) return;
    applyStanding(position, standing);
    const verdict = event.verdicts?.[standing.cluster ?? -1];
    if (verdict !== undefined) position.verdict = verdict;
  });
  reopen(facts);
}
