import type { Log } from "../log.ts";
import type { Delivery, DeliveryOutcome, RunStore } from "@rostrum/runtime/journal";
import { describeDebate, signHeaders, type LinkTo, type WebhookMessage } from "./message.ts";
import type { Webhook } from "./options.ts";
import { formatForSlack } from "./slack.ts";

export interface DeliveryOptions {
  /** The webhooks of the config as it is now. */
  hooks(): readonly Webhook[];
  linkTo: LinkTo;
  journal: RunStore;
  log: Log;
  /** Called with the outcome of an attempt. */
  onAttempt(hook: string, outcome: DeliveryOutcome["is"]): void;
}

/** How long a message waits for its event to be stored. The event may have been lost with its server. */
const UNSTORED_MS = 60 * 60 * 1000;
const UNSTORED_POSTPONE_MS = 2000;

/**
 * Creates a function that tries once to deliver a message, and says when to try again. It returns `null` if `ending`
 * fires meanwhile, so that another server sends the message.
 */
export function createDeliver(
  { hooks, linkTo, journal, log, onAttempt }: DeliveryOptions,
  ending: AbortSignal,
): (delivery: Delivery) => Promise<DeliveryOutcome | null> {
  async function deliver(delivery: Delivery): Promise<DeliveryOutcome | null> {
    const { id, hook: name, debate, attempts, createdAt } = delivery;
    const hook = hooks().find((candidate) => candidate.name === name);
    const message = await readMessage(delivery);
    // The debate was deleted, so nothing about it may be sent.
    if (message === undefined) return { is: "delivered" };
    if (!hook) return { is: "given_up", error: "the webhook is no longer in the config" };
    if (message === null) {
      return Date.now() - createdAt > UNSTORED_MS
        ? { is: "delivered" }
        : { is: "postponed", afterMs: UNSTORED_POSTPONE_MS };
    }
    const body = hook.format === "slack" ? formatForSlack(message) : JSON.stringify(message);
    const error = await post(hook, id, body);
    if (error === null) {
      onAttempt(name, "delivered");
      return { is: "delivered" };
    }
    if (ending.aborted) return null;
    const afterMs = error.final ? undefined : hook.retryAfterMs[attempts];
    // Receivers that were down at the same time should not all be called at once.
    const jitter = 0.9 + Math.random() * 0.2;
    const outcome: DeliveryOutcome =
      afterMs === undefined
        ? { is: "given_up", error: error.message }
        : { is: "retry", afterMs: Math.round(afterMs * jitter), error: error.message };
    onAttempt(name, outcome.is);
    const next =
      afterMs === undefined ? "given up" : `next attempt in ${Math.ceil(afterMs / 1000)} s`;
    const debateNote = debate === "" ? "" : ` about debate ${debate}`;
    log(`webhook ${name}: message ${id}${debateNote}: ${error.message}; ${next}`, {
      level: "warn",
    });
    return outcome;
  }

  /** `null`: its event is not stored yet. `undefined`: its debate is gone. */
  async function readMessage({
    debate,
    seq,
    body,
  }: Delivery): Promise<WebhookMessage | null | undefined> {
    if (debate === "") return JSON.parse(body) as WebhookMessage;
    const events = await journal.eventsFrom(debate, 0);
    return events && describeDebate(body, seq, events, linkTo);
  }

  async function post(
    { url, key, timeoutMs }: Webhook,
    id: string,
    body: string,
  ): Promise<{ message: string; final: boolean } | null> {
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ending]),
        headers: {
          "content-type": "application/json",
          "user-agent": "rostrum",
          ...(key && signHeaders(key, id, body, Math.floor(Date.now() / 1000))),
        },
        body,
      });
      await response.body?.cancel().catch(() => undefined);
      const { ok, status } = response;
      if (ok) return null;
      const hint = status >= 300 && status < 400 ? ", and redirects are not followed" : "";
      return { message: `it answered with ${status}${hint}`, final: status === 410 };
    } catch (error) {
      const timedOut = (error as { name?: unknown }).name === "TimeoutError";
      const message = timedOut
        ? `it did not answer within ${timeoutMs} ms`
        : `it can't be reached${formatCode(error)}`;
      return { message, final: false };
    }
  }

  return deliver;
}

/** The code of a failed connection. Its message only adds the address, which is in the config. */
function formatCode(error: unknown): string {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {};
  return typeof code === "string" ? ` (${code})` : "";
}
