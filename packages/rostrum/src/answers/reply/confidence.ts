/** A probability: a share, a percentage, or points out of ten or a hundred; a remark may follow it. */
const PROBABILITY =
  /^(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%|per ?cent\b|\/\s*100?\b|out of 100?\b)?\s*(?:$|[.,;(–—-]\s*(?![\d.])|[a-z])/i;

/** A bare figure above this is a percentage. One from 1 to 10 may be points out of ten or percent. */
const MOST_POINTS = 10;

/** How probable a debater says that its answer is right, from 0 to 1. Anything else is `null`, never a guess. */
export function readConfidence(said: unknown): number | null {
  if (typeof said === "number") return asShare(said, said > MOST_POINTS);
  if (typeof said !== "string" || said.length > 400) return null;
  const text = said.replace(/^[\s*_`"'(:~≈]+/, "").replace(/[*_`"')]+$/, "");
  const found = PROBABILITY.exec(text);
  if (found === null || /^\s*(?:to|in|or)\b/i.test(text.slice((found[1] ?? "").length)))
    return null;
  const value = Number(found[1]);
  const scale = found[2]?.toLowerCase() ?? "";
  if (scale.endsWith("10")) return asShare(value / 10, false);
  return asShare(value, scale !== "" || value > MOST_POINTS);
}

function asShare(value: number, percent: boolean): number | null {
  const share = percent ? value / 100 : value;
  return share >= 0 && share <= 1 ? share : null;
}
