import { jury, PanelProvider } from "rostrum/promptfoo";
import { describe, expect, test } from "vitest";

const says = (answer: string) => () => ({
  text: `Because it is so.\nAnswer: ${answer}`,
  usage: { inputTokens: 10, outputTokens: 5 },
});

describe("a panel as a provider", () => {
  test("answers with its tokens, its cost and what is known about the answer", async () => {
    const model = says("4");
    const provider = new PanelProvider({
      id: "package:rostrum/promptfoo:PanelProvider",
      config: {
        debaters: [0, 1].map(() => ({ model, price: { input: 1, output: 1 } })),
        rounds: 0,
      },
    });
    expect(provider.id()).toBe("rostrum");
    expect(await provider.callApi("What is 2+2?")).toMatchObject({
      output: "4",
      tokenUsage: { total: 30, prompt: 20, completion: 10, numRequests: 2 },
      cost: expect.any(Number),
      metadata: { rostrum: { agreement: 1, degraded: false, notices: [] } },
    });
  });

  test("leaves out what is unknown, and says that it failed", async () => {
    const model = (): string => "Answer: 4";
    const known = new PanelProvider({ label: "mine", config: { debaters: [model, model] } });
    expect(known.id()).toBe("mine");
    const response = await known.callApi("Q?");
    expect(response.tokenUsage).toEqual({ numRequests: 2 });
    expect(response).not.toHaveProperty("cost");
    const broken = (): never => {
      throw new Error("down");
    };
    const failing = new PanelProvider({
      config: { debaters: [broken, broken], limits: { retries: 0 } },
    });
    expect(await failing.callApi("Q?")).toEqual({ error: expect.stringContaining("down") });
  });

  test("reads a chat: the last message is the question", async () => {
    const asked: unknown[] = [];
    const model = ({
      question,
      messages,
    }: {
      question: string;
      messages: { content: string }[];
    }) => {
      asked.push([question, messages.map(({ content }) => content)]);
      return "Answer: 4";
    };
    const provider = new PanelProvider({ config: { debaters: [model, model], rounds: 0 } });
    const chat = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What is 2+2?" },
    ];
    await provider.callApi(JSON.stringify(chat));
    expect(asked[0]).toEqual([
      "What is 2+2?",
      expect.arrayContaining([expect.stringContaining("Be brief.")]),
    ]);
    await provider.callApi("[not a chat");
    expect(asked.at(-1)).toMatchObject(["[not a chat", expect.anything()]);
  });
});

describe("a panel as a jury", () => {
  const debaters = [says("pass"), says("pass"), says("fail")];

  test("passes with the panel's decision, and scores the share of its votes", async () => {
    const verdict = await jury("Paris", {
      prompt: "Capital of France?",
      config: { rubric: "It is right.", debaters },
    });
    expect(verdict).toMatchObject({
      pass: true,
      score: 2 / 3,
      reason: expect.stringMatching(/pass: debater_0, debater_1; fail: debater_2/),
      tokensUsed: { total: 45 },
    });
  });

  test("a threshold asks for more than a majority", async () => {
    const config = { rubric: "It is right.", debaters, threshold: 0.9 };
    expect(await jury("Paris", { config })).toMatchObject({ pass: false, score: 2 / 3 });
  });

  test("what isn't a verdict never passes", async () => {
    const config = { rubric: "It is right.", debaters: [says("maybe"), says("perhaps")] };
    await expect(jury("Paris", { config })).rejects.toThrow();
    await expect(jury("Paris", { config: { debaters } })).rejects.toThrow("config.rubric");
    await expect(
      jury("Paris", { config: { rubric: "x", debaters, threshold: 2 } }),
    ).rejects.toThrow("from 0 to 1");
  });
});
