import type { DebateEvent } from "@rostrum/core/protocol";
import { isEndOfCall, Recorder, type DebateRecord } from "@rostrum/core/record";

const TAIL_CHARS = 200;

/** State of the live view: the record so far, and who is working. */
export class PanelState {
  readonly #recorder = new Recorder();
  /** End of the text that each working member has written in this call. */
  readonly #texts = new Map<string, string>();
  /** Start time of each current call, in milliseconds. */
  readonly #askedAt = new Map<string, number>();
  /** Answer that wins whatever late members say. Null while open. */
  settled: string | null = null;
  /** Reviewed parts of long material. Null when it is not split. */
  parts: { done: number; of: number } | null = null;
  record: DebateRecord = this.#recorder.record();

  apply(event: DebateEvent, nowMs: number): void {
    if (event.type === "debate.delta") {
      const text = `${this.#texts.get(event.source) ?? ""}${event.text}`;
      this.#texts.set(event.source, text.slice(-TAIL_CHARS));
      return;
    }
    this.#recorder.apply(event);
    this.record = this.#recorder.record();
    if (event.type === "debate.round_started" || event.type === "debate.balloting")
      for (const name of event.asked) {
        this.#texts.set(name, "");
        this.#askedAt.set(name, nowMs);
      }
    else if (event.type === "debate.judging") this.#askedAt.set("judge", nowMs);
    else if (isEndOfCall(event)) this.#texts.delete(event.debater);
    else if (event.type === "debate.settled") this.settled = event.answer;
    else if (event.type === "debate.part_reported") {
      const members = this.record.started?.panel.length ?? 1;
      this.parts = { done: (this.parts?.done ?? 0) + 1, of: event.parts * members };
    } else if (event.type === "debate.balloted")
      for (const { debater } of event.ballots) this.#texts.delete(debater);
  }

  /** Text that a working member has written so far. Null for all others. */
  writing(name: string): string | null {
    return this.#texts.get(name) ?? null;
  }

  /** Duration of a member's current call, in milliseconds. */
  waitedMs(name: string, nowMs: number): number {
    return nowMs - (this.#askedAt.get(name) ?? nowMs);
  }

  /** Working members, with the duration of their calls. */
  waiting(nowMs: number): { name: string; waitedMs: number }[] {
    const names = this.finished ? [] : [...this.#texts.keys()];
    const { helper } = this;
    if (helper !== null && !names.includes(helper)) names.push(helper);
    return names.map((name) => ({ name, waitedMs: this.waitedMs(name, nowMs) }));
  }

  /** Worker outside of the panel that is being asked. */
  get helper(): "judge" | "router" | null {
    if (this.record.phase === "judging") return "judge";
    return this.#texts.has("router") && this.record.result.rounds.length === 0 ? "router" : null;
  }

  get finished(): boolean {
    return this.record.status === "completed" || this.record.status === "failed";
  }
}
