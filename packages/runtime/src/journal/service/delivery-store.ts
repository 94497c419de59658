/** A webhook message to deliver. */
export interface NewDelivery {
  /** Stable id of the message: adding it again has no effect, even after delivery. */
  id: string;
  /** Name of the webhook in the config. */
  hook: string;
  /** Debate that the message is about. Empty if there is none. */
  debate: string;
  /** Number of the event that the message is about. */
  seq: number;
  /** Kind of message. For messages without a debate, the complete message as JSON. */
  body: string;
}

/** A webhook message that is due. */
export interface Delivery extends NewDelivery {
  createdAt: number;
  /** Number of earlier attempts. */
  attempts: number;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { is: "delivered" }
  | { is: "retry"; afterMs: number; error: string }
  /** The message could not be sent yet, which doesn't count as an attempt. */
  | { is: "postponed"; afterMs: number }
  | { is: "given_up"; error: string };

/** Webhook messages. */
export interface DeliveryStore {
  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Returns messages that are due, except for some webhooks. No other process gets them for `leaseMs`. */
  takeDeliveries(limit: number, leaseMs: number, except?: readonly string[]): Promise<Delivery[]>;
  /** A delivered message is remembered for a week, and as long as its debate runs. */
  endDelivery(id: string, outcome: DeliveryOutcome): Promise<void>;
  /** Counts messages that wait, and messages that were given up. */
  countDeliveries(): Promise<{ waiting: number; givenUp: number }>;
}
