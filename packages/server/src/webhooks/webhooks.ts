import type { Log } from "../log.ts";
import type { StoredEvent } from "@rostrum/core/protocol";
import type {
  RunStore,
  Delivery,
  DeliveryOutcome,
  NewDelivery,
  ServiceStore,
} from "@rostrum/runtime/journal";
import { formatCause } from "../format-cause.ts";
import {
  describeDebate,
  listDeliveries,
  listNoticeDeliveries,
  signHeaders,
  type LinkTo,
  type WebhookMessage,
} from "./message.ts";
import type { Webhook } from "./options.ts";
import { formatForSlack } from "./slack.ts";

/** Notifies webhooks about debates that end or wait. */
export interface Webhooks {
  /**
   * Stores the messages about events before the events themselves. No message is lost if the server
   * dies in between, and a message is sent only after its event is stored. `null`: there is none to store.
   */
  storeBefore(debate: string, events: readonly StoredEvent[]): Promise<void> | null;
  /** Stores the messages about events that are stored already. Rejects if it can't. */
  report(debate: string, events: readonly StoredEvent[]): Promise<void>;
  /** Stores the messages about something that is not a debate. */
  notify(message: WebhookMessage): Promise<void>;
  /** Sends messages that are due, now and from then on. */
  start(): void;
  /** Stops sending. The next server may send a message again that is being sent now. */
  stop(): Promise<void>;
}

export interface WebhooksOptions {
  /** The webhooks of the config as it is now. */
  hooks(): readonly Webhook[];
  linkTo: LinkTo;
  store: ServiceStore;
  journal: RunStore;
  log: Log;
  /** Called with the outcome of an attempt. */
  onAttempt(hook: string, outcome: DeliveryOutcome["is"]): void;
}

/** How often the server checks for messages that are due. */
const POLL_INTERVAL_MS = 1000;
/** Approximate limit of concurrent messages per webhook: a slow receiver must not hold up the others. */
const MAX_PER_HOOK = 8;
/** Messages taken at once. */
const BATCH_SIZE = 4;
/** Added to an attempt's timeout, for the lease on a message. */
const LEASE_MARGIN_MS = 10_000;
/** How long a message waits for its event to be stored. The event may have been lost with its server. */
const UNSTORED_MS = 60 * 60 * 1000;
const UNSTORED_POSTPONE_MS = 2000;

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { hooks, linkTo, store, journal, log, onAttempt } = options;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let sendingPass: Promise<void> | null = null;
  /** A server that never had a webhook leaves the messages to others on the same journal. */
  let hasHadHooks = false;
  /** Messages being sent, by webhook. */
  const sending = new Map<string, Set<Promise<void>>>();

  async function send(delivery: Delivery): Promise<void> {
    const outcome = await attempt(delivery);
    if (outcome !== null) await store.endDelivery(delivery.id, outcome);
  }

  /** `null`: the server stops, so another one sends the message. */
  async function attempt(delivery: Delivery): Promise<DeliveryOutcome | null> {
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
    if (ending.signal.aborted) return null;
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
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ending.signal]),
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

  async function sendDue(): Promise<void> {
    for (let takenCount = BATCH_SIZE; takenCount === BATCH_SIZE && !ending.signal.aborted;) {
      const busyHooks = [...sending].flatMap(([hook, all]) =>
        all.size < MAX_PER_HOOK ? [] : [hook],
      );
      const maxTimeoutMs = Math.max(0, ...hooks().map(({ timeoutMs }) => timeoutMs));
      const due = await store.takeDeliveries(BATCH_SIZE, maxTimeoutMs + LEASE_MARGIN_MS, busyHooks);
      takenCount = due.length;
      due.forEach(sendInBackground);
    }
  }

  function sendInBackground(delivery: Delivery): void {
    const hookAttempts = sending.get(delivery.hook) ?? new Set();
    sending.set(delivery.hook, hookAttempts);
    const sendAttempt: Promise<void> = send(delivery)
      // A message that could not be settled is sent again after its lease ends.
      .catch(() => undefined)
      .finally(() => hookAttempts.delete(sendAttempt));
    hookAttempts.add(sendAttempt);
  }

  /** Messages that arrive during a pass are sent by the next one. */
  function wakeSender(): void {
    hasHadHooks ||= hooks().length > 0;
    if (ending.signal.aborted || timer === undefined || !hasHadHooks) return;
    sendingPass ??= sendDue()
      // The journal can't be reached at the moment.
      .catch(() => undefined)
      .finally(() => (sendingPass = null));
  }

  async function add(due: readonly NewDelivery[]): Promise<void> {
    if (due.length === 0) return;
    await store.addDeliveries(due);
    setImmediate(wakeSender);
  }

  const listDue = (debate: string, events: readonly StoredEvent[]): NewDelivery[] =>
    events.flatMap((event) => listDeliveries(hooks(), debate, event));

  return {
    storeBefore(debate, events) {
      const due = listDue(debate, events);
      if (due.length === 0) return null;
      return add(due).catch((error: unknown) =>
        log(`debate ${debate}: could not store a message for webhooks: ${formatCause(error)}`, {
          level: "error",
        }),
      );
    },
    report: (debate, events) => add(listDue(debate, events)),
    notify: (message) =>
      add(listNoticeDeliveries(hooks(), message)).catch((error: unknown) =>
        log(`could not store a message for webhooks (${message.type}): ${formatCause(error)}`, {
          level: "error",
        }),
      ),
    start() {
      if (timer !== undefined) return;
      timer = setInterval(wakeSender, POLL_INTERVAL_MS);
      timer.unref();
      wakeSender();
    },
    async stop() {
      ending.abort();
      clearInterval(timer);
      await sendingPass;
      await Promise.all([...sending.values()].flatMap((all) => [...all]));
    },
  };
}

/** The code of a failed connection. Its message only adds the address, which is in the config. */
function formatCode(error: unknown): string {
  const { code } = (error as { cause?: { code?: unknown } }).cause ?? {};
  return typeof code === "string" ? ` (${code})` : "";
}
