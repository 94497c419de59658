import { plus } from "../protocol/add-usage.ts";
import type { CallCost, StoredEvent } from "../protocol/events.ts";
import type { RunState, RunStatus, RunSummary } from "../protocol/journal.ts";

/** What a list shows of a run, as far as its events tell. */
export interface Gist extends Omit<RunSummary, "id" | "status" | "createdAt" | "updatedAt"> {
  /** Escalated, and nobody has reviewed it. */
  waiting: boolean;
}

const NOTHING: Gist = {
  question: "",
  answer: null,
  stopReason: null,
  agreement: null,
  escalated: false,
  degraded: false,
  waiting: false,
  calls: 0,
  costUsd: 0,
  panel: [],
};

/** Follows a run's events, also back: an event that comes again replaces it and all after it. */
export interface GistKeeper {
  readonly gist: Gist;
  apply(event: StoredEvent): void;
}

export function keepGist(events: readonly StoredEvent[] = []): GistKeeper {
  /** What was known after each event. */
  const after: Gist[] = [];
  const keeper: GistKeeper = {
    get gist() {
      return after.at(-1) ?? NOTHING;
    },
    apply(event) {
      after.length = Math.min(after.length, event.seq);
      after.push(next(keeper.gist, event));
    },
  };
  for (const event of events) keeper.apply(event);
  return keeper;
}

export function stateOf(status: RunStatus, { waiting }: { waiting: boolean }): RunState {
  return waiting && status === "running" ? "waiting" : status;
}

function next(gist: Gist, event: StoredEvent): Gist {
  switch (event.type) {
    case "debate.started":
      return { ...gist, question: event.question, panel: event.panel.map(({ name }) => name) };
    case "debate.routed":
    case "debate.response":
      return { ...gist, ...paid(gist, event.call) };
    case "debate.debater_failed":
      return { ...gist, ...paid(gist, event.call), degraded: true };
    case "debate.round_completed": {
      const unread = event.standings.some(({ status }) => status === "unread");
      return { ...gist, agreement: event.agreement, degraded: gist.degraded || unread };
    }
    case "debate.synthesized":
      return {
        ...gist,
        ...paid(gist, event.call),
        answer: inWords(event.answer),
        stopReason: event.stopReason,
        degraded: gist.degraded || event.fallback !== null,
      };
    case "debate.escalated":
      return { ...gist, escalated: true, waiting: event.waiting };
    case "debate.reviewed":
      return { ...gist, answer: inWords(event.answer), waiting: false };
    case "debate.round_started":
    case "debate.converged":
    case "debate.judging":
    case "debate.budget_warning":
    case "debate.budget_exceeded":
    case "debate.completed":
    case "debate.failed":
      return gist;
  }
}

function paid({ calls, costUsd }: Gist, call: CallCost | null): Pick<Gist, "calls" | "costUsd"> {
  if (call === null) return { calls, costUsd };
  return { calls: calls + call.attempts, costUsd: plus(costUsd, call.costUsd) };
}

function inWords(answer: unknown): string | null {
  if (answer === null || answer === undefined) return null;
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}
