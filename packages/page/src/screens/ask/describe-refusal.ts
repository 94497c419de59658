import { ApiError, describeError } from "../../api/api-error.ts";
import type { Asking } from "../../api/asking.ts";
import type { Plan } from "../../api/endpoints.ts";

/** Why a question was refused. A limit that the user has not entered is the server's. */
export function describeRefusal(error: unknown, asking: Asking): string {
  const isUnpriced =
    error instanceof ApiError && (error.code === "unpriced" || error.field === "budget.usd");
  const isEntered = "budget" in asking && (asking["budget"] as { usd?: number }).usd !== undefined;
  return !isUnpriced || isEntered ? describeError(error) : explainUnpriced("a model on this panel");
}

/** Why a question would be refused, before it is asked; `null`: it wouldn't. */
export function describePlanRefusal({ refusal, unpriced }: Plan): string | null {
  if (refusal === null) return null;
  if (refusal.code !== "unpriced")
    return describeError(new ApiError(402, refusal.code, refusal.message));
  const models = [...new Set(unpriced.map(({ model }) => model))];
  return explainUnpriced(models.join(", "));
}

function explainUnpriced(models: string): string {
  return (
    `Your spending is limited in dollars, and the price of ${models} is not known, so this panel can't be asked. ` +
    "Choose another panel, or ask the admin to set the price."
  );
}
