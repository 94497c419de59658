import { sumCosts } from "../protocol/add-usage.ts";
import type { CallCost, DebaterFailedEvent, ResponseEvent, Standing } from "../protocol/events.ts";
import type { Position } from "../protocol/position.ts";

/** A member's position in a round before anything is known about it. */
export function createEmptyPosition(debater: string, round: number): Position {
  return {
    debater,
    round,
    status: "not_asked",
    text: "",
    answer: null,
    reasoning: "",
    confidence: null,
    changed: false,
    cluster: null,
  };
}

export function createSpokenPosition(event: ResponseEvent): Position {
  const cost = sumCosts(event.calls);
  const { status, text, answer, reasoning, confidence } = event;
  const position: Position = {
    ...createEmptyPosition(event.debater, event.round),
    status,
    text,
    answer,
    reasoning,
    confidence,
    usage: cost.usage,
    costUsd: cost.costUsd,
  };
  if (event.claimedChange !== undefined) position.claimedChange = event.claimedChange;
  if (event.justification !== undefined) position.justification = event.justification;
  if (event.truncated) position.truncated = true;
  if (event.clarified) position.clarified = true;
  if (event.error !== undefined) position.error = event.error;
  const { maxOutputTokens } = cost;
  if (maxOutputTokens !== undefined) position.maxOutputTokens = maxOutputTokens;
  if (event.model !== undefined) position.model = event.model;
  if (event.toolCalls !== undefined) position.toolCalls = event.toolCalls;
  noteAttempts(position, cost);
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
  noteAttempts(position, cost);
  return position;
}

/** A member that was not asked again keeps its position, at no cost. */
export function createKeptPosition(previous: Position, round: number): Position {
  const { debater, text, answer, reasoning, confidence } = previous;
  const kept = { status: "kept" as const, text, answer, reasoning, confidence };
  return { ...createEmptyPosition(debater, round), ...kept };
}

export function applyStanding(position: Position, standing: Standing): void {
  position.status = standing.status;
  position.answer = standing.answer;
  position.changed = standing.changed;
  position.cluster = standing.cluster;
  if (standing.critique !== undefined) position.critique = standing.critique;
  if (standing.side !== undefined) position.side = standing.side;
}

function noteAttempts(position: Position, { attempts }: CallCost): void {
  if (attempts > 1) position.attempts = attempts;
}
