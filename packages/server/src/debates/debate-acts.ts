import { setTimeout as after } from "node:timers/promises";
import { recordOutcome, reviewCompleted } from "@rostrum/runtime/api";
import { ConfigError, JournalError, omitUndefined, isPlainObject } from "@rostrum/core/support";
import { isWaitFor, performAct } from "../restate/carry-out-acts.ts";
import type { PersonAct } from "../restate/messages.ts";
import { checkGroup, REVIEW } from "@rostrum/core/options";
import type { Outcome, Review } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { toHttpError, HttpError, type HttpStatus } from "../http-error.ts";
import type { LiveDebate } from "./live-debate.ts";

/** Actions on a debate, carried out by the process that runs it. */
export type DebateAct = { act: "cancel" } | PersonAct;

export type ConversationAct = Extract<PersonAct, { act: "proceed" | "say" | "speak" }>;

type PeerAnswer =
  | { ok: true }
  | { ok: false; status: HttpStatus; code: string; message: string; field?: string };

/** Carries out an act for another server. Errors are returned as an answer too. */
export async function answerPeer(acting: () => Promise<void>): Promise<PeerAnswer> {
  try {
    await acting();
    return { ok: true };
  } catch (error) {
    const { status, code, message, field } = toHttpError(error);
    return omitUndefined({ ok: false, status, code, message, field });
  }
}

/** Throws the error that the debate's owner answered with, as if it had happened here. */
export function checkPeerAnswer(answer: unknown): void {
  const { ok, status, code, message, field } = answer as Extract<PeerAnswer, { ok: false }>;
  if (!ok) throw new HttpError(status, code, message, omitUndefined({ field }));
}

/** Parses an act from another server, which may run another version; null if it isn't valid. */
export function readPeerAct(value: unknown): DebateAct | null {
  if (!isPlainObject(value)) return null;
  const { act, said } = value;
  if (act === "cancel" || act === "proceed") return { act };
  if (!isPlainObject(said)) return null;
  if (act === "review") checkGroup(REVIEW, said, "review");
  const isPersonAct = act === "review" || act === "say" || act === "speak";
  return isPersonAct ? ({ act, said } as unknown as DebateAct) : null;
}

const MAX_TRIES = 40;
const RETRY_MS = 25;

/** Acts on a debate that runs here. */
export async function actOnLive(live: LiveDebate, act: DebateAct): Promise<void> {
  if (act.act === "cancel") {
    live.abort("the debate was cancelled");
    await live.result.catch(() => undefined);
    return;
  }
  if (act.act !== "review") return converse(live, act);
  await waitUntilWaiting(live);
  if (!live.waits().some((wait) => isWaitFor(wait, act))) throw notWaiting(act);
  await performAct(live.id, act);
}

/** Retries for a moment: a run that was just resumed reports its wait before it can be answered. */
async function converse(live: LiveDebate, act: ConversationAct): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await performAct(live.id, act);
    } catch (error) {
      if (!isUnknownRun(error)) throw error;
      const over = live.over || tries === MAX_TRIES || act.act === "say";
      const awaited = live.waits().some((wait) => isWaitFor(wait, act));
      if (over || (tries > 1 && !awaited)) throw refuse(error);
      await after(RETRY_MS);
    }
  }
}

export function unknownActError(): HttpError {
  const message = "unknown action: expected cancel, review, proceed, say or speak";
  return new HttpError(400, "invalid_request", message);
}

const NOT_WAITING: Record<DebateAct["act"], string> = {
  cancel: "the debate is already over",
  review: "the debate is not waiting for a review",
  proceed: "the debate is not paused after a round",
  say: "the debate is not running",
  speak: "the debate is not waiting for that person",
};

export function notWaiting({ act }: DebateAct): HttpError {
  return new HttpError(409, "not_waiting", NOT_WAITING[act]);
}

/** A run that was just resumed replays its finished rounds before it waits again. */
export async function waitUntilWaiting(live: LiveDebate): Promise<void> {
  const settled = Promise.withResolvers<void>();
  const check = (): void => {
    if (live.waiting || live.over) settled.resolve();
  };
  const forget = live.listen({ changed: check });
  check();
  await settled.promise;
  forget();
}

/** How long another process that owns a debate may take to release it, or to act on it. */
export const OWNER_TIMEOUT_MS = 2000;

/** Reviews a debate that is over. A second review is refused, whichever server it comes to. */
export async function reviewOver(
  store: RunStore,
  id: string,
  earlier: Review | undefined,
  newReview: Review,
): Promise<void> {
  if (earlier) {
    const by = earlier.reviewer === undefined ? "" : ` by ${earlier.reviewer}`;
    throw new HttpError(409, "not_waiting", `the debate was already reviewed${by}`);
  }
  await addToOver(() => reviewCompleted(store, id, newReview, { patienceMs: OWNER_TIMEOUT_MS }));
}

/** Records the outcome of a debate that is over. */
export async function recordOutcomeOver(
  store: RunStore,
  id: string,
  outcome: Outcome,
): Promise<void> {
  await addToOver(() => recordOutcome(store, id, outcome, { patienceMs: OWNER_TIMEOUT_MS }));
}

async function addToOver(add: () => Promise<void>): Promise<void> {
  try {
    await add();
  } catch (error) {
    if (isBusy(error)) throw ownedElsewhereError(error);
    throw isUnknownRun(error) ? refuse(error) : error;
  }
}

export function isBusy(error: unknown): error is JournalError {
  return error instanceof JournalError && error.code === "journal_busy";
}

/** Error for a debate that another process owns, if that process can't be asked or doesn't answer. */
export function ownedElsewhereError(error: JournalError): HttpError {
  return new HttpError(409, "held_elsewhere", error.publicMessage, { retryAfter: 5 });
}

/** Returns true if the library doesn't know the run, or the run waits for something else. */
function isUnknownRun(error: unknown): error is ConfigError {
  return error instanceof ConfigError && error.field === "id";
}

function refuse({ message }: ConfigError): HttpError {
  return new HttpError(409, "not_waiting", message.replace(/^id: /, ""));
}
