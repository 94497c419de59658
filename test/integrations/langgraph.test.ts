import { Annotation, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { debateNode, humanNode } from "../../packages/server/src/integrations/langgraph/index.ts";
import { Debate, type DebateResult, type Review } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

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

const QUESTION = "Is the clause enforceable?";

function panel(...answers: string[]): Debate {
  return new Debate({
    debaters: answers.map((answer) => scripted(() => `Answer: ${answer}\nConfidence: 0.7`)),
    rounds: 0,
  });
}

function graphOf(debate: Debate, checkpointer = new MemorySaver()) {
  return new StateGraph(State)
    .addNode(
      "debate",
      debateNode<typeof State.State>(debate, { question: "question", onEscalate: "human_review" }),
      {
        ends: ["human_review"],
      },
    )
    .addNode("human_review", humanNode("Low confidence: please review."))
    .addEdge(START, "debate")
    .addEdge("human_review", END)
    .compile({ checkpointer });
}

describe("a debate node", () => {
  test("writes the answer and the debate's fields", async () => {
    const state = await graphOf(panel("yes", "yes", "no")).invoke(
      { question: QUESTION },
      { configurable: { thread_id: "1" } },
    );
    expect(state).toMatchObject({
      answer: "yes",
      debate_confidence: 0.7,
      debate_escalate: false,
      debate_rounds: 1,
      debate_routing: "debate",
    });
    expect(state.debate_result.question).toBe(QUESTION);
  });

  test("an escalated run pauses for a person and resumes with the person's answer", async () => {
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "2" } };
    const paused = await graphOf(panel("yes", "no"), checkpointer).invoke(
      { question: QUESTION },
      config,
    );
    const [pause] = (paused as unknown as { __interrupt__: { value: unknown }[] }).__interrupt__;
    expect(pause?.value).toMatchObject({
      prompt: "Low confidence: please review.",
      question: QUESTION,
      answer: "yes",
      agreement: 0.5,
      dissent: [{ debater: "debater_1", answer: "no" }],
    });

    // Another graph object, as another process would build it: nobody is asked again.
    const silent = new Debate({ debaters: [scripted([]), scripted([])], rounds: 0 });
    const resumed = await graphOf(silent, checkpointer).invoke(
      new Command({ resume: { verdict: "correct", answer: "no", reviewer: "Ada" } }),
      config,
    );
    expect(resumed).toMatchObject({
      answer: "no",
      debate_escalate: false,
      debate_review: { verdict: "correct", reviewer: "Ada" },
    });
  });

  test("a confirmed answer stands, a bare answer replaces it", async () => {
    for (const [resume, answer] of [
      [{ verdict: "confirm" }, "yes"],
      ["maybe", "maybe"],
      [{ verdict: "reject", reason: "neither" }, null],
    ] as const) {
      const graph = graphOf(panel("yes", "no"));
      const config = { configurable: { thread_id: String(answer) } };
      await graph.invoke({ question: QUESTION }, config);
      expect((await graph.invoke(new Command({ resume }), config)).answer).toBe(answer);
    }
  });

  test("many threads at once keep apart", async () => {
    const graph = graphOf(
      new Debate({
        debaters: scripted(({ question }) => `Answer: ${question}`),
        panelSize: 3,
        rounds: 0,
      }),
    );
    const states = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        graph.invoke({ question: `q${at}` }, { configurable: { thread_id: `t${at}` } }),
      ),
    );
    expect(states.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 20 }, (_, at) => `q${at}`),
    );
  });
});
