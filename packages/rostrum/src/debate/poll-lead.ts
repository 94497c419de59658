import { autoReader } from "../answers/index.ts";
import { askForLead, leadOf, type LeadRule, type PollAnswer } from "../decide/index.ts";
import type { Answered } from "./ask.ts";
import type { StopRuling } from "./round.ts";
import { standingsOf } from "./standings.ts";
import { readable, type DebateState } from "./state.ts";

/** Asks until one answer leads. Replies that can't be read, and calls that failed, don't count. */
export function byLead(
  { seats, task, reader }: DebateState,
  rule: LeadRule,
  answered: readonly Answered[],
): PollAnswer {
  const reading = reader ?? autoReader(task.question, readable(answered));
  const { groups } = standingsOf(seats, answered, reading);
  const left = seats.filter(({ asked }) => !asked).map(({ index }) => index);
  return askForLead(rule, groups, left, answered.length);
}

/** Whether there is a lead is asked once more when all answers in prose have been compared. */
export function leadRuling({ by }: LeadRule): StopRuling {
  return (_state, _round, { groups }) => ({
    reason: leadOf(groups) >= by ? "decided" : "tied",
    converged: false,
  });
}
