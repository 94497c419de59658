// The contract review of the grampus documentation, as a LangGraph graph: a debate node, and a person
// who settles what the panel could not.
import assert from "node:assert/strict";
import { Annotation, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { Debate, weighted, type DebateResult } from "rostrum";
import { debateNode, humanNode } from "rostrum/langgraph";

const reads = (answer: string, confidence: number) => () =>
  `I read the clause as it stands.\nAnswer: ${answer}\nConfidence: ${confidence}`;

const panel = new Debate({
  debaters: [
    { name: "haiku", model: reads("enforceable", 0.8), temperature: 0.5 },
    { name: "sonnet", model: reads("not enforceable", 0.7), temperature: 0.7 },
    {
      name: "advocate",
      model: reads("enforceable in part", 0.6),
      temperature: 0.9,
      instructions: "You are a skeptical devil's advocate.",
    },
  ],
  rounds: 2,
  decide: weighted(),
});

const State = Annotation.Root({
  question: Annotation<string>(),
  answer: Annotation<unknown>(),
  debate_result: Annotation<DebateResult<unknown>>(),
  debate_confidence: Annotation<number | null>(),
  debate_escalate: Annotation<boolean>(),
  debate_rounds: Annotation<number>(),
  debate_routing: Annotation<string>(),
});

const graph = new StateGraph(State)
  .addNode(
    "debate",
    debateNode<typeof State.State>(panel, { question: "question", onEscalate: "human_review" }),
    { ends: ["human_review"] },
  )
  .addNode("human_review", humanNode("Low-confidence answer: please review."))
  .addEdge(START, "debate")
  .addEdge("human_review", END)
  .compile({ checkpointer: new MemorySaver() });

const thread = { configurable: { thread_id: "clause-7" } };
const question = "Is the following contract clause legally enforceable in California? …";
const paused = await graph.invoke({ question }, thread);
console.log(
  `after ${paused.debate_rounds} rounds: ${String(paused.answer)}, escalated: ${paused.debate_escalate}`,
);
assert.equal(paused.debate_escalate, true);

// Hours later, perhaps in another process with the same checkpointer:
const settled = await graph.invoke(
  new Command({ resume: { verdict: "correct", answer: "not enforceable", reviewer: "counsel" } }),
  thread,
);
console.log(`settled: ${String(settled.answer)}`);
assert.equal(settled.answer, "not enforceable");
assert.equal(settled.debate_escalate, false);
