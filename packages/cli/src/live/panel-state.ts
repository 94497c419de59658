import type { DebateEvent, ResponseEvent } from "@rostrum/core/protocol";
import { isEndOfCall, Recorder, type DebateRecord } from "@rostrum/core/record";

const TAIL_CHARS = 200;
const NO_TEXT = { end: "", length: 0 };

const makeReplyKey = (debater: string, round: number): string => `${round} ${debater}`;

/** State of the live view: the record so far, and who is working. */
export class PanelState {
  readonly #recorder = new Recorder();
  /** Text that each working member has written in this call: its end, and its length in characters. */
  readonly #texts = new Map<string, { end: string; length: number }>();
  readonly #responses = new Map<string, ResponseEvent>();
  /** Start time of each current call, in milliseconds. */
  readonly #askedAt = new Map<string, number>();
  /** Answer that wins whatever late members say. Null while open. */
  settledAnswer: string | null = null;
  /** Number of reviewed parts of long material, over all members. Null when it is not split. */
  reviewedParts: { done: number; of: number } | null = null;
  record: DebateRecord = this.#recorder.record();

  apply(event: DebateEvent, nowMs: number): void {
    if (event.type === "debate.delta") {
      const before = event.isNew ? NO_TEXT : (this.#texts.get(event.source) ?? NO_TEXT);
      this.#texts.set(event.source, {
        end: `${before.end}${event.text}`.slice(-TAIL_CHARS),
        length: before.length + event.text.length,
      });
      return;
    }
    this.#recorder.apply(event);
    this.record = this.#recorder.record();
    if (event.type === "debate.round_started" || event.type === "debate.balloting")
      for (const name of event.asked) {
        this.#texts.set(name, NO_TEXT);
        this.#askedAt.set(name, nowMs);
      }
    else if (event.type === "debate.judging") this.#askedAt.set("judge", nowMs);
    else if (isEndOfCall(event)) {
      this.#texts.delete(event.debater);
      if (event.type === "debate.response")
        this.#responses.set(makeReplyKey(event.debater, event.round), event);
    } else if (event.type === "debate.settled") this.settledAnswer = event.answer;
    else if (event.type === "debate.part_reported") {
      const members = this.record.started?.panel.length ?? 1;
      this.reviewedParts = { done: (this.reviewedParts?.done ?? 0) + 1, of: event.parts * members };
    } else if (event.type === "debate.balloted")
      for (const { debater } of event.ballots) this.#texts.delete(debater);
  }

  /** End of the text that a working member has written so far. Null for all others. */
  textEnd(name: string): string | null {
    return this.#texts.get(name)?.end ?? null;
  }

  /** Characters that a working member has written so far. */
  writtenLength(name: string): number {
    return this.#texts.get(name)?.length ?? 0;
  }

  /** Reply of a member in a round, in which reviews count findings or votes. */
  findResponse(name: string, round: number): ResponseEvent | null {
    return this.#responses.get(makeReplyKey(name, round)) ?? null;
  }

  /** Duration of a member's current call, in milliseconds. */
  waitedMs(name: string, nowMs: number): number {
    return nowMs - (this.#askedAt.get(name) ?? nowMs);
  }

  /** Working members, with the duration of their calls. */
  listWorking(nowMs: number): { name: string; waitedMs: number }[] {
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
