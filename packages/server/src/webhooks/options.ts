import { ConfigError } from "@rostrum/core/support";

/** Events that a webhook can be notified about. */
export type WebhookEvent = DebateNotice | "debate.assigned" | ProviderNotice;
/** A debate ended, or waits for a person. */
export type DebateNotice = "debate.completed" | "debate.failed" | "debate.waiting";
/** A provider begins to fail for all its models, or replies again. */
export type ProviderNotice = "provider.failing" | "provider.recovered";

export const DEBATE_NOTICES: readonly DebateNotice[] = [
  "debate.completed",
  "debate.failed",
  "debate.waiting",
];

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  ...DEBATE_NOTICES,
  "debate.assigned",
  "provider.failing",
  "provider.recovered",
];

/** `standard`: JSON, signed as in Standard Webhooks. `slack`: the format of Slack's incoming webhooks. */
export type WebhookFormat = "standard" | "slack";

export const WEBHOOK_FORMATS: readonly WebhookFormat[] = ["standard", "slack"];

/** An address that gets a message when a debate ends or waits for a person, or a provider fails. */
export interface WebhookOptions {
  /** A name for logs, metrics and stored messages. It must not change while messages wait to be sent. */
  name: string;
  /** Address that messages are sent to. Redirects are not followed. */
  url: string;
  /** Default `standard`. */
  format?: WebhookFormat;
  /**
   * The secret that signs messages: `whsec_` followed by base64, or any text of at least 24 characters. Slack checks
   * no signature, so the format `slack` needs none.
   */
  secret?: string;
  /** Events that it is notified about. Default: all. */
  events?: WebhookEvent[];
  /** Milliseconds that the receiver may take to answer. Default 10,000. */
  timeoutMs?: number;
  /**
   * Milliseconds to wait after each failed attempt. After the last attempt, the server gives up.
   * Default: nine attempts after the first, over about a day.
   */
  retryAfterMs?: number[];
}

const MIN_SECRET_BYTES = 24;
const PREFIX = "whsec_";

/** In minutes. The total allows for a receiver that is down overnight. */
const DEFAULT_RETRIES_MIN = [0.1, 0.5, 2, 10, 30, 60, 180, 360, 720];

export interface Webhook extends Required<Omit<WebhookOptions, "secret">> {
  /** `null`: messages are not signed. */
  key: Uint8Array | null;
}

/** Fills in the defaults, and checks what the schema can't. Errors never repeat a secret. */
export function readWebhooks(options: readonly WebhookOptions[]): Webhook[] {
  const hooks = options.map((hook, index) => readWebhook(hook, `webhooks[${index}]`));
  hooks.forEach(({ name }, index) => {
    if (hooks.findIndex((hook) => hook.name === name) === index) return;
    throw new ConfigError(`webhooks[${index}].name`, "expected a name that no other webhook has");
  });
  return hooks;
}

function readWebhook(hook: WebhookOptions, at: string): Webhook {
  const { name, url, secret, events = [...WEBHOOK_EVENTS], timeoutMs = 10_000 } = hook;
  const { retryAfterMs = DEFAULT_RETRIES_MIN.map((minutes) => minutes * 60_000) } = hook;
  const { format = "standard" } = hook;
  const key = format === "slack" && secret === undefined ? null : readSecret(secret, at);
  return { name, url, format, events, timeoutMs, retryAfterMs, key };
}

function readSecret(secret: unknown, at: string): Uint8Array {
  const text = typeof secret === "string" ? secret : "";
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : null;
  const key = encoded === null ? Buffer.from(text, "utf8") : Buffer.from(encoded, "base64");
  const wellFormed = encoded === null || /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (wellFormed && key.length >= MIN_SECRET_BYTES) return key;
  const message = `expected whsec_ followed by base64 of at least ${MIN_SECRET_BYTES} bytes, or a text of at least ${MIN_SECRET_BYTES} characters`;
  throw new ConfigError(`${at}.secret`, message);
}
