import { ConfigError } from "../../errors.ts";
import { knownKeys } from "../../options/index.ts";

/** What a webhook can be notified about. */
export type WebhookEvent = "debate.completed" | "debate.failed" | "debate.waiting";

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  "debate.completed",
  "debate.failed",
  "debate.waiting",
];

/** An address that gets a signed message when a debate ends or waits for a person. */
export interface WebhookOptions {
  /**
   * A name for logs, metrics and stored messages. It must not change while messages wait to be
   * sent.
   */
  name: string;
  /** Where messages are sent. Redirects are not followed. */
  url: string;
  /**
   * The secret that signs messages: `whsec_` followed by base64, or any text of at least 24
   * characters.
   */
  secret: string;
  /** Which events it gets. Default: all. */
  events?: WebhookEvent[];
  /** Milliseconds that the receiver may take to answer. Default 10,000. */
  timeoutMs?: number;
  /**
   * Milliseconds to wait after each failed attempt. After the last attempt, the server gives up.
   * Default: nine attempts after the first, over about a day.
   */
  retryAfterMs?: number[];
}

const KEYS = ["name", "url", "secret", "events", "timeoutMs", "retryAfterMs"];
const NAME = /^[\w.-]{1,64}$/;
const SHORTEST_SECRET = 24;
const PREFIX = "whsec_";

/** In minutes. The total allows for a receiver that is down overnight. */
const DEFAULT_RETRIES_MIN = [0.1, 0.5, 2, 10, 30, 60, 180, 360, 720];

export interface Webhook extends Required<Omit<WebhookOptions, "secret">> {
  key: Uint8Array;
}

/** Checks the options and fills in defaults. Errors never repeat a secret. */
export function readWebhooks(options: readonly WebhookOptions[]): Webhook[] {
  if (!Array.isArray(options)) throw new ConfigError("webhooks", "expected a list of webhooks");
  const hooks = options.map((hook, index) => readWebhook(hook, `webhooks[${index}]`));
  hooks.forEach(({ name }, index) => {
    if (hooks.findIndex((hook) => hook.name === name) === index) return;
    throw new ConfigError(`webhooks[${index}].name`, "expected a name that no other webhook has");
  });
  return hooks;
}

function readWebhook(hook: WebhookOptions, at: string): Webhook {
  knownKeys(hook, KEYS, at);
  const { name, url, secret, events = [...WEBHOOK_EVENTS], timeoutMs = 10_000 } = hook;
  const { retryAfterMs = DEFAULT_RETRIES_MIN.map((minutes) => minutes * 60_000) } = hook;
  if (typeof name !== "string" || !NAME.test(name)) {
    throw new ConfigError(`${at}.name`, "expected 1 to 64 letters, digits or . _ -");
  }
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) {
    throw new ConfigError(
      `${at}.url`,
      "expected an http:// or https:// address without a password",
    );
  }
  const unknown = Array.isArray(events)
    ? events.find((event) => !WEBHOOK_EVENTS.includes(event))
    : String(events);
  if (unknown !== undefined || events.length === 0) {
    throw new ConfigError(`${at}.events`, `expected some of ${WEBHOOK_EVENTS.join(", ")}`);
  }
  if (!(timeoutMs > 0 && timeoutMs <= 60_000)) {
    throw new ConfigError(`${at}.timeoutMs`, "expected a number above 0 and up to 60000");
  }
  if (!Array.isArray(retryAfterMs) || !retryAfterMs.every((ms) => ms >= 0 && ms <= 864e5)) {
    throw new ConfigError(`${at}.retryAfterMs`, "expected milliseconds from 0 to 86400000");
  }
  return { name, url, events, timeoutMs, retryAfterMs, key: readSecret(secret, at) };
}

function readSecret(secret: unknown, at: string): Uint8Array {
  const text = typeof secret === "string" ? secret : "";
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : null;
  const key = encoded === null ? Buffer.from(text, "utf8") : Buffer.from(encoded, "base64");
  const wellFormed = encoded === null || /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  if (wellFormed && key.length >= SHORTEST_SECRET) return key;
  throw new ConfigError(
    `${at}.secret`,
    `expected whsec_ and base64 of at least ${SHORTEST_SECRET} bytes, or a text of as many characters`,
  );
}
