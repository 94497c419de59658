import type { StoredEventBody } from "./events.ts";

/** Something that a run waits for a person to do. */
export interface OpenWait {
  /** `review`: escalated. `proceed`: paused after a round. `speak`: a step needs a person's words. */
  for: "review" | "proceed" | "speak";
  round: number;
  /** Who is to speak. */
  name?: string;
  /** As whom they speak: the debater's name, or a role such as `judge`. */
  source?: string;
}

/** Follows what a run waits for, from its events. */
export class Waits {
  #pause: OpenWait | null = null;
  /** `null` in debates without a person at the table. */
  #speeches: Map<string, OpenWait> | null = null;
  /** Who is asked and has not replied, in any order. */
  #busy: string[] = [];
  #round = 0;

  apply(event: StoredEventBody): void {
    switch (event.type) {
      case "debate.round_started":
        this.#clear();
        this.#round = event.round;
        this.#busy = [...event.asked];
        break;
      case "debate.response":
      case "debate.debater_failed":
        this.#speeches?.delete(event.debater);
        this.#hear(event.debater);
        break;
      case "debate.waiting": {
        const { type: _type, for: what, ...wait } = event;
        if (what === "proceed") this.#pause = { for: what, round: event.round };
        else this.#speak(wait.source ?? "", { for: what, ...pickWait(wait) });
        break;
      }
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

  open(): OpenWait[] {
    return [...(this.#pause ? [this.#pause] : []), ...(this.#speeches?.values() ?? [])];
  }

  /** Nothing happens until a person acts: no model's reply is awaited. */
  paused(): boolean {
    if (this.#pause !== null) return true;
    const said = this.#speeches;
    return said !== null && said.size > 0 && this.#busy.every((who) => said.has(who));
  }

  #speak(source: string, wait: OpenWait): void {
    this.#speeches ??= new Map();
    this.#speeches.set(source, wait);
  }

  #hear(name: string): void {
    const at = this.#busy.indexOf(name);
    const last = at < 0 ? undefined : this.#busy.pop();
    if (last !== undefined && last !== name) this.#busy[at] = last;
  }

  #clear(): void {
    this.#pause = null;
    this.#speeches = null;
    this.#busy = [];
  }
}

/** A stored event has more fields than what it says about the wait. */
function pickWait({ round, name, source }: Omit<OpenWait, "for">): Omit<OpenWait, "for"> {
  return {
    round,
    ...(name === undefined ? {} : { name }),
    ...(source === undefined ? {} : { source }),
  };
}
