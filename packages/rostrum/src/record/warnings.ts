import type { StartedEvent } from "../protocol/events.ts";
import type { Position, Round } from "../protocol/position.ts";

type Panel = StartedEvent["panel"];

/** What the rounds themselves say about how far to trust them. */
export function warningsAbout(rounds: readonly Round[], panel: Panel): string[] {
  const warnings: string[] = [];
  if (isEcho(rounds[0]?.positions ?? [], panel)) {
    warnings.push(
      "All debaters replied in the very same words in round 0: they are not independent, and their " +
        "agreement says little. Mix models or raise the temperature.",
    );
  }
  for (const [debater, { failed, asked }] of attendance(rounds)) {
    if (asked > 1 && failed * 2 >= asked) {
      warnings.push(
        `${debater} failed in ${failed} of ${asked} rounds: check its model or its limits.`,
      );
    }
  }
  for (const [debater, model] of stoodIn(rounds)) {
    warnings.push(`${model} replied for ${debater}, whose own model had failed.`);
  }
  return warnings;
}

/** Who replied for whom, the last one where there were several. */
function stoodIn(rounds: readonly Round[]): Map<string, string> {
  const positions = rounds.flatMap((round) => round.positions);
  return new Map(
    positions.flatMap(({ debater, status, model }) =>
      model !== undefined && status !== "kept" ? [[debater, model] as const] : [],
    ),
  );
}

/** Longer than this, in characters, no two minds put the same thought in the same words. */
const SHORT = 200;

/** Different models may well agree on a short answer; one model, or a long text, repeats itself. */
function isEcho(positions: readonly Position[], panel: Panel): boolean {
  const spoken = positions.filter(({ status }) => status === "spoke");
  const [first] = spoken;
  if (!first || spoken.length < 2 || spoken.some(({ text }) => text !== first.text)) return false;
  if (first.text.length > SHORT) return true;
  const models = new Set(spoken.map((position) => modelOf(position, panel)));
  return models.size === 1 && !models.has(null);
}

/** `null`: a function, of which the name says nothing. */
function modelOf({ debater, model }: Position, panel: Panel): string | null {
  const id = model ?? panel.find(({ name }) => name === debater)?.model ?? null;
  return id?.startsWith("function:") ? null : id;
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
