import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../errors.ts";
import type { ModelRequest } from "../../protocol/model.ts";
import type { Position } from "../../protocol/position.ts";
import { embeddedModel, embeddedModels } from "./embedded-model.ts";
import { weightsOf } from "./weights.ts";

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
  reasoning: "",
  confidence: null,
  changed: false,
  cluster: 0,
});

describe("embeddedModel", () => {
  it("answers in the words of the other debaters", async () => {
    const reply = await embeddedModel().generate(request({ temperature: 0 }));
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
    const [one, two] = [await embeddedModel().generate(hard), await embeddedModel().generate(hard)];
    expect(two).toEqual(one);
  });

  it("tells its text as it comes", async () => {
    const heard: string[] = [];
    const reply = await embeddedModel().generate(
      request({ onText: (delta) => void heard.push(delta) }),
    );
    expect(heard.join("")).toBe(reply.text);
    expect(heard.length).toBeGreaterThan(2);
  });

  it("reads its own last answer and its peers'", async () => {
    const model = embeddedModel({ variant: "m" });
    const question = "What is 77*35*86+12?";
    const alone = await model.generate(request({ question }));
    const again = await model.generate(
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
    expect((await embeddedModel().generate(request({ role: "router" }))).text).toContain(
      "Answer: ",
    );
  });

  it("marks a reply that was cut off, and states no answer in it", async () => {
    const reply = await embeddedModel().generate(request({ maxOutputTokens: 20 }));
    expect(reply).toMatchObject({ finishReason: "length", usage: { outputTokens: 20 } });
    expect(reply.text).not.toContain("Answer:");
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const running = embeddedModel().generate(request({ signal: controller.signal }));
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(
      embeddedModel().generate(request({ signal: AbortSignal.abort() })),
    ).rejects.toMatchObject({ name: "AbortError" });
  });

  it("works from weights it is given, as a page without files would", async () => {
    const { buffer, byteOffset, byteLength } = await readFile(weightsOf("xs-2"));
    const weights = buffer.slice(byteOffset, byteOffset + byteLength);
    const given = await embeddedModel({ variant: "xs-2", weights }).generate(request());
    expect(given).toEqual(await embeddedModel({ variant: "xs-2" }).generate(request()));
  });
});

describe("refusals", () => {
  const refused = async (changes: Partial<ModelRequest>): Promise<ModelError> => {
    const error: unknown = await embeddedModel()
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

describe("embeddedModels", () => {
  it("makes the debaters an id stands for", () => {
    const ids = (id: string): string[] | undefined => embeddedModels(id)?.map((model) => model.id);
    expect(ids("embedded*3")).toEqual(["embedded/xs-1", "embedded/xs-2", "embedded/xs-3"]);
    expect(ids("embedded/m")).toEqual(["embedded/m"]);
    expect(ids("ollama/llama")).toBeUndefined();
  });
});
