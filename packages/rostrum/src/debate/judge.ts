import { readReply } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { CallCost } from "../protocol/events.ts";
import type { JudgedRule } from "../protocol/rules.ts";
import { costOf } from "./ask.ts";
import { callOf, promptInput, questionTurns, withInstructions } from "./calls.ts";
import type { Caps } from "./caps.ts";
import type { Member } from "./setting.ts";
import { endForBudget } from "./spent.ts";
import type { Table } from "./table.ts";
import { pickedLabel } from "./verdict.ts";
import { viewOf } from "./view.ts";

/** What came of asking the judge. */
export interface Judgment {
  /** The judge's words, where it said any. */
  text: string | undefined;
  call: CallCost | null;
  /** Panel index of the position picked. */
  picked: number | null;
  /** The answer read from a synthesis. */
  value: ReadAnswer<unknown> | null;
  reasoning: string;
  confidence: number | null;
}

const NOTHING: Judgment = {
  text: undefined,
  call: null,
  picked: null,
  value: null,
  reasoning: "",
  confidence: null,
};

/** Asks the judge once. A judgment without `picked` and `value` decides nothing. */
export async function askJudge(
  table: Table,
  judge: Member,
  rule: JudgedRule,
  reader: AnswerReader,
  caps: Caps,
): Promise<Judgment> {
  const { setting, task, ports, seats } = table;
  const mode = rule.mode ?? "synthesize";
  const round = ports.rounds.length;
  const view = viewOf({
    setting,
    question: task.question,
    rounds: ports.rounds,
    seats,
    round,
    visible: seats.map(({ index }) => index),
    viewer: null,
    reader,
    around: [task.question, ...task.context.map(({ content }) => content)],
  });
  const labels = [...view.labels.keys()];
  const input = promptInput(setting, "judge", round, { peers: view.text, labels });
  const call = callOf({
    setting,
    task,
    member: judge,
    role: "judge",
    step: "judge",
    round,
    own: null,
    peers: view.peers,
    system: withInstructions(setting.prompts.judgeSystem(input), judge),
    messages: questionTurns(task, setting.prompts[mode](input)),
    freeForm: mode === "pick",
    capped: ports.budget !== null,
  });
  const shortage = caps.reserveJudge(call);
  if (shortage !== null) {
    endForBudget(table, shortage);
    return NOTHING;
  }
  ports.emit({ type: "debate.judging", judge: judge.name, mode });
  const outcome = await ports.step(call);
  const cost = costOf(outcome);
  if (outcome.reply === null) return { ...NOTHING, call: cost };

  const { text, finishReason } = outcome.reply;
  const { reasoning, confidence, answer } = readReply(text);
  const said = { ...NOTHING, text, call: cost, reasoning, confidence };
  if (finishReason === "length") return said;
  if (mode === "synthesize") {
    return { ...said, value: reader.read({ answer, reasoning, confidence }, text) };
  }
  const label = pickedLabel(text, labels);
  return { ...said, picked: label === null ? null : (view.labels.get(label) ?? null) };
}
