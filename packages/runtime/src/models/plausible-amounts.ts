/** Maximum tokens of one call. A larger figure is a mistake of the provider or the client, and counts as unknown. */
export const MAX_TOKENS = 100_000_000;
const MAX_USD = 10_000;

/** A price of one call that can be true. */
export function isCallCost(figure: unknown): figure is number {
  return isWithin(figure, MAX_USD);
}

export function isWithin(figure: unknown, max: number): figure is number {
  return typeof figure === "number" && figure >= 0 && figure <= max;
}
