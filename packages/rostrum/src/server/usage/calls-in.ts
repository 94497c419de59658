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

/** The calls that an event reports, with the models that were called. */
export function callsIn(event: StoredEvent, started: StartedEvent | null): ReportedCall[] {
  const seatOf = (debater: string): number =>
    started?.panel.findIndex(({ name }) => name === debater) ?? -1;
  const modelOf = (debater: string): string | null =>
    named(started?.panel[seatOf(debater)]?.model ?? null);
  const one = (place: string, model: string | null, call: CallCost | null): ReportedCall[] =>
    call === null ? [] : [{ place, model: named(model), call }];
  switch (event.type) {
    case "debate.routed":
      return one("router", event.model, event.call);
    case "debate.response":
      return one(
        `${event.round} ${seatOf(event.debater)}`,
        event.model ?? modelOf(event.debater),
        event.call,
      );
    case "debate.debater_failed":
      return one(`${event.round} ${seatOf(event.debater)}`, modelOf(event.debater), event.call);
    case "debate.balloted":
      return event.ballots.flatMap(({ debater, call }) =>
        one(`ballot ${seatOf(debater)}`, modelOf(debater), call),
      );
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
      return [];
  }
}

function named(model: string | null): string | null {
  return model === null ? null : modelName(model);
}
