import { describe, expect, it } from "vitest";
import { ModelError } from "@rostrum/core/support";
import type { ModelPort, ModelRequest, Position } from "@rostrum/core/protocol";
import { embeddedFromId } from "./embedded.ts";

const model = (id = "embedded"): ModelPort => embeddedFromId(id, "model");

const request = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  stepId: "run__debater_0_round_0",
  role: "debater",
  round: 0,
  question: "What is 12+15*21+0-3*27?",
  peers: [],
  system: "",
  messages: [],
  signal: new AbortController().signal,
  seed: 1,
  ...changes,
});

const position = (debater: string, text: string): Position => ({
  debater,
  round: 0,
  status: "spoke",
  text,
  answer: /Answer: (.*)/.exec(text)?.[1] ?? null,
  headline: null,
  reasoning: "",
  confidence: null,
  changed: false,
  cluster: 0,
});

describe("an embedded network", () => {
  it("answers in the words of the other debaters", async () => {
    const reply = await model().generate(request({ temperature: 0 }));
    expect(reply.text).toMatch(
      /^15 × 21 = 315\n3 × 27 = 81\n12 \+ 315 = 327\n327 \+ 0 = 327\n327 - 81 = 246\nAnswer: 246\nConfidence: 0\.\d\d$/,
    );
    expect(reply).toMatchObject({
      usage: { inputTokens: 18, outputTokens: 54 },
      finishReason: "stop",
      costUsd: 0,
    });
  });

  it("says the same for the same seed", async () => {
    const hard = request({ question: "Compute 77*35*86+12", seed: 3 });
    const [one, two] = [await model().generate(hard), await model().generate(hard)];
    expect(two).toEqual(one);
  });

  it("tells its text as it comes", async () => {
    const heard: string[] = [];
    const reply = await model().generate(request({ onText: (delta) => void heard.push(delta) }));
    expect(heard.join("")).toBe(reply.text);
    expect(heard.length).toBeGreaterThan(2);
  });

  it("reads its own last answer and its peers'", async () => {
    const network = model("embedded/m");
    const question = "What is 77*35*86+12?";
    const alone = await network.generate(request({ question }));
    const again = await network.generate(
      request({
        question,
        round: 1,
        own: position("a", alone.text),
        peers: [position("b", alone.text), position("c", "I reckon so.\nAnswer: 231782")],
      }),
    );
    const prompt = (reply: string): number =>
      reply.split("\nAnswer")[0]!.replaceAll(/ /g, "").length;
    expect(again.usage?.inputTokens).toBe(
      "Q77*35*86+12\nA".length +
        2 * (prompt(alone.text) + "P#231782\n".length) +
        "P#231782\n".length,
    );
    expect(again.text).toContain("Answer: ");
  });

  it("can route", async () => {
    expect((await model().generate(request({ role: "router" }))).text).toContain("Answer: ");
  });

  it("marks a reply that was cut off, and states no answer in it", async () => {
    const reply = await model().generate(request({ maxOutputTokens: 20 }));
    expect(reply).toMatchObject({ finishReason: "length", usage: { outputTokens: 20 } });
    expect(reply.text).not.toContain("Answer:");
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const running = model().generate(request({ signal: controller.signal }));
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(model().generate(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("refusals", () => {
  const refused = async (changes: Partial<ModelRequest>): Promise<ModelError> => {
    const error: unknown = await model()
      .generate(request(changes))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    return error as ModelError;
  };

  it("says what it can do, what came, and where to get a model; and isn't asked again", async () => {
    const error = await refused({ question: "Who wrote Faust?" });
    expect(error.message).toMatchInlineSnapshot(
      `"the embedded debater can't answer "Who wrote Faust?": it isn't plain arithmetic. It does arithmetic with 2 to 6 whole numbers from 0 to 99 joined by +, - and ×, with no step beyond 999,999, such as "What is 12+15*21+0-3*27?". For other questions use a general model: set a provider's key (such as ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY) and name one of its models, start a local server such as Ollama (ollama/<model>), or pass any function as the model."`,
    );
    expect(error.retryable).toBe(false);
    expect(error.costUsd).toBe(0);
  });

  it("names what is wrong with a sum", async () => {
    expect((await refused({ question: "What is 1,234 + 5?" })).message).toContain(
      "1234 is larger than 99",
    );
    expect((await refused({ question: "What is 8/2?" })).message).toContain("division");
  });

  it("shows a question shortened, and without anything a terminal would obey", async () => {
    const { message } = await refused({
      question: `\u001b[2Jclear\u009b\u202e ${"long ".repeat(100)}`,
    });
    expect(message).toContain('"[2Jclear long');
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(800);
  });

  it("is no judge", async () => {
    expect((await refused({ role: "judge" })).message).toContain("can't be a judge");
  });
});
