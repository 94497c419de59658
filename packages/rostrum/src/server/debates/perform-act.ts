import { setTimeout as after } from "node:timers/promises";
import { proceed, review, reviewCompleted, say, speak } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import type { OpenWait } from "../../protocol/waits.ts";
import { HttpError } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";
import { heldElsewhere, isBusy, type Act } from "./peer-acts.ts";

export type ConversationAct = Extract<Act, { act: "proceed" | "say" | "speak" }>;

/** Whether a debate waits for that. */
export function isAwaiting(waits: readonly OpenWait[], act: ConversationAct): boolean {
  return waits.some((wait) =>
    act.act === "speak"
      ? wait.for === "speak" && wait.name === act.said.name
      : wait.for === act.act,
  );
}

const MOST_TRIES = 40;
const NEXT_TRY_MS = 25;

/** Acts on a debate that runs here. */
export async function performAct(live: LiveDebate, act: Act): Promise<void> {
  if (act.act === "cancel") {
    live.abort("it was cancelled");
    await live.result.catch(() => undefined);
    return;
  }
  if (act.act !== "review") return converse(live, act);
  await untilWaiting(live);
  if (!live.waits().some((wait) => wait.for === "review")) throw notWaiting();
  await review(live.id, act.said);
}

/** A run that was just resumed gets to its wait again after it has told that it waits. */
async function converse(live: LiveDebate, act: ConversationAct): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      if (act.act === "say") return await say(live.id, act.said);
      if (act.act === "speak") return await speak(live.id, act.said.name, act.said.text);
      return await proceed(live.id);
    } catch (error) {
      if (!isUnknownRun(error)) throw error;
      const over = live.over || tries === MOST_TRIES || act.act === "say";
      if (over || (tries > 1 && !isAwaiting(live.waits(), act))) throw refuse(error);
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

/** How long another process that owns the debate may take to release it. */
const PATIENCE_MS = 2000;

/** Reviews a debate that is over. A second review is refused, whichever server it comes to. */
export async function reviewOver(
  store: RunStore,
  id: string,
  earlier: Review | undefined,
  said: Review,
): Promise<void> {
  if (earlier) {
    const by = earlier.reviewer === undefined ? "" : ` by ${earlier.reviewer}`;
    throw new HttpError(409, "not_waiting", `it was reviewed already${by}`);
  }
  try {
    await reviewCompleted(store, id, said, { patienceMs: PATIENCE_MS });
  } catch (error) {
    if (isBusy(error)) throw heldElsewhere(error);
    throw isUnknownRun(error) ? refuse(error) : error;
  }
}

/** The library doesn't know the run, or it waits for something else. */
function isUnknownRun(error: unknown): error is ConfigError {
  return error instanceof ConfigError && error.field === "id";
}

function refuse({ message }: ConfigError): HttpError {
  return new HttpError(409, "not_waiting", message.replace(/^id: /, ""));
}
