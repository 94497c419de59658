/** What people mean by these words, as a share; the steps are even, the ends stay short of certainty. */
const words: readonly (readonly [RegExp, number])[] = [
  [/^(?:not (?:at all )?(?:sure|certain|confident)|uncertain|unsure)\b/, 0.25],
  [
    /^(?:absolutely |completely |entirely |100 ?% ?)?(?:certain|sure)\b|^(?:absolute|full|total)(?:ly)?\b/,
    0.99,
  ],
  [
    /^(?:almost|nearly|virtually) certain\b|^(?:extremely|exceptionally) (?:high|confident|likely)/,
    0.97,
  ],
  [/^(?:very|quite) (?:high|confident|likely|sure|strong)/, 0.95],
  [
    /^(?:moderate|medium|fair)(?:ly)?[ -](?:to[ -])?(?:high|confident|likely)|^(?:fairly|reasonably) (?:sure|certain)/,
    0.7,
  ],
  [/^(?:moderate|medium|fair)(?:ly)?[ -](?:to[ -])?low/, 0.35],
  [/^(?:extremely|very|quite) (?:low|unlikely|weak)/, 0.1],
  [/^(?:high|confident|strong)/, 0.85],
  [/^likely|^probabl[ey]/, 0.75],
  [/^(?:medium|moderate|middling|fair|average|neutral)/, 0.5],
  [/^(?:low|weak|unlikely|doubtful)/, 0.25],
];

const quantity =
  /(-?\d+(?:\.\d+)?|-?\.\d+)\s*(%|per ?cent|\/\s*\d+|out of \d+|(?:-|–|to)\s*\d+(?:\.\d+)?\s*%?)?/;

/** The usual forms. */
const plainNumber = /^\d+(?:\.\d+)?%?$/;

/** A number as a share: up to 1 as it is, up to 100 as per cent. */
const share = (value: number): number | null => {
  if (!(value >= 0 && value <= 100)) return null;
  return value <= 1 ? value : value / 100;
};

const scaled = (value: number, suffix: string): number | null => {
  if (suffix.startsWith("%") || suffix.startsWith("per")) {
    return value >= 0 && value <= 100 ? value / 100 : null;
  }
  const other = Number(/\d+(?:\.\d+)?/.exec(suffix)?.[0]);
  if (suffix.startsWith("/") || suffix.startsWith("out")) {
    return other > 0 && value >= 0 && value <= other ? value / other : null;
  }
  // A range such as "80-90%" says its middle.
  const middle = (value + other) / 2;
  return suffix.endsWith("%") ? scaled(middle, "%") : share(middle);
};

/** How sure a debater says it is, from 0 to 1. Anything unclear is `null`, never a guess. */
export function readConfidence(said: unknown): number | null {
  if (typeof said === "number") return share(said);
  if (typeof said !== "string" || said.length > 200) return null;
  if (plainNumber.test(said)) {
    return said.endsWith("%") ? scaled(Number(said.slice(0, -1)), "%") : share(Number(said));
  }
  const text = said.replace(/^[\s*_`"'(:~≈]+/, "").toLowerCase();
  const found = quantity.exec(text);
  if (found !== null) {
    const value = Number(found[1]);
    return found[2] === undefined ? share(value) : scaled(value, found[2]);
  }
  for (const [pattern, value] of words) if (pattern.test(text)) return value;
  return null;
}
