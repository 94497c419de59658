import { sumCosts } from "../protocol/costs.ts";
import type { PaidEvent } from "../protocol/events.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Integrity } from "../protocol/result.ts";

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
  const open = rounds.find(({ unisolated }) => unisolated)?.unisolated;
  if (open)
    warnings.push(`The program that checks answers was not fully isolated: ${open.join(", ")}.`);
  if (isEcho(rounds[0]?.positions ?? [], panel)) {
    warnings.push(
      "All debaters gave exactly the same reply in round 0, so they are not independent and their " +
        "agreement means little. Mix models or raise the temperature.",
    );
  }
  warnings.push(...listTroubles(rounds), ...describeBlind(rounds));
  const limit = sumCosts(judged?.calls ?? []).maxOutputTokens;
  if (limit !== undefined) {
    warnings.push(`The judge's reply ${describeLimit(limit, judged?.fallback !== null)}`);
  }
  return warnings;
}

function listTroubles(rounds: readonly Round[]): string[] {
  const warnings: string[] = [];
  // A position that is kept was given in an earlier round.
  const positions = rounds.flatMap((round) => round.positions).filter(wasAsked);
  const gone = listNames(positions.filter(({ permanent }) => permanent));
  for (const debater of gone) {
    warnings.push(
      `${debater} was not asked again after a permanent error: check its key and its model. ` +
        "A resumed run asks it again.",
    );
  }
  for (const debater of listNames(positions.filter(({ status }) => status === "failed"))) {
    const own = positions.filter((each) => each.debater === debater);
    const failed = own.filter(({ status }) => status === "failed").length;
    if (!gone.has(debater) && own.length > 1 && failed * 2 >= own.length) {
      warnings.push(
        `${debater} failed in ${failed} of ${own.length} rounds: check its model or its limits.`,
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

/** Members none of whose replies has words of the material that they were given. */
export function listBlind(positions: readonly Position[]): NonNullable<Integrity["blind"]> {
  const spoken = positions.filter(({ status }) => status === "spoke" || status === "unread");
  return [...Map.groupBy(spoken, ({ debater }) => debater)].flatMap(([debater, own]) => {
    const reasons = own.map(({ blind }) => blind);
    if (!reasons.every((reason) => reason !== undefined)) return [];
    return [{ debater, why: reasons.includes("says_so") ? "says_so" : "quotes_nothing" }];
  });
}

function describeBlind(rounds: readonly Round[]): string[] {
  const blind = listBlind(rounds.flatMap(({ positions }) => positions));
  return blind.map(({ debater, why }) =>
    why === "says_so"
      ? `${debater} says that it can't see the material: check how its model is given the context.`
      : `${debater} quotes nothing of the material: nothing shows that it read it.`,
  );
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
  for (const { debater, maxOutputTokens, truncated } of positions) {
    if (maxOutputTokens === undefined) continue;
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
  const standIns = new Map<string, string>();
  for (const { debater, model } of positions) if (model) standIns.set(debater, model);
  return standIns;
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

const wasAsked = ({ status }: Position): boolean => status !== "kept" && status !== "not_asked";

const listNames = (positions: readonly Position[]): Set<string> =>
  new Set(positions.map(({ debater }) => debater));
