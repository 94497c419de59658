import { z } from "zod";

export const numberOrNull: z.ZodNullable<z.ZodNumber> = z
  .number()
  .nullable()
  .describe("null: unknown");
