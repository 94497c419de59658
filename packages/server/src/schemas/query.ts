import { z } from "zod";

const EXPECTED = "expected a date such as 2026-11-01";

/** A date or time of a query, in milliseconds since 1970. */
export const moment: z.ZodType<number | undefined> = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\d/, EXPECTED)
  .transform((text) => Date.parse(text))
  .refine(Number.isFinite, EXPECTED)
  .optional()
  .describe("A date, `2026-11-01`, or a time, `2026-11-01T12:00:00Z`; UTC.");

/** Start of a page of a list. */
export const pageMark: z.ZodType<string | undefined> = z
  .string()
  .regex(/^\d{1,15}$/, "expected `next` of an earlier page")
  .optional();
