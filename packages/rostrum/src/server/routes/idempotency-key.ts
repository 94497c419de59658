import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";

const LONGEST = 255;

export const keyHeader: z.ZodType = z.object({
  "Idempotency-Key": z
    .string()
    .optional()
    .meta({
      description: `1 to ${LONGEST} characters. The same key with the same request is the same debate; with another request it is refused.`,
    }),
});

/** The idempotency key of a request. */
export function keyOf(c: Context<AppEnv>): { key?: string } {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return {};
  if (key !== "" && key.length <= LONGEST) return { key };
  throw new HttpError(
    400,
    "invalid_request",
    `expected a key of 1 to ${LONGEST} characters, got ${key.length}`,
    { field: "Idempotency-Key" },
  );
}
