import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { json } from "../../answers/answer-kinds.ts";
import type { JsonKind } from "../../protocol/answer.ts";

/** Without a judge, the debaters themselves answer in the requested format. */
export async function typedAnswer(
  format: LanguageModelV4CallOptions["responseFormat"],
): Promise<JsonKind | null> {
  if (format?.type !== "json" || format.schema === undefined) return null;
  const { fromJSONSchema } = await import("zod");
  return json(fromJSONSchema(format.schema as Parameters<typeof fromJSONSchema>[0]));
}
