import { setTimeout as after } from "node:timers/promises";
import { proceed, review, say, speak } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { OpenWait } from "../../protocol/waits.ts";
import { HttpError } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { Act } from "./peer-acts.ts";

export type Conversing = Extract<Act, { act: "proceed" | "say" | "speak" }>;

/** Whether a debate waits for that. */
export function awaits(waits: readonly OpenWait[], act: Conversing): boolean {
  return waits.some((wait) =>
    act.act === "speak"
      ? wait.for === "speak" && wait.name === act.said.name
      : wait.for === act.act,
  );
}

const MOST_TRIES = 40;
const NEXT_TRY_MS = 25;

/** Acts on a debate that runs here. */
export async function perform(live: LiveDebate, act: Act): Promise<void> {
  if (act.act === "cancel") {
    live.abort("it was cancelled");
    await live.result.catch(() => undefined);
    return;
  }
  if (act.act !== "review") return conversing(live, act);
  await untilWaiting(live);
  if (!live.waits().some((wait) => wait.for === "review")) throw notWaiting();
  await review(live.id, act.said);
}

/** A run that was just resumed gets to its wait again after it has told that it waits. */
async function conversing(live: LiveDebate, act: Conversing): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      if (act.act === "say") return await say(live.id, act.said);
      if (act.act === "speak") return await speak(live.id, act.said.name, act.said.text);
      return await proceed(live.id);
    } catch (error) {
      if (!(error instanceof ConfigError) || error.field !== "id") throw error;
      const over = live.over || tries === MOST_TRIES || act.act === "say";
      if (over || (tries > 1 && !awaits(live.waits(), act))) {
        throw new HttpError(409, "not_waiting", error.message.replace(/^id: /, ""));
      }
      await after(NEXT_TRY_MS);
    }
  }
}

export function notWaiting(): HttpError {
  return new HttpError(409, "not_waiting", "it is not waiting for a review");
}

/** A run that was just resumed replays its finished rounds before it waits again. */
export async function untilWaiting(live: LiveDebate): Promise<void> {
  const settled = Promise.withResolvers<void>();
  const check = (): void => {
    if (live.waiting || live.over) settled.resolve();
  };
  const forget = live.listen({ changed: check });
  check();
  await settled.promise;
  forget();
}
