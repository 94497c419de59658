import type { Delivery, ServiceStore } from "@rostrum/runtime/journal";
import { createDeliver, type DeliveryOptions } from "./deliver.ts";

/** Sends stored messages that are due. */
export interface Sender {
  /** Sends now and from then on. */
  start(): void;
  /** Sends now. Messages that arrive during a pass are sent by the next one. */
  wake(): void;
  /** The next server may send a message again that is being sent now. */
  stop(): Promise<void>;
}

export interface SenderOptions extends DeliveryOptions {
  store: ServiceStore;
}

/** How often the server checks for messages that are due. */
const POLL_INTERVAL_MS = 1000;
/** Approximate limit of concurrent messages per webhook: a slow receiver must not hold up the others. */
const MAX_PER_HOOK = 8;
/** Messages taken at once. */
const BATCH_SIZE = 4;
/** Added to an attempt's timeout, for the lease on a message. */
const LEASE_MARGIN_MS = 10_000;

export function createSender(options: SenderOptions): Sender {
  const { hooks, store } = options;
  const ending = new AbortController();
  const deliver = createDeliver(options, ending.signal);
  let timer: NodeJS.Timeout | undefined;
  let sendingPass: Promise<void> | null = null;
  /** A server that never had a webhook leaves the messages to others on the same journal. */
  let hasHadHooks = false;
  /** Messages being sent, by webhook. */
  const sending = new Map<string, Set<Promise<void>>>();

  async function send(delivery: Delivery): Promise<void> {
    const outcome = await deliver(delivery);
    if (outcome !== null) await store.endDelivery(delivery.id, outcome);
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

  function wake(): void {
    hasHadHooks ||= hooks().length > 0;
    if (ending.signal.aborted || timer === undefined || !hasHadHooks) return;
    sendingPass ??= sendDue()
      // The journal can't be reached at the moment.
      .catch(() => undefined)
      .finally(() => (sendingPass = null));
  }

  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(wake, POLL_INTERVAL_MS);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      ending.abort();
      clearInterval(timer);
      await sendingPass;
      await Promise.all([...sending.values()].flatMap((all) => [...all]));
    },
  };
}
