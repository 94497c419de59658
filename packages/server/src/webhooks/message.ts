import { createHmac, hash } from "node:crypto";
import { formatCost } from "@rostrum/core/export";
import type { StoredEvent } from "@rostrum/core/protocol";
import type { NewDelivery } from "@rostrum/runtime/journal";
import { readOrigin } from "../debates/debate-order.ts";
import { fold } from "@rostrum/core/record";
import { toPublicEvent } from "../public-text.ts";
import { clipLine } from "@rostrum/core/support";
import { DEBATE_NOTICES, type DebateNotice, type Webhook, type WebhookEvent } from "./options.ts";

/** A message before it gets its receiver's format. */
export interface WebhookMessage {
  type: WebhookEvent;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The address of a debate on the page; `null` if the server doesn't know its own address. */
export type LinkTo = (debate: string) => string | null;

const MAX_QUESTION_CHARS = 500;

/** The webhook event for a debate's event; `null` if webhooks are not notified about it. */
export function findWebhookEvent(event: StoredEvent): DebateNotice | null {
  if (event.type === "debate.escalated") return event.waiting ? "debate.waiting" : null;
  return DEBATE_NOTICES.find((type) => type === event.type) ?? null;
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
      id: createMessageId([name, debate, event.seq, type]),
      hook: name,
      debate,
      seq: event.seq,
      body: type,
    }));
}

/** The messages about something that is not a debate. */
export function listNoticeDeliveries(
  hooks: readonly Webhook[],
  message: WebhookMessage,
): NewDelivery[] {
  const body = JSON.stringify(message);
  return hooks
    .filter(({ events }) => events.includes(message.type))
    .map(({ name }) => ({
      id: createMessageId([name, body]),
      hook: name,
      debate: "",
      seq: 0,
      body,
    }));
}

function createMessageId(about: readonly unknown[]): string {
  return `msg_${hash("sha256", JSON.stringify(about)).slice(0, 32)}`;
}

/**
 * A message about a debate as it was at that event. `null`: the debate doesn't have that event, because the server died
 * before it was stored.
 */
export function describeDebate(
  type: string,
  seq: number,
  events: readonly StoredEvent[],
  linkTo: LinkTo,
): WebhookMessage | null {
  const event = events[seq];
  const notice = event && findWebhookEvent(event);
  if (!notice || notice !== type) return null;
  const { result, status, started, error, waits, atLeastUsd } = fold(
    events.slice(0, seq + 1).map(toPublicEvent),
  );
  const request = readOrigin(started)?.request;
  return {
    type: notice,
    timestamp: new Date(event.at).toISOString(),
    data: {
      id: result.id,
      question: clipLine(started?.question ?? "", MAX_QUESTION_CHARS),
      link: linkTo(result.id),
      status,
      user: started?.userId ?? null,
      team: started?.teamId ?? null,
      panel: request?.debaters === undefined ? (request?.panel ?? null) : null,
      answer: status === "completed" ? result.answer : null,
      headline: status === "completed" ? result.headline : null,
      agreement: result.agreement,
      confidence: result.confidence,
      confidenceBasis: result.confidenceBasis,
      stopReason: status === "completed" ? result.stopReason : null,
      escalateToHuman: result.escalateToHuman,
      degraded: result.integrity.degraded,
      shifted: result.shift ? result.shift.alarm !== null : null,
      calls: result.usage.calls,
      costUsd: result.costUsd,
      atLeastUsd,
      cost: formatCost(result.costUsd, atLeastUsd),
      ...(type === "debate.waiting" ? { waits } : {}),
      ...(error ? { error: { name: error.name, code: error.code } } : {}),
    },
  };
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
