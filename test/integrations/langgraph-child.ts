/**
 * One process of a graph that pauses: `ask` runs to the pause and leaves the checkpoint in a file,
 * `resume` takes it up from there and prints what the graph came to.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { Annotation, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { Debate, type DebateResult, type Review } from "../../packages/rostrum/src/index.ts";
import { debateNode, humanNode } from "../../packages/core/src/integrations/langgraph/index.ts";

const [, , act, file = ""] = process.argv;

const State = Annotation.Root({
  question: Annotation<string>(),
  answer: Annotation<unknown>(),
  debate_result: Annotation<DebateResult<unknown>>(),
  debate_confidence: Annotation<number | null>(),
  debate_escalate: Annotation<boolean>(),
  debate_rounds: Annotation<number>(),
  debate_routing: Annotation<string>(),
  debate_review: Annotation<Review>(),
});

const silent = (): never => {
  throw new Error("nobody may be asked again");
};
const debaters = act === "ask" ? [() => "Answer: yes", () => "Answer: no"] : [silent, silent];
const checkpointer = new MemorySaver();
if (act === "resume") Object.assign(checkpointer, deserialize(readFileSync(file)) as object);

const graph = new StateGraph(State)
  .addNode(
    "debate",
    debateNode<typeof State.State>(new Debate({ debaters, rounds: 0 }), {
      question: "question",
      onEscalate: "human",
    }),
    { ends: ["human"] },
  )
  .addNode("human", humanNode("Please settle this."))
  .addEdge(START, "debate")
  .addEdge("human", END)
  .compile({ checkpointer });

const config = { configurable: { thread_id: "one" } };
const input = act === "ask" ? { question: "Is it so?" } : new Command({ resume: "no" });
const state = await graph.invoke(input as never, config);
if (act === "ask") {
  const { storage, writes } = checkpointer;
  writeFileSync(file, serialize({ storage, writes }));
}
const { answer, debate_review: review } = state;
const paused = "__interrupt__" in state;
process.stdout.write(JSON.stringify({ answer, review, paused }));
