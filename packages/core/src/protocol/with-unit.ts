/** Signs that are written before an amount of money. */
const CURRENCY_SIGNS = "$€£¥₹₩₿₽";

/** A currency sign with the "per …" of the amount: "$ per month". */
const beforeNumber = new RegExp(`^([A-Z]{0,2}[${CURRENCY_SIGNS}])(.*)$`);

/** A number as people write it with its unit: "15 minutes", "$5 per month", "50%". */
export function formatWithUnit(value: number, unit: string | null): string {
  if (unit === null || unit === "") return String(value);
  const [, sign, rate = ""] = beforeNumber.exec(unit) ?? [];
  if (sign !== undefined) return `${value < 0 ? "-" : ""}${sign}${Math.abs(value)}${rate}`;
  return unit.startsWith("%") ? `${value}${unit}` : `${value} ${unit}`;
}
