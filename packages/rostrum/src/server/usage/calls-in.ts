import { modelName } from "../../export/index.ts";
import type { CallCost, StartedEvent, StoredEvent } from "../../protocol/events.ts";

/** A call that an event reports. */
export interface ReportedCall {
  /** Which call of the debate it is. A later report of the same call replaces an earlier one. */
  place: string;
  /** `null`: the record doesn't say which model was called. */
  model: string | null;
  call: CallCost;
}

/** The places of calls that belong to a decision, which a further round makes void. */
const OF_DECISION = /^(?:judge|verdict|claims|memo|ballot \d+)$/;

export function isOfDecision(place: string): boolean {
  return OF_DECISION.test(place);
}

const NO_CALLS: readonly ReportedCall[] = [];

/** The calls that an event reports, with the models that were called. */
export function callsIn(event: StoredEvent, started: StartedEvent | null): readonly ReportedCall[] {
  switch (event.type) {
    case "debate.routed":
      return one("router", event.model, event.call);
    case "debate.response":
    case "debate.debater_failed": {
      const seat = seatOf(event.debater, started);
      const other = event.type === "debate.response" ? event.model : undefined;
      return one(`${event.round} ${seat}`, other ?? modelAt(seat, started), event.call);
    }
    case "debate.balloted":
      return event.ballots.flatMap(({ debater, call }) => {
        const seat = seatOf(debater, started);
        return one(`ballot ${seat}`, modelAt(seat, started), call);
      });
    case "debate.compared":
      return one(
        event.what === "verdict" ? "verdict" : `compare ${event.round}`,
        event.model ?? null,
        event.call,
      );
    case "debate.crux":
      return one(`crux ${event.round}`, event.model ?? null, event.call);
    case "debate.claims":
      return one("claims", event.model ?? null, event.call);
    case "debate.memo":
      return one("memo", event.model ?? null, event.call);
    case "debate.synthesized":
      return one("judge", started?.judge?.model ?? null, event.call);
    case "debate.completed":
    case "debate.failed":
      return one("unreported", null, event.unreported ?? null);
    default:
      return NO_CALLS;
  }
}

function one(place: string, model: string | null, call: CallCost | null): readonly ReportedCall[] {
  if (call === null) return NO_CALLS;
  return [{ place, model: model === null ? null : modelName(model), call }];
}

function seatOf(debater: string, started: StartedEvent | null): number {
  const panel = started?.panel ?? [];
  for (let seat = 0; seat < panel.length; seat++) if (panel[seat]?.name === debater) return seat;
  return -1;
}

function modelAt(seat: number, started: StartedEvent | null): string | null {
  return started?.panel[seat]?.model ?? null;
}
