import type { Round } from "../protocol/position.ts";

/** What the rounds themselves say about how far to trust them. */
export function warningsAbout(rounds: readonly Round[]): string[] {
  const warnings: string[] = [];
  const first = (rounds[0]?.positions ?? []).filter(({ status }) => status === "spoke");
  if (first.length > 1 && first.every(({ text }) => text === first[0]?.text)) {
    warnings.push(
      "All debaters replied in the very same words in round 0: they are not independent, and their " +
        "agreement says little. Mix models or raise the temperature.",
    );
  }
  for (const [debater, { failed, asked }] of attendance(rounds)) {
    if (asked > 1 && failed * 2 >= asked) {
      warnings.push(`${debater} failed in ${failed} of ${asked} rounds: check its model or its limits.`);
    }
  }
  return warnings;
}

function attendance(rounds: readonly Round[]): Map<string, { failed: number; asked: number }> {
  const seen = new Map<string, { failed: number; asked: number }>();
  for (const { positions } of rounds) {
    for (const { debater, status } of positions) {
      if (status === "kept" || status === "not_asked") continue;
      const row = seen.get(debater) ?? { failed: 0, asked: 0 };
      row.asked += 1;
      if (status === "failed") row.failed += 1;
      seen.set(debater, row);
    }
  }
  return seen;
}
