import { proceedRun, reviewRun, sayInRun, speakInRun } from "@rostrum/runtime/api";
import { type DebateEvent, Waits, type OpenWait } from "@rostrum/core/protocol";
import type { PersonAct } from "./messages.ts";

export interface PausedRun {
  id: string;
  /** Actions of people, in order. */
  acts: readonly PersonAct[];
  signal: AbortSignal;
  /** Suspends the debate until a person acts. */
  pause(): Promise<void>;
}

const RETRY_MS = 50;
/**
 * The debate reports that it waits before it can be answered. After this many tries, the action doesn't match the
 * wait.
 */
const MAX_TRIES = 40;

/**
 * Follows a debate's events. Whenever it waits only for people, the next action is carried out. If
 * none is left, the debate is paused and occupies no worker.
 */
export function carryOutActs({ id, acts, signal, pause }: PausedRun): (event: DebateEvent) => void {
  const waits = new Waits();
  const pendingActs = [...acts];
  let attending = false;
  let wake = (): void => undefined;

  async function carryOutPending(): Promise<void> {
    while (waits.paused() && !signal.aborted) {
      const act = pendingActs.shift();
      if (act === undefined) return pause();
      // A note alone doesn't continue the debate.
      if ((await carryOut(act)) && act.act !== "say") await waitUntilContinued(act);
    }
  }

  /** Waits for the next event that shows that the debate continued. */
  async function waitUntilContinued(act: PersonAct): Promise<void> {
    while (!signal.aborted && waits.open().some((wait) => isWaitFor(wait, act))) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  async function carryOut(act: PersonAct): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries++) {
      try {
        await performAct(id, act);
        return true;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    return false;
  }

  function scheduleActs(): void {
    if (attending || !waits.paused() || signal.aborted) return;
    attending = true;
    // When a debate is resumed, events come in batches, and only the last event shows its current
    // state.
    setImmediate(() => {
      carryOutPending()
        .catch(() => undefined)
        .finally(() => {
          attending = false;
          scheduleActs();
        });
    });
  }

  return (event) => {
    if (event.type === "debate.delta") return;
    waits.apply(event);
    wake();
    scheduleActs();
  };
}

/** Returns true if the action is the one that the debate waits for. */
export function isWaitFor(wait: OpenWait, act: PersonAct): boolean {
  if (wait.for !== act.act) return false;
  return act.act !== "speak" || wait.name === act.said.name;
}

/** Acts on a debate that runs in this process, whatever panel started it. */
export async function performAct(id: string, act: PersonAct): Promise<void> {
  switch (act.act) {
    case "review":
      return reviewRun(id, act.said, null);
    case "proceed":
      return proceedRun(id, null);
    case "say":
      return sayInRun(id, act.said, null);
    case "speak":
      return speakInRun(id, act.said.name, act.said.text, null);
  }
}
