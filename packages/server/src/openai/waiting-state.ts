import { Waits, type OpenWait } from "@rostrum/core/protocol";
import { toOneLine } from "@rostrum/core/support";
import type { AwaitableDebate } from "../debates/live-debate.ts";

/** Pending human actions of a debate, in this process or another. */
export interface WaitingState {
  /** Returns true while the debate can only continue after a person acts. */
  paused(): boolean;
  waits(): OpenWait[];
}

export function followWaits(debate: Pick<AwaitableDebate, "events" | "over">): WaitingState {
  const waits = new Waits();
  let appliedEvents = 0;
  function catchUp(): Waits {
    for (; appliedEvents < debate.events.length; appliedEvents++) {
      const event = debate.events[appliedEvents];
      if (event) waits.apply(event);
    }
    return waits;
  }
  return {
    paused: () => !debate.over && catchUp().paused(),
    waits: () => (debate.over ? [] : catchUp().open()),
  };
}

/** Waits for the result; null as soon as the debate waits for a person, which may take days. */
export async function waitUntilOverOrPaused(
  debate: Pick<AwaitableDebate, "events" | "over" | "listen" | "result">,
  state: WaitingState,
): Promise<Awaited<AwaitableDebate["result"]> | null> {
  const paused = Promise.withResolvers<null>();
  const check = (): void => {
    if (state.paused()) paused.resolve(null);
  };
  const forget = debate.listen({ changed: check });
  check();
  try {
    return await Promise.race([debate.result, paused.promise]);
  } finally {
    forget();
  }
}

const NEEDS: Record<OpenWait["for"], string> = {
  review: "a person has to review it",
  proceed: "a person has to continue it after the round",
  speak: "a person has to speak",
};

/** Text for a client instead of an answer. */
export function describeWaiting(waits: readonly OpenWait[], link: string | null): string {
  const [first] = waits;
  const person = first?.for === "speak" && first.name ? ` (${toOneLine(first.name)})` : "";
  const needs = NEEDS[first?.for ?? "review"] + person;
  const place = link === null ? "" : ` here: ${link}`;
  return `Notice: there is no answer yet, because ${needs}${place}. Send the same request again to get the answer then.`;
}
