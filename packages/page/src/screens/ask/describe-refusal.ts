import { escapeInvisible } from "@rostrum/core/support";
import { ApiError, describeError } from "../../api/api-error.ts";
import type { Asking, ContextDocument } from "../../api/asking.ts";
import type { Plan } from "../../api/endpoints.ts";

/** Describes why a question was refused, with the labels of the form. */
export async function describeRefusal(error: unknown, asking: Asking): Promise<string> {
  const document = findUnreadable(error, asking);
  if (document)
    return `${escapeInvisible(document.document)} can't be read. Attach a PDF, an image or a text file, or paste the text.`;
  if (!(error instanceof ApiError)) return describeError(error);
  // A limit that the user didn't enter is the server's.
  const isEntered = "budget" in asking && (asking["budget"] as { usd?: number }).usd !== undefined;
  const isUnpriced = error.code === "unpriced" || error.field === "budget.usd";
  if (isUnpriced && !isEntered) return explainUnpriced("a model on this panel");
  if (error.field === null) return describeError(error);
  // Loaded on demand, because few refusals are about a setting.
  const { WORDS } = await import("../../settings/setting-words.ts");
  const label = Object.hasOwn(WORDS, error.field) ? WORDS[error.field]?.label : undefined;
  const message = error.message.replace(`${error.field}: `, "");
  return describeError(
    label === undefined
      ? new ApiError(error.status, error.code, message)
      : new ApiError(error.status, error.code, `${label}: ${message}`),
  );
}

/** Context document that caused the error. Null if none did. */
export function findUnreadable(error: unknown, { context = [] }: Asking): ContextDocument | null {
  if (!(error instanceof ApiError)) return null;
  const [, index] = /\bcontext\[(\d+)\]/.exec(error.field ?? error.message) ?? [];
  return index === undefined ? null : (context[Number(index)] ?? null);
}

/** Describes why a question would be refused, before it is asked. Null if it wouldn't be. */
export function describePlanRefusal({ refusal, unpriced }: Plan): string | null {
  if (refusal === null) return null;
  if (refusal.code !== "unpriced")
    return describeError(new ApiError(402, refusal.code, refusal.message));
  const models = [...new Set(unpriced.map(({ model }) => model))];
  return explainUnpriced(models.join(", "));
}

function explainUnpriced(models: string): string {
  return (
    `Your spending is limited in dollars, and the price of ${models} isn't known, so this panel can't be asked. ` +
    "Choose another panel, or ask the admin to set the price."
  );
}
