import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../app-env.ts";
import { invalidRequest } from "../http-error.ts";

const MAX_KEY_CHARS = 255;

export const keyHeader: z.ZodType = z.object({
  "Idempotency-Key": z
    .string()
    .optional()
    .describe(
      `1 to ${MAX_KEY_CHARS} characters. The same key with the same request returns the same debate; with another request it is refused. A request with an id is repeated by its id, and its key has no effect.`,
    ),
});

/** Reads the idempotency key of a request. */
export function readKey(c: Context<AppEnv>): { key?: string } {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  if (key !== "" && key.length <= MAX_KEY_CHARS) return { key };
  const message = `expected a key of 1 to ${MAX_KEY_CHARS} characters, got ${key.length}`;
  throw invalidRequest("Idempotency-Key", message);
}
