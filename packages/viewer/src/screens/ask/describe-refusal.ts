import { ApiError, describeError } from "../../api/api-error.ts";
import type { Asking } from "../../api/asking.ts";

/** Why a question can't be asked as it is, before it is asked. A limit that the user has not entered is the server's. */
export function describeRefusal(error: unknown, asking: Asking): string {
  const isUnpriced = error instanceof ApiError && error.field === "budget.usd";
  const isEntered = "budget" in asking && (asking["budget"] as { usd?: number }).usd !== undefined;
  if (!isUnpriced || isEntered) return describeError(error);
  return (
    "Your spending is limited in dollars, and the price of a model on this panel is not known, so it can't be asked. " +
    "Choose another panel, or ask the admin to set the model's price."
  );
}
