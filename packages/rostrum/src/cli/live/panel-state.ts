import type { DebateEvent } from "../../protocol/events.ts";
import type { Position } from "../../protocol/position.ts";
import { Recorder, type DebateRecord } from "../../record/index.ts";

/** What a member of the panel is doing right now. */
export type Activity = "idle" | "asked" | "writing";

/** The state behind the live view: the record so far, and who is working. */
export interface PanelState {
  apply(event: DebateEvent): void;
  record(): DebateRecord;
  activity(name: string): Activity;
  /** The end of what a member has written in this call, on one line. */
  tail(name: string): string;
  readonly judging: boolean;
  readonly routing: boolean;
  readonly finished: boolean;
}

const TAIL = 200;

export function createPanelState(): PanelState {
  const recorder = new Recorder();
  const doing = new Map<string, Activity>();
  const texts = new Map<string, string>();
  let record = recorder.record();

  function done({ debater }: Pick<Position, "debater">): void {
    doing.set(debater, "idle");
    texts.delete(debater);
  }

  function apply(event: DebateEvent): void {
    if (event.type === "debate.delta") {
      doing.set(event.source, "writing");
      texts.set(event.source, `${texts.get(event.source) ?? ""}${event.text}`.slice(-TAIL));
      return;
    }
    recorder.apply(event);
    record = recorder.record();
    if (event.type === "debate.round_started" || event.type === "debate.balloting") {
      for (const name of event.asked) doing.set(name, "asked");
    } else if (event.type === "debate.response" || event.type === "debate.debater_failed")
      done(event);
    else if (event.type === "debate.balloted") event.ballots.forEach(done);
  }

  return {
    apply,
    record: () => record,
    activity: (name) => doing.get(name) ?? "idle",
    tail: (name) => texts.get(name) ?? "",
    get judging() {
      return record.phase === "judging";
    },
    get routing() {
      return doing.get("router") === "writing" && record.result.rounds.length === 0;
    },
    get finished() {
      return record.status === "completed" || record.status === "failed";
    },
  };
}
