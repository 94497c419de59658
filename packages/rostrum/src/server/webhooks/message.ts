import { createHmac, hash } from "node:crypto";
import type { StoredEvent } from "../../protocol/events.ts";
import type { NewDelivery } from "../../protocol/service-store.ts";
import { readOrigin } from "../debates/debate-order.ts";
import { fold } from "../../record/index.ts";
import { toPublicEvent } from "../guard/public-text.ts";
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from "./options.ts";

/** The webhook event for a debate's event; `null` if webhooks are not notified about it. */
export function findWebhookEvent(event: StoredEvent): WebhookEvent | null {
  if (event.type === "debate.escalated") return event.waiting ? "debate.waiting" : null;
  return WEBHOOK_EVENTS.find((type) => type === event.type) ?? null;
}

/** The messages about an event, without their text. The same event always gets the same ids. */
export function listDeliveries(
  hooks: readonly Webhook[],
  debate: string,
  event: StoredEvent,
): NewDelivery[] {
  const type = findWebhookEvent(event);
  if (type === null) return [];
  return hooks
    .filter(({ events }) => events.includes(type))
    .map(({ name }) => ({
      id: `msg_${hash("sha256", JSON.stringify([name, debate, event.seq, type])).slice(0, 32)}`,
      hook: name,
      debate,
      seq: event.seq,
      body: type,
    }));
}

/**
 * The JSON of a message, from the debate as it was at that event. `null`: the debate doesn't have that event, because
 * the server died before it was stored.
 */
export function formatWebhookMessage(
  type: string,
  seq: number,
  events: readonly StoredEvent[],
): string | null {
  const event = events[seq];
  if (!event || findWebhookEvent(event) !== type) return null;
  const { result, status, started, error, waits } = fold(
    events.slice(0, seq + 1).map(toPublicEvent),
  );
  const request = readOrigin(started)?.request;
  return JSON.stringify({
    type,
    timestamp: new Date(event.at).toISOString(),
    data: {
      id: result.id,
      status,
      user: started?.userId ?? null,
      team: started?.teamId ?? null,
      panel: request?.debaters === undefined ? (request?.panel ?? null) : null,
      answer: status === "completed" ? result.answer : null,
      agreement: result.agreement,
      confidence: result.confidence,
      confidenceBasis: result.confidenceBasis,
      stopReason: status === "completed" ? result.stopReason : null,
      escalateToHuman: result.escalateToHuman,
      degraded: result.integrity.degraded,
      shifted: result.shift ? result.shift.alarm !== null : null,
      calls: result.usage.calls,
      costUsd: result.costUsd,
      ...(type === "debate.waiting" ? { waits } : {}),
      ...(error ? { error: { name: error.name, code: error.code } } : {}),
    },
  });
}

/** The headers of Standard Webhooks. */
export function signHeaders(
  key: Uint8Array,
  id: string,
  body: string,
  seconds: number,
): Record<string, string> {
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
