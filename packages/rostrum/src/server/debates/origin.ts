import { createHash } from "node:crypto";
import type { StartedEvent } from "../../protocol/events.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";

/**
 * Who a debate is held for. A watcher may leave and the debate goes on; a chat or tool call without a key
 * has one reader, and without it there is nobody left to answer.
 */
export type Client = "rest" | "chat" | "mcp";

/** How a run was ordered: kept with the run, so that it can be taken up, forked and recognised later. */
export interface Origin {
  request: PanelRequest;
  /** Of the request and its question: the same order has the same one. */
  digest: string;
  client: Client;
  /** It was ordered under an idempotency key: whoever left may come back for it. */
  keyed?: true;
}

const KEY = "rostrum_server";

export function withOrigin(
  metadata: Record<string, unknown> | undefined,
  origin: Origin,
): Record<string, unknown> {
  return { ...metadata, [KEY]: origin };
}

/** `null`: the run was started elsewhere, on the command line or in a program. */
export function originOf(started: StartedEvent | null): Origin | null {
  const origin = started?.metadata?.[KEY] as Partial<Origin> | undefined;
  if (typeof origin?.request !== "object" || typeof origin.digest !== "string") return null;
  const { request, digest, client, keyed } = origin;
  return { request, digest, client: client ?? "rest", ...(keyed ? { keyed } : {}) };
}

/** Whether anybody can still ask for a debate whose first caller is gone. */
export function outlivesItsCaller({ client, keyed }: Pick<Origin, "client" | "keyed">): boolean {
  return client === "rest" || keyed === true;
}

export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex")
    .slice(0, 32);
}

/** The id of a debate that was ordered under a key: the same user's same key finds it again. */
export function keyedId(user: string | null, key: string): string {
  return `key-${digestOf([user, key])}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]),
  );
}
