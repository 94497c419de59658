import type { StoredEventBody } from "./events.ts";
import type { WaitingEvent } from "./people-events.ts";

/** A person's action that a run waits for. */
export interface OpenWait extends Omit<WaitingEvent, "type" | "for"> {
  /** `review`: escalated. `proceed`: paused after a round. `speak`: a step waits for a person's reply. */
  for: "review" | WaitingEvent["for"];
}

/** Tracks the open waits of a run from its events. */
export class Waits {
  #pause: OpenWait | null = null;
  #speeches: readonly OpenWait[] = [];
  /** Debaters that were called and have not replied. */
  #busy: readonly string[] = [];
  #round = 0;

  apply(event: StoredEventBody): void {
    switch (event.type) {
      case "debate.round_started":
        this.#clear();
        this.#round = event.round;
        this.#busy = event.asked;
        break;
      case "debate.response":
      case "debate.debater_failed":
      case "debate.debater_cancelled":
        this.#speeches = this.#speeches.filter(({ source }) => source !== event.debater);
        this.#busy = this.#busy.filter((name) => name !== event.debater);
        break;
      case "debate.waiting":
        if (event.for === "proceed") this.#pause = { for: "proceed", round: event.round };
        else
          this.#speeches = [
            ...this.#speeches.filter(({ source }) => source !== event.source),
            pickWait(event),
          ];
        break;
      case "debate.escalated":
        this.#pause = event.waiting ? { for: "review", round: this.#round } : null;
        break;
      case "debate.proceeded":
      case "debate.reviewed":
        this.#pause = null;
        break;
      case "debate.judging":
        this.#clear();
        this.#busy = ["judge"];
        break;
      case "debate.round_completed":
      case "debate.synthesized":
      case "debate.completed":
      case "debate.failed":
        this.#clear();
        break;
      default:
    }
  }

  /** True if a run still waits for the action that an event announced. */
  isOpen(event: StoredEventBody): boolean {
    if (event.type === "debate.escalated") return this.#pause?.for === "review";
    if (event.type !== "debate.waiting") return false;
    const { for: waitKind, round, source } = event;
    return this.open().some(
      (wait) => wait.for === waitKind && wait.round === round && wait.source === source,
    );
  }

  open(): OpenWait[] {
    return [...(this.#pause ? [this.#pause] : []), ...this.#speeches];
  }

  /** True if only a person can continue the run: no model's reply is pending. */
  paused(): boolean {
    if (this.#pause !== null) return true;
    if (this.#speeches.length === 0) return false;
    return this.#busy.every((who) => this.#speeches.some(({ source }) => source === who));
  }

  #clear(): void {
    this.#pause = null;
    this.#speeches = [];
    this.#busy = [];
  }
}

/** Drops the other fields of a stored event. */
function pickWait({ for: waitKind, round, name, source }: OpenWait): OpenWait {
  return {
    for: waitKind,
    round,
    ...(name === undefined ? {} : { name }),
    ...(source === undefined ? {} : { source }),
  };
}
