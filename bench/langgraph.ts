import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { type Call, debaters, QUESTION, ROUNDS } from "./panel.ts";

interface Said {
  debater: number;
  round: number;
  text: string;
  answer: string;
}

const State = Annotation.Root({
  question: Annotation<string>,
  round: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
  said: Annotation<Said[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  answer: Annotation<string>,
});
type DebateState = typeof State.State;

/** The answer field, or the line that is labelled so. */
function answerIn(text: string): string {
  if (text.startsWith("{")) return String((JSON.parse(text) as { answer: unknown }).answer);
  return /^Answer: (\S+)/m.exec(text)?.[1] ?? "";
}

function promptFor({ question, round, said }: DebateState, debater: number): string {
  const others = said.filter((one) => one.round === round - 1 && one.debater !== debater);
  const peers = others.map(({ text }) => text).join("\n\n");
  return peers === "" ? question : `${question}\n\nThe others said:\n\n${peers}\n\nRevise.`;
}

const speaking =
  (debater: number) =>
  async (state: DebateState): Promise<Partial<DebateState>> => {
    const { round } = state;
    const call: Call & { prompt: string } = { round, prompt: promptFor(state, debater) };
    const text = (await debaters[debater]?.(call)) ?? "";
    return { said: [{ debater, round, text, answer: answerIn(text) }] };
  };

function closeRound({ round }: DebateState): Partial<DebateState> {
  return { round: round + 1 };
}

function decide({ said, round }: DebateState): Partial<DebateState> {
  const votes = new Map<string, number>();
  for (const one of said) {
    if (one.round === round - 1) votes.set(one.answer, (votes.get(one.answer) ?? 0) + 1);
  }
  const [winner] = [...votes].sort(([, a], [, b]) => b - a);
  return { answer: winner?.[0] ?? "" };
}

const panel = ["debater_0", "debater_1", "debater_2"] as const;

/** The same debate as a graph: parallel debaters, a barrier after each round, a vote at the end. */
const graph = new StateGraph(State)
  .addNode("debater_0", speaking(0))
  .addNode("debater_1", speaking(1))
  .addNode("debater_2", speaking(2))
  .addNode("close_round", closeRound)
  .addNode("decide", decide)
  .addEdge(START, "debater_0")
  .addEdge(START, "debater_1")
  .addEdge(START, "debater_2")
  .addEdge([...panel], "close_round")
  .addConditionalEdges("close_round", ({ round }) => (round < ROUNDS ? [...panel] : "decide"), [
    ...panel,
    "decide",
  ])
  .addEdge("decide", END)
  .compile();

export async function graphDebate(): Promise<string> {
  const { answer } = await graph.invoke({ question: QUESTION });
  return answer;
}
