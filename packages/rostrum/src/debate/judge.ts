import { readReply, sameAnswer } from "../answers/index.ts";
import { addCosts, costOf } from "../protocol/add-usage.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { CallCost } from "../protocol/events.ts";
import type { JudgedRule } from "../protocol/rules.ts";
import type { StepCall, StepOutcome } from "../protocol/step.ts";
import { callOf, promptInput, questionTurns, withInstructions } from "./calls.ts";
import type { Caps } from "./caps.ts";
import { wasCutOff } from "./cut-off.ts";
import type { SetAttribute } from "./ports.ts";
import type { Member } from "./setting.ts";
import { endForBudget } from "./spent.ts";
import type { Table } from "./table.ts";
import { pickedLabel } from "./verdict.ts";
import { structuredVerdict, type StructuredVerdict } from "./structured-verdict.ts";
import { viewOf, type View } from "./view.ts";

/** What came of asking the judge. */
export interface Judgment extends StructuredVerdict {
  /** The judge's words, where it said any. */
  text: string | undefined;
  call: CallCost | null;
  /** Panel index of the position picked. */
  picked: number | null;
  /** The answer read from a synthesis. */
  value: ReadAnswer<unknown> | null;
  reasoning: string;
  confidence: number | null;
  ordersAgree?: boolean;
}

const NOTHING: Judgment = {
  text: undefined,
  call: null,
  picked: null,
  value: null,
  reasoning: "",
  confidence: null,
};

/** Asks the judge. A judgment without `picked` and `value` decides nothing. */
export async function askJudge(
  table: Table,
  judge: Member,
  rule: JudgedRule,
  reader: AnswerReader,
  caps: Caps,
  set: SetAttribute,
): Promise<Judgment> {
  const mode = rule.mode ?? "synthesize";
  const calls = [judgeCall(table, judge, rule, reader, false)];
  if (rule.bothOrders) calls.push(judgeCall(table, judge, rule, reader, true));
  const shortage = caps.reserveJudge(calls.map(({ call }) => call));
  if (shortage !== null) {
    endForBudget(table, shortage);
    return NOTHING;
  }
  table.ports.emit({ type: "debate.judging", judge: judge.name, mode });
  const [said, turned] = await Promise.all(
    calls.map(async ({ call, view }) => {
      const outcome = await table.ports.step(call);
      table.ports.describeCall?.(set, call, outcome);
      return judgmentFrom(outcome, view, table, rule, reader);
    }),
  );
  if (!said || !turned) return said ?? NOTHING;
  const ordersAgree = sameDecision(said, turned, reader);
  const call = said.call && turned.call && addCosts(said.call, turned.call);
  // A judge that changes its mind with the order of the positions has not decided by the arguments.
  const decided = ordersAgree ? said : { ...said, picked: null, value: null };
  return { ...decided, call, ordersAgree };
}

function judgeCall(
  table: Table,
  judge: Member,
  rule: JudgedRule,
  reader: AnswerReader,
  reversed: boolean,
): { call: StepCall; view: View } {
  const { setting, task, ports, seats } = table;
  const mode = rule.mode ?? "synthesize";
  const round = ports.rounds.length;
  const view = viewOf({
    setting,
    task,
    rounds: ports.rounds,
    seats,
    round,
    visible: seats.map(({ index }) => index),
    viewer: null,
    reader,
    around: [task.question, ...task.context.map(({ content }) => content)],
    reversed,
  });
  const structured = rule.structured === true && mode === "synthesize";
  const labels = [...view.labels.keys()];
  const input = promptInput(setting, "judge", round, { peers: view.text, labels, structured });
  const call = callOf({
    setting,
    task,
    member: judge,
    role: "judge",
    step: reversed ? "judge_reversed" : "judge",
    round,
    own: null,
    peers: view.peers,
    system: withInstructions(setting.prompts.judgeSystem(input), judge),
    messages: questionTurns(task, setting.prompts[mode](input)),
    freeForm: mode === "pick" || structured,
    capped: ports.budget !== null,
  });
  return { call, view };
}

function judgmentFrom(
  outcome: StepOutcome,
  view: View,
  { seats }: Table,
  { mode = "synthesize", structured }: JudgedRule,
  reader: AnswerReader,
): Judgment {
  const call = costOf(outcome);
  if (outcome.reply === null) return { ...NOTHING, call };
  const { text, finishReason } = outcome.reply;
  const reading = readReply(text);
  const { reasoning, confidence } = reading;
  const said = { ...NOTHING, text, call, reasoning, confidence };
  if (wasCutOff(finishReason)) return said;
  if (mode === "pick") {
    const label = pickedLabel(text, [...view.labels.keys()]);
    return { ...said, picked: label === null ? null : (view.labels.get(label) ?? null) };
  }
  const more = structured ? structuredVerdict(text, placeOf) : {};
  return { ...said, ...more, value: reader.read(reading, text) };

  function placeOf(label: string): { debater: string; round: number } | null {
    const vote = seats[view.labels.get(label) ?? -1]?.vote;
    return vote ? { debater: vote.debater, round: vote.round } : null;
  }
}

function sameDecision(a: Judgment, b: Judgment, reader: AnswerReader): boolean {
  if (a.picked !== null || b.picked !== null) return a.picked === b.picked;
  return a.value !== null && b.value !== null && sameAnswer(reader, a.value, b.value);
}
