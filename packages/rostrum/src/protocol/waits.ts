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
export interface Waits {
  apply(event: StoredEventBody): void;
  open(): OpenWait[];
  /** Nothing happens until a person acts: no model's reply is awaited. */
  paused(): boolean;
}

export function createWaits(): Waits {
  let pause: OpenWait | null = null;
  /** `null` in debates without a person at the table. */
  let speeches: Map<string, OpenWait> | null = null;
  const busy = new Set<string>();
  let round = 0;

  function clear(): void {
    pause = null;
    speeches = null;
    busy.clear();
  }

  return {
    apply(event) {
      switch (event.type) {
        case "debate.round_started":
          clear();
          round = event.round;
          for (const name of event.asked) busy.add(name);
          break;
        case "debate.response":
        case "debate.debater_failed":
          speeches?.delete(event.debater);
          busy.delete(event.debater);
          break;
        case "debate.waiting": {
          const { type: _type, for: what, ...wait } = event;
          if (what === "proceed") pause = { for: what, round: event.round };
          else (speeches ??= new Map()).set(wait.source ?? "", { for: what, ...described(wait) });
          break;
        }
        case "debate.escalated":
          pause = event.waiting ? { for: "review", round } : null;
          break;
        case "debate.proceeded":
        case "debate.reviewed":
          pause = null;
          break;
        case "debate.judging":
          clear();
          busy.add("judge");
          break;
        case "debate.round_completed":
        case "debate.synthesized":
        case "debate.completed":
        case "debate.failed":
          clear();
          break;
        default:
      }
    },
    open: () => [...(pause ? [pause] : []), ...(speeches?.values() ?? [])],
    paused() {
      if (pause !== null) return true;
      const said = speeches;
      return said !== null && said.size > 0 && [...busy].every((who) => said.has(who));
    },
  };
}

/** A stored event has more fields than what it says about the wait. */
function described({ round, name, source }: Omit<OpenWait, "for">): Omit<OpenWait, "for"> {
  return {
    round,
    ...(name === undefined ? {} : { name }),
    ...(source === undefined ? {} : { source }),
  };
}
