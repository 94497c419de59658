import { clusterAnswers, readGroups, type ReadGroup } from "../../answers/index.ts";
import { addCosts, costOf, NO_COST } from "../../protocol/add-usage.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { ComparedEvent } from "../../protocol/events.ts";
import type { ComparedGroup } from "../../protocol/position.ts";
import { stepName } from "../../protocol/step-id.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import { callOf, withInstructions } from "../calls.ts";
import { wasCutOff } from "../cut-off.ts";
import { fenceSource } from "../fence-source.ts";
import { noteMissing } from "../missing.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";
import { askWithinBudget } from "../within-budget.ts";
import { openItems, type Item, type OpenItems } from "./open-items.ts";
import { COMPARING, comparingTurn } from "./prompt.ts";

type Comparer = NonNullable<ResolvedConfig["compare"]>;

/** The outcome of one call. */
interface Said {
  /** `null`: nothing usable. */
  groups: ReadGroup[] | null;
  skipped: boolean;
  error: string | null;
}

/**
 * Asks a model which answers are the same, for pairs that the rules leave open and no model has compared
 * yet. Without a usable reply, the rules decide. Returns whether there was anything to ask.
 */
export async function compareAnswers(
  state: DebateState,
  what: ComparedEvent["what"],
  round: number,
  values: readonly (ReadAnswer<unknown> | null)[],
): Promise<boolean> {
  const { config, reader, verdicts } = state;
  if (config.compare === null || reader?.settle === undefined) return false;
  if (what === "positions" && state.comparedRound === round) return false;
  const { items } = openItems(values, reader, verdicts);
  if (items.length === 0) return false;
  const open = openItems([...values, ...reworded(state, values)], reader, verdicts);
  if (what === "positions") state.comparedRound = round;
  const calls = callsFor(state, config.compare, { what, round, items: open.items });
  const outcomes = await askWithinBudget(state, "debate.compare", round, calls);
  const said = outcomes.map((outcome, index) => readSaid(outcome, open.items.length, index === 1));
  noteVerdicts(state, open, said);
  emitCompared(state, { what, round, items: open.items, outcomes, said });
  return true;
}

/** Earlier answers of those who put theirs in other words now: whether they changed their mind is open too. */
function reworded(
  { seats, reader, verdicts }: DebateState,
  values: readonly (ReadAnswer<unknown> | null)[],
): Item[] {
  return seats.flatMap(({ value: before, index }) => {
    const now = values[index];
    if (!before || !now || before.value === now.value) return [];
    const open = reader?.settle?.(before.value, now.value) === "open";
    return open && verdicts.of(before.value, now.value) === null ? [before] : [];
  });
}

function callsFor(
  state: DebateState,
  { member, bothOrders }: Comparer,
  { what, round, items }: { what: ComparedEvent["what"]; round: number; items: readonly Item[] },
): StepCall[] {
  const { config, task, ports } = state;
  const wordings = items.map(({ wording }) => wording);
  const verdict = what === "verdict";
  const orders = bothOrders && !verdict ? [false, true] : [false];
  return orders.map((reversed) => {
    const shown = reversed ? wordings.toReversed() : wordings;
    return callOf({
      config,
      task,
      member,
      role: "comparer",
      step: stepName({ role: "comparer", round: verdict ? null : round, reversed }),
      round,
      own: null,
      peers: [],
      items: shown,
      system: withInstructions(COMPARING, member),
      messages: [comparingTurn(fenceSource(state, round), shown)],
      reply: "object",
      capped: ports.budget !== null,
    });
  });
}

function readSaid({ reply, error, attempts }: StepOutcome, count: number, reversed: boolean): Said {
  const nothing = { groups: null, skipped: false };
  if (reply === null) return { ...nothing, skipped: attempts === 0, error: error ?? "no reply" };
  if (wasCutOff(reply.finishReason)) return { ...nothing, error: "its reply was cut off" };
  const groups = readGroups(reply.text, count);
  if (groups === null) {
    return { ...nothing, error: "its reply does not put each answer into exactly one group" };
  }
  const placed = groups.map(({ items, label }) => ({
    label,
    items: reversed ? items.map((place) => count - 1 - place) : items,
  }));
  return { groups: placed, skipped: false, error: null };
}

/** A pair is the same if every order says so. After an unusable reply, the model is not asked again. */
function noteVerdicts({ verdicts }: DebateState, open: OpenItems, said: readonly Said[]): void {
  if (said.every(({ skipped }) => skipped)) return;
  const orders = said.map(({ groups }) => groups && groupOfEach(groups));
  for (const [one, other] of open.pairs) {
    const words = orders.map((group) => group && group.get(one) === group.get(other));
    const usable = words.every((word) => word !== null);
    const [a, b] = [open.items[one]?.value, open.items[other]?.value];
    verdicts.note(a, b, usable ? words.every(Boolean) : null);
  }
}

function groupOfEach(groups: readonly ReadGroup[]): Map<number, number> {
  return new Map(groups.flatMap(({ items }, group) => items.map((item) => [item, group] as const)));
}

interface Comparison extends Pick<ComparedEvent, "what" | "round"> {
  items: readonly Item[];
  outcomes: readonly StepOutcome[];
  said: readonly Said[];
}

function emitCompared(
  state: DebateState,
  { what, round, items, outcomes, said }: Comparison,
): void {
  const asked = said.filter(({ skipped }) => !skipped);
  const failed = asked.filter(({ error }) => error !== null);
  for (const { error } of failed) {
    noteMissing(state, { what: "comparison", error: error ?? "no reply" });
  }
  const call = outcomes.map(costOf).reduce(addCosts, NO_COST);
  state.ports.emit({
    type: "debate.compared",
    what,
    round,
    groups: groupsNow(state.reader as AnswerReader, items, said),
    asked: asked.length,
    replied: outcomes.filter(({ reply }) => reply !== null).length,
    failed: failed.length,
    skipped: said.length - asked.length,
    ...(asked.length === 0 || state.config.compare === null
      ? {}
      : { model: state.config.compare.member.model.id }),
    call: asked.length === 0 ? null : call,
  });
}

/** The answers in their current groups. A group that is exactly as the model made it has the model's label. */
function groupsNow(
  reader: AnswerReader,
  items: readonly Item[],
  said: readonly Said[],
): ComparedGroup[] {
  const usable = said.every(({ groups }) => groups !== null);
  const made = usable ? (said[0]?.groups ?? []) : [];
  return clusterAnswers(items, reader).map((places) => {
    const same = made.find(
      (group) =>
        group.items.length === places.length && places.every((at) => group.items.includes(at)),
    );
    return {
      items: places.map((place) => items[place]?.wording ?? ""),
      label: same?.label ?? null,
      by: same ? "model" : "rules",
    };
  });
}
