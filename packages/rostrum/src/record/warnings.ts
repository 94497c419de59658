import { sumCosts } from "../protocol/costs.ts";
import type { PaidEvent, StartedEvent } from "../protocol/events.ts";
import type { Position, Round } from "../protocol/position.ts";

type Panel = StartedEvent["panel"];

export const NOT_COMPARED: string =
  "No model compared some of the answers in prose, because the budget or the recorded run had no call " +
  "for it: those in other words count as different answers.";

const BY_RULES =
  "No model compared the answers in prose: those in other words count as different answers, even if they mean " +
  "the same. Name a model in `compare`.";

/** Warnings about the result that follow from the rounds themselves. */
export function listWarnings(
  rounds: readonly Round[],
  panel: Panel,
  /** The decision, and whether it is the judge's. */
  judged: (PaidEvent & { fallback: string | null }) | null = null,
): string[] {
  const warnings: string[] = [];
  if (rounds.some(({ uncompared }) => uncompared)) warnings.push(BY_RULES);
  if (isEcho(rounds[0]?.positions ?? [], panel)) {
    warnings.push(
      "All debaters gave exactly the same reply in round 0, so they are not independent and their " +
        "agreement means little. Mix models or raise the temperature.",
    );
  }
  warnings.push(...listTroubles(rounds));
  const limit = sumCosts(judged?.calls ?? []).maxOutputTokens;
  if (limit !== undefined) {
    warnings.push(`The judge's reply ${describeLimit(limit, judged?.fallback !== null)}`);
  }
  return warnings;
}

function listTroubles(rounds: readonly Round[]): string[] {
  const warnings: string[] = [];
  const positions = rounds.flatMap((round) => round.positions);
  const gone = new Set(positions.flatMap((each) => (each.permanent ? each.debater : [])));
  for (const debater of gone) {
    warnings.push(
      `${debater} was not asked again after a permanent error: check its key and its model. ` +
        "A resumed run asks it again.",
    );
  }
  for (const [debater, { failed, asked }] of countAttendance(positions)) {
    if (!gone.has(debater) && asked > 1 && failed * 2 >= asked) {
      warnings.push(
        `${debater} failed in ${failed} of ${asked} rounds: check its model or its limits.`,
      );
    }
  }
  for (const [debater, model] of listStandIns(positions)) {
    warnings.push(`${model} replied for ${debater}, because its own model failed.`);
  }
  const alike = Map.groupBy(listLimitsReached(positions), ([, { limit, cutOff }]) =>
    describeLimit(limit, cutOff),
  );
  for (const [words, list] of alike) {
    warnings.push(`A reply of ${list.map(([debater]) => debater).join(" and of ")} ${words}`);
  }
  return warnings;
}

function describeLimit(limit: number, cutOff: boolean): string {
  return cutOff
    ? `was cut off at its output limit of ${limit} tokens. Raise maxOutputTokens.`
    : `was cut off, and was complete when it was asked again with ${limit} tokens. ` +
        `Set maxOutputTokens to ${limit} or more to save the first call.`;
}

/** The largest limit that each debater's replies reached. */
function listLimitsReached(
  positions: readonly Position[],
): Map<string, { limit: number; cutOff: boolean }> {
  const reached = new Map<string, { limit: number; cutOff: boolean }>();
  for (const { debater, status, maxOutputTokens, truncated } of positions) {
    if (maxOutputTokens === undefined || status === "kept") continue;
    const before = reached.get(debater);
    reached.set(debater, {
      limit: Math.max(maxOutputTokens, before?.limit ?? 0),
      cutOff: truncated === true || before?.cutOff === true,
    });
  }
  return reached;
}

/** Which model replied for which debater; the last one if there were several. */
function listStandIns(positions: readonly Position[]): Map<string, string> {
  return new Map(
    positions.flatMap(({ debater, status, model }) =>
      model !== undefined && status !== "kept" ? [[debater, model] as const] : [],
    ),
  );
}

/** Independent replies longer than this, in characters, are never word for word the same. */
const SHORT = 200;

/** Different models may well give the same short reply. The same model, or a long text, points to a copy. */
function isEcho(positions: readonly Position[], panel: Panel): boolean {
  const spoken = positions.filter(({ status }) => status === "spoke");
  const [first] = spoken;
  if (!first || spoken.length < 2 || spoken.some(({ text }) => text !== first.text)) return false;
  if (first.text.length > SHORT) return true;
  const models = new Set(spoken.map((position) => findModel(position, panel)));
  return models.size === 1 && !models.has(null);
}

/** `null`: a function, whose name says nothing. */
function findModel({ debater, model }: Position, panel: Panel): string | null {
  const id = model ?? panel.find(({ name }) => name === debater)?.model ?? null;
  return id?.startsWith("function:") ? null : id;
}

function countAttendance(
  positions: readonly Position[],
): Map<string, { failed: number; asked: number }> {
  const seen = new Map<string, { failed: number; asked: number }>();
  for (const { debater, status } of positions) {
    if (status === "kept" || status === "not_asked") continue;
    const row = seen.get(debater) ?? { failed: 0, asked: 0 };
    row.asked += 1;
    if (status === "failed") row.failed += 1;
    seen.set(debater, row);
  }
  return seen;
}
