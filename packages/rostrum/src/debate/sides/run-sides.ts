import { sameAnswer } from "../../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { expressed } from "../decision.ts";
import { escalate } from "../escalate.ts";
import { noteMissing, withMissing } from "../missing.ts";
import type { SetAttribute } from "../ports.ts";
import type { Caps } from "../reserve.ts";
import type { Member } from "../resolved-config.ts";
import { basisOf, type DebateState, endForBudget } from "../state.ts";
import { argueSides, type Argued } from "./argue.ts";
import { swapped, type Assignment } from "./assign.ts";
import { askSidesJudge, sidesCall, type SideVerdict } from "./judge-sides.ts";

/**
 * A debate before a judge: everybody argues for the answer that it was given, and nobody votes. With
 * `swap` it is held again with the answers swapped, and the verdict stands only if it is the same.
 */
export async function runSides(
  state: DebateState,
  caps: Caps,
  assignment: Assignment,
  rounds: { from: number; count: number },
): Promise<void> {
  const { config, ports } = state;
  const argued = [await argueSides(state, caps, assignment, rounds)];
  const wantsSwap = config.sides?.swap === true;
  if (wantsSwap && argued[0]?.stopReason === "max_rounds") {
    const from = rounds.from + rounds.count;
    const turned = swapped(assignment);
    argued.push(await argueSides(state, caps, turned, { from, count: rounds.count }));
  }
  const complete = argued.filter(({ stopReason }) => stopReason === "max_rounds");
  if (wantsSwap && complete.length < 2) {
    noteMissing(state, { what: "swap", error: "the debate with the answers swapped was not held" });
  }
  const judged = argued.filter(
    ({ transcript, stopReason }, index) =>
      transcript.length > 0 && (index === 0 || stopReason === "max_rounds"),
  );
  const strategy = { strategy: "judged" };
  const [event, doubtful] = await ports.span("debate.aggregate", strategy, async (set) => {
    const verdicts = await askAllJudges(state, caps, judged, set);
    const decided = withMissing(state, decisionOn(state, judged, verdicts, argued));
    const doubt = decided.answer === null;
    set("escalate_to_human", doubt);
    ports.emit(decided);
    return [decided, doubt];
  });
  if (doubtful) await escalate(state, event, { agreement: null, tied: false });
}

async function askAllJudges(
  state: DebateState,
  caps: Caps,
  judged: readonly Argued[],
  set: SetAttribute,
): Promise<SideVerdict[]> {
  const judge = state.config.judge as Member;
  const calls = judged.map((argued, index) => sidesCall(state, judge, argued, index === 1));
  const shortage = await caps.reserveClosing("judge", calls);
  if (shortage !== null) {
    endForBudget(state, shortage);
    noteMissing(state, { what: "judge", error: "the budget has no room for its call" });
    return [];
  }
  const several = calls.length > 1 ? { times: calls.length } : {};
  state.ports.emit({ type: "debate.judging", judge: judge.name, mode: "synthesize", ...several });
  return Promise.all(
    judged.map((argued, index) => {
      const call = calls[index];
      return askSidesJudge(state, call as NonNullable<typeof call>, argued, set);
    }),
  );
}

function decisionOn(
  state: DebateState,
  judged: readonly Argued[],
  verdicts: readonly SideVerdict[],
  argued: readonly Argued[],
): SynthesizedEvent {
  const reader = state.reader as AnswerReader;
  const [first] = verdicts;
  for (const { error } of verdicts) {
    if (error !== undefined) noteMissing(state, { what: "judge", error });
  }
  const values = verdicts.map(({ value }) => value);
  const [value = null, other = null] = values;
  const failed = values.length === 0 || values.includes(null);
  const held = value !== null && other !== null && sameAnswer(reader, value, other);
  const stands = failed || (values.length > 1 && !held) ? null : value;
  const answerOf = (each: ReadAnswer<unknown> | null): unknown =>
    expressed(reader, each, each ? [each] : []).answer;
  return {
    type: "debate.synthesized",
    method: "judged",
    basis: basisOf(state, []),
    ...expressed(reader, stands, stands ? [stands] : []),
    text: stands === null ? "" : (first?.text ?? ""),
    reasoning: stands === null ? "" : (first?.reasoning ?? ""),
    confidence: stands === null ? null : (first?.confidence ?? null),
    confidenceBasis: stands === null || first?.confidence == null ? null : "judge",
    winner: winnerOf(state, judged, stands),
    tally: [],
    dissent: [],
    ...(first?.text === undefined ? {} : { judgment: first.text }),
    ...(verdicts.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
    ...(values.length > 1 ? { swap: { held, answers: values.map(answerOf) } } : {}),
    calls: verdicts.flatMap(({ calls }) => calls),
    fallback: null,
    stopReason:
      argued.find(({ stopReason }) => stopReason !== "max_rounds")?.stopReason ?? "max_rounds",
  };
}

/** The first who argued for the answer; nobody where all argued for all of them. */
function winnerOf(
  { config }: DebateState,
  judged: readonly Argued[],
  stands: ReadAnswer<unknown> | null,
): string | null {
  const [only, ...others] = judged;
  if (!only || others.length > 0 || stands === null) return null;
  const { answers, sides, speakers } = only.assignment;
  const side = answers.indexOf(stands);
  const winner = speakers.find((index) => sides[index] === side);
  return winner === undefined ? null : (config.members[winner]?.name ?? null);
}
