import { HttpError } from "../http-error.ts";
import type { AskOptions } from "./ask-panel.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { ChatRequest, ResponseFormat } from "./chat-request.ts";

/** Which panel a chat request asks, and in which format it wants the answer. */
export async function panelRequestOf(
  { model, response_format, n }: Omit<ChatRequest, "messages">,
  panels: AskOptions["panels"],
): Promise<PanelRequest> {
  if (!(await panels.offers(model))) {
    const names = (await panels.names()).join(", ");
    const message = `expected the name of a panel as model: ${names}`;
    throw new HttpError(404, "model_not_found", message, { field: "model" });
  }
  if (n != null && n !== 1) throw unsupported("n", "expected 1, because a panel gives one answer");
  const schema = schemaOf(response_format ?? { type: "text" });
  return { panel: model, ...(schema ? { answer: { type: "json", schema } } : {}) };
}

/** Whether the answer must be only JSON. */
export function isTyped({ response_format }: Pick<ChatRequest, "response_format">): boolean {
  return response_format != null && response_format.type !== "text";
}

function schemaOf(format: ResponseFormat): Record<string, unknown> | null {
  if (!("json_schema" in format)) return format.type === "text" ? null : { type: "object" };
  const { schema } = format.json_schema;
  if (schema) return schema;
  throw unsupported("response_format.json_schema.schema", "expected a JSON Schema");
}

function unsupported(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
