import type { StoredEvent } from "@rostrum/core/protocol";
import type { NewDelivery } from "@rostrum/runtime/journal";
import { formatCause } from "../format-cause.ts";
import { listDeliveries, listNoticeDeliveries, type WebhookMessage } from "./message.ts";
import { createSender, type SenderOptions } from "./sender.ts";

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

export function createWebhooks(options: SenderOptions): Webhooks {
  const { hooks, store, log } = options;
  const sender = createSender(options);

  async function add(due: readonly NewDelivery[]): Promise<void> {
    if (due.length === 0) return;
    await store.addDeliveries(due);
    setImmediate(sender.wake);
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
    start: () => sender.start(),
    stop: () => sender.stop(),
  };
}
