import { proceed, review, say, speak } from "../../api/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import { createWaits, type OpenWait } from "../../protocol/waits.ts";
import type { PersonAct } from "./service-types.ts";

export interface Attending {
  id: string;
  /** What people have done, in order. */
  acts: readonly PersonAct[];
  signal: AbortSignal;
  /** Leaves the debate as it is, for the next act. */
  pause(): Promise<void>;
}

const LOOK_MS = 50;
/** The loop says that it waits before it does. After so many looks, the act is not what it waits for. */
const MOST_LOOKS = 40;

/**
 * Follows a debate's events. Whenever it waits for people and for nothing else, the next act is carried out.
 * If none is left, the debate is paused, and holds no worker.
 */
export function actsWhenPaused({
  id,
  acts,
  signal,
  pause,
}: Attending): (event: DebateEvent) => void {
  const waits = createWaits();
  const left = [...acts];
  let attending = false;
  let tell = (): void => undefined;

  async function attend(): Promise<void> {
    while (waits.paused && !signal.aborted) {
      const act = left.shift();
      if (act === undefined) return pause();
      // A note alone doesn't make it go on.
      if ((await carryOut(act)) && act.act !== "say") await untilItGoesOn(act);
    }
  }

  /** The debate goes on when its next event says so. */
  async function untilItGoesOn(act: PersonAct): Promise<void> {
    while (!signal.aborted && waits.open().some((wait) => isFor(wait, act))) {
      await new Promise<void>((resolve) => {
        tell = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  async function carryOut(act: PersonAct): Promise<boolean> {
    for (let looks = 0; looks < MOST_LOOKS && !signal.aborted; looks++) {
      try {
        await perform(id, act);
        return true;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    }
    return false;
  }

  function look(): void {
    if (attending || !waits.paused || signal.aborted) return;
    attending = true;
    // Events come in batches when a debate is taken up again: only the last of them tells how it stands.
    setImmediate(() => {
      attend()
        .catch(() => undefined)
        .finally(() => {
          attending = false;
          look();
        });
    });
  }

  return (event) => {
    if (event.type === "debate.delta") return;
    waits.apply(event);
    tell();
    look();
  };
}

function isFor(wait: OpenWait, act: PersonAct): boolean {
  if (wait.for !== act.act) return false;
  return act.act !== "speak" || wait.name === act.said.name;
}

async function perform(id: string, act: PersonAct): Promise<void> {
  switch (act.act) {
    case "review":
      return review(id, act.said);
    case "proceed":
      return proceed(id);
    case "say":
      return say(id, act.said);
    case "speak":
      return speak(id, act.said.name, act.said.text);
  }
}
