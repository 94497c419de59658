/** A probability: a share, a percentage, or points out of ten or a hundred; a remark may follow it. */
const PROBABILITY =
  /^(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%|per ?cent\b|\/\s*100?\b|out of 100?\b)?\s*(?:$|[.,;(–—-]\s*(?![\d.])|[a-z])/i;

/** How probable a debater says that its answer is right, from 0 to 1. Anything else is `null`, never a guess. */
export function readConfidence(said: unknown): number | null {
  if (typeof said === "number") return asShare(said, said > 1);
  if (typeof said !== "string" || said.length > 400) return null;
  const text = said.replace(/^[\s*_`"'(:~≈]+/, "").replace(/[*_`"')]+$/, "");
  const found = PROBABILITY.exec(text);
  if (found === null || /^\s*(?:to|in|or)\b/i.test(text.slice((found[1] ?? "").length)))
    return null;
  const value = Number(found[1]);
  const scale = found[2]?.toLowerCase() ?? "";
  if (/10$/.test(scale)) return asShare(value / 10, false);
  return asShare(value, scale !== "" || value > 1);
}

function asShare(value: number, percent: boolean): number | null {
  const share = percent ? value / 100 : value;
  return share >= 0 && share <= 1 ? share : null;
}
