/** No call uses more. A larger figure is a mistake of the provider or the client, and counts as unknown. */
const MOST_TOKENS = 100_000_000;
const MOST_USD = 10_000;

/** A number of tokens that can be true. */
export function isTokenCount(figure: unknown): figure is number {
  return Number.isSafeInteger(figure) && isWithin(figure, MOST_TOKENS);
}

/** A price of one call that can be true. */
export function isCallCost(figure: unknown): figure is number {
  return isWithin(figure, MOST_USD);
}

function isWithin(figure: unknown, most: number): boolean {
  return typeof figure === "number" && figure >= 0 && figure <= most;
}
