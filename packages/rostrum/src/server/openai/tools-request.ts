import { z } from "zod";
import type { JudgeTools } from "../debates/debate-order.ts";
import { HttpError } from "../http-error.ts";

/** A function that the client offers, in the form of chat completions or of the Responses API. */
const flat = z.looseObject({
  type: z.literal("function"),
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().max(10_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});
const nested = z.looseObject({ type: z.literal("function"), function: flat.omit({ type: true }) });
const choice = z.union([
  z.enum(["auto", "none", "required"]),
  z.looseObject({ type: z.literal("function"), name: z.string() }),
  z.looseObject({
    type: z.literal("function"),
    function: z.looseObject({ name: z.string() }),
  }),
]);

const MOST = 128;

/** The tools of a request; `undefined` if there are none. */
export function toolsOf(
  tools: readonly unknown[] | null | undefined,
  wanted: unknown,
): JudgeTools | undefined {
  if (tools == null || tools.length === 0) return undefined;
  if (tools.length > MOST) throw invalid("tools", `expected at most ${MOST}, got ${tools.length}`);
  const given = tools.map((tool, index) => {
    const inner = nested.safeParse(tool);
    const read = inner.success ? { data: inner.data.function } : flat.safeParse(tool);
    if (!read.data) {
      throw invalid(`tools[${index}]`, "expected a function with a name and parameters");
    }
    const { name, description, parameters } = read.data;
    return {
      type: "function" as const,
      name,
      ...(description == null ? {} : { description }),
      inputSchema: parameters ?? { type: "object", properties: {} },
    };
  });
  const toolChoice = choiceOf(wanted);
  return { tools: given, ...(toolChoice ? { toolChoice } : {}) };
}

function choiceOf(wanted: unknown): JudgeTools["toolChoice"] {
  if (wanted == null) return undefined;
  const { data } = choice.safeParse(wanted);
  if (data === undefined) {
    throw invalid("tool_choice", "expected auto, none, required or the name of a function");
  }
  if (typeof data === "string") return { type: data };
  const name = "name" in data ? data.name : (data.function as { name: string }).name;
  return { type: "tool", toolName: String(name) };
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
