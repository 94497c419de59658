import { settleAll } from "../asking/settle-all.ts";
import { clusterAnswers } from "../../answers/cluster.ts";
import { readGroups, type ReadGroups } from "../../answers/comparer-reply/read-groups.ts";
import { sumCosts } from "../../protocol/costs.ts";
import { hasAllSides } from "../../protocol/has-all-sides.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { ComparedEvent } from "../../protocol/events.ts";
import type { ComparedGroup, Difference } from "../../protocol/position.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { askReadable, findFailure, type CallResult } from "../asking/ask-readable.ts";
import { prepareCall } from "../asking/calls.ts";
import { withInstructions } from "../prompts/prompt-parts.ts";
import { listWordsBefore } from "../prompts/earlier-debate.ts";
import { fenceMark } from "../prompts/marks.ts";
import { reserveOrSkip } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { chooseWorkingHelper, noteMissing, type DebateState } from "../state/state.ts";
import { getKey, openItems, type Item, type OpenItems } from "../state/comparisons.ts";
import {
  comparingSystem,
  comparingTurn,
  groupsSchema,
  type ComparedMatter,
} from "../prompts/comparing-prompts.ts";

/** The outcome of one call. */
interface ComparerReply extends CallResult<ReadGroups> {
  skipped: boolean;
  error: string | null;
}

/**
 * Asks a model which answers are the same, for pairs that the rules leave open and no model has compared yet. Without
 * a usable reply, these answers count as different. Returns whether there were such pairs.
 */
export async function compareAnswers(
  state: DebateState,
  what: ComparedEvent["what"],
  round: number,
  values: readonly (ReadAnswer<unknown> | null)[],
  about?: ComparedMatter,
): Promise<boolean> {
  const { config, reader, comparisons } = state;
  if (config.compare === null || reader?.compareByRules === undefined) return false;
  if (what === "positions" && state.comparedRound === round) return false;
  const current = openItems(values, reader, comparisons);
  if (current.items.length === 0) return false;
  const reworded = listReworded(state, values);
  const open =
    reworded.length === 0 ? current : openItems([...values, ...reworded], reader, comparisons);
  if (what === "positions") state.comparedRound = round;
  const member = chooseWorkingHelper(state, config.compare.member);
  const texts = open.items.map(({ value, wording }) => reader.shown?.(value) ?? wording);
  const differences = about === undefined && shouldListDifferences(reader, what, texts);
  const orders = config.compare.bothOrders && what !== "verdict" ? [false, true] : [false];
  const calls = orders.map((reversed) => {
    const orderedTexts = reversed ? texts.toReversed() : texts;
    const before = [...listWordsBefore(state.task), ...(about?.more ?? [])];
    const stepRound = what === "verdict" ? null : round;
    const step = formatStepName({ role: "comparer", round: stepRound, reversed });
    const { question } = state.task;
    return prepareCall(state, {
      member,
      role: "comparer",
      step,
      round,
      items: orderedTexts,
      system: withInstructions(comparingSystem(about?.instruction), member),
      messages: [
        comparingTurn(fenceMark(state.task, step), question, orderedTexts, { before, differences }),
      ],
      reply: { schema: groupsSchema(differences), inWords: true },
    });
  });
  const replies = await askComparers(state, round, calls, open.items.length);
  cacheComparisons(state, open, replies, what);
  const namedDifferences = differences ? nameDifferences(state, open.items, values, replies) : null;
  emitCompared(state, { what, round }, member, open.items, texts, replies, namedDifferences);
  return true;
}

/** Answers with more words than this may differ in more than their position. */
const LONG_ANSWER_WORDS = 40;

/** Differences are listed for open questions with at least two long answers. */
function shouldListDifferences(
  reader: AnswerReader,
  what: ComparedEvent["what"],
  texts: readonly string[],
): boolean {
  if (what === "verdict" || reader.shown !== undefined) return false;
  const isLong = (text: string): boolean =>
    text.split(/\s+/u, LONG_ANSWER_WORDS + 2).filter((word) => word !== "").length >
    LONG_ANSWER_WORDS;
  return texts.filter(isLong).length >= 2;
}

/** Earlier answers of members that reworded theirs: a model has to say whether they changed their mind. */
function listReworded(
  { seats, reader, comparisons }: DebateState,
  values: readonly (ReadAnswer<unknown> | null)[],
): Item[] {
  return seats.flatMap(({ value: before, index }) => {
    const currentValue = values[index];
    return reader && before && currentValue
      ? openItems([before, currentValue], reader, comparisons).items.slice(0, 1)
      : [];
  });
}

async function askComparers(
  state: DebateState,
  round: number,
  calls: readonly StepCall[],
  count: number,
): Promise<ComparerReply[]> {
  const { ports } = state;
  await reserveOrSkip(state, calls);
  return ports.span("debate.compare", { round_number: round }, (set) =>
    settleAll(
      calls.map(async (call, order) => {
        const comparerReply = await askReadable(
          state,
          call,
          ({ text }, mark) => {
            const read = readGroups(text, count, mark);
            return read && order === 1 ? turnBack(read, count) : read;
          },
          "one JSON object with each number in exactly one group, or in none",
        );
        ports.traceCall?.(set, comparerReply.call, comparerReply.outcome);
        const { reply, attempts } = comparerReply.outcome;
        const ungrouped = comparerReply.value === null ? UNGROUPED : null;
        const error = findFailure(comparerReply.outcome) ?? ungrouped;
        return { ...comparerReply, skipped: reply === null && attempts === 0, error };
      }),
    ),
  );
}

/** Maps indexes of the reversed order back to the original one. */
function turnBack({ groups, none }: ReadGroups, count: number): ReadGroups {
  const turn = (indexes: number[]): number[] => indexes.map((index) => count - 1 - index);
  // Labels, the fullest answers and differences are those of the first order.
  return {
    groups: groups.map(({ items }) => ({ items: turn(items), label: null, fullest: null })),
    none: turn(none),
    differences: null,
  };
}

const UNGROUPED = "its reply does not put each answer into exactly one group";

/**
 * A pair is the same if every order says so. An answer is "none" if every order says so and it wasn't compared
 * before. After an unusable reply, the model is not asked again. When a judge's ruling is compared, the positions
 * were counted already, so only the ruling can be "none".
 */
function cacheComparisons(
  { comparisons, reader, seats }: DebateState,
  { items, pairs }: OpenItems,
  replies: readonly ComparerReply[],
  what: ComparedEvent["what"],
): void {
  if (replies.every(({ skipped }) => skipped)) return;
  const keys = items.map(({ value }) => getKey(reader as AnswerReader, value));
  const usable = replies.flatMap(({ value }) => value ?? []);
  const complete = usable.length === replies.length;
  const wasCompared = keys.map((key) => comparisons.has(key));
  const groupsByItem = usable.map(({ groups }) =>
    items.map((_, index) => groups.filter((group) => group.items.includes(index))),
  );
  for (const [one, other] of pairs) {
    const together = groupsByItem.every((groupsOf) =>
      groupsOf[one]?.some((group) => group.items.includes(other)),
    );
    comparisons.set(keys[one], keys[other], complete ? together : null);
  }
  if (!complete) return;
  const counted = new Set(
    what === "verdict"
      ? seats.map(({ value }) => value && getKey(reader as AnswerReader, value.value))
      : [],
  );
  for (const [index, key] of keys.entries()) {
    const isNone = usable.every(({ none }) => none.includes(index));
    if (isNone && !wasCompared[index] && !counted.has(key)) comparisons.addNone(key);
  }
}

function emitCompared(
  state: DebateState,
  about: Pick<ComparedEvent, "what" | "round">,
  member: Member,
  items: readonly Item[],
  /** The items as they are shown. */
  texts: string[],
  replies: readonly ComparerReply[],
  differences: Difference[] | null,
): void {
  const madeReplies = replies.filter(({ skipped }) => !skipped);
  const paidCalls = madeReplies.flatMap(({ calls }) => calls);
  const failed = madeReplies.filter(({ error }) => error !== null);
  for (const { error } of failed) {
    noteMissing(state, { what: "comparison", error: error ?? "no reply" });
  }
  const reader = state.reader as AnswerReader;
  const isNone = ({ value }: Item): boolean => reader.isNone?.(value) === true;
  const groups = createComparedGroups(
    reader,
    items.map((item) => (isNone(item) ? null : item)),
    replies,
  );
  if (about.what === "positions") {
    state.differences = { round: about.round, list: differences ?? [] };
    keepDescriptions(state, items, groups, replies);
  }
  state.ports.emit({
    type: "debate.compared",
    ...about,
    groups,
    ...(differences === null ? {} : { differences }),
    none: items.filter(isNone).map(({ wording }) => wording),
    ...(reader.shown ? { shown: texts } : {}),
    asked: madeReplies.length,
    failed: failed.length,
    skipped: replies.length - madeReplies.length,
    ...(madeReplies.length === 0 ? {} : { model: member.model.id }),
    ...(replies.some(({ first }) => first !== null) ? { clarified: true as const } : {}),
    call: madeReplies.length === 0 ? null : sumCosts(paidCalls),
    calls: paidCalls,
  });
}

/** Lists the differences with the names of the members who hold them; `null` if the model listed none. */
function nameDifferences(
  { seats, reader }: DebateState,
  items: readonly Item[],
  values: readonly (ReadAnswer<unknown> | null)[],
  [first]: readonly ComparerReply[],
): Difference[] | null {
  const listed = first?.value?.differences ?? null;
  if (listed === null || reader === null) return null;
  const keys = items.map(({ value }) => getKey(reader, value));
  const findDebaters = (indexes: readonly number[]): string[] =>
    seats.flatMap(({ member, index }) => {
      const value = values[index];
      return value && indexes.includes(keys.indexOf(getKey(reader, value.value)))
        ? [member.name]
        : [];
    });
  return listed.flatMap(({ about, kind, says }) => {
    // An earlier answer that its member reworded has no holder any more.
    const current = says
      .map(({ items: indexes, text }) => ({ debaters: findDebaters(indexes), text }))
      .filter(({ debaters }) => debaters.length > 0);
    return hasAllSides(kind, current) ? [{ about, kind, says: current }] : [];
  });
}

/** Keeps the model's label of each group for the clusters made from its answers. */
function keepDescriptions(
  { comparisons, reader }: DebateState,
  items: readonly Item[],
  groups: readonly ComparedGroup[],
  [first]: readonly ComparerReply[],
): void {
  const fullest = new Set(first?.value?.groups.map((group) => group.fullest));
  for (const [index, { value, wording }] of items.entries()) {
    const label = groups.find((group) => group.items.includes(wording))?.label;
    comparisons.setDescription(getKey(reader as AnswerReader, value), {
      ...(label == null ? {} : { label }),
      ...(fullest.has(index) ? { fullest: true as const } : {}),
    });
  }
}

/** Answers by current group. A group that still has exactly the members the model gave it keeps the model's label. */
function createComparedGroups(
  reader: AnswerReader,
  items: readonly (Item | null)[],
  replies: readonly ComparerReply[],
): ComparedGroup[] {
  const usable = replies.every(({ value }) => value !== null);
  const groups = usable ? (replies[0]?.value?.groups ?? []) : [];
  return clusterAnswers(items, reader).map((indexes) => {
    const matchingGroup = groups.find(
      (group) =>
        group.items.length === indexes.length && indexes.every((at) => group.items.includes(at)),
    );
    return {
      items: indexes.map((index) => items[index]?.wording ?? ""),
      label: matchingGroup?.label ?? null,
      by: matchingGroup ? "model" : "rules",
    };
  });
}
