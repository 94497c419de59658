/** Signs that are written before an amount of money. */
export const currencySigns = "$€£¥₹₩₿₽";

/** A number as people write it with its unit: "15 minutes", "$5", "50%". */
export function withUnit(value: number, unit: string | null): string {
  if (unit === null || unit === "") return String(value);
  if (unit.length === 1 && currencySigns.includes(unit))
    return `${value < 0 ? "-" : ""}${unit}${Math.abs(value)}`;
  return unit === "%" ? `${value}%` : `${value} ${unit}`;
}
