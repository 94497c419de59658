import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { jury, PanelProvider } from "rostrum/promptfoo";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/root.ts";
import { installPrivately } from "../support/install-privately.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";

const run = promisify(execFile);
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

describe("promptfoo itself", () => {
  let promptfoo: string | null = null;
  let members: OpenAiServer;
  const folder = mkdtempSync(join(tmpdir(), "rostrum-promptfoo-"));
  beforeAll(async () => {
    promptfoo = await installPrivately(
      new URL("./promptfoo", import.meta.url),
      "promptfoo/package.json",
    );
    members = await openAiServer(({ body }) => {
      const isJury = JSON.stringify(body["messages"]).includes("meets this criterion");
      const reply = isJury ? (body["model"] === "three" ? "fail" : "pass") : "Paris";
      return { reply: `Answer: ${reply}` };
    });
    // The package as it would be installed, except that it is this repository's.
    const own = join(folder, "node_modules/rostrum");
    mkdirSync(own, { recursive: true });
    const entry = join(ROOT, "packages/rostrum/src/integrations/promptfoo/index.ts");
    writeFileSync(join(own, "promptfoo.mjs"), `export * from "${pathToFileURL(entry).href}";`);
    const exports = { "./promptfoo": "./promptfoo.mjs" };
    writeFileSync(join(own, "package.json"), JSON.stringify({ name: "rostrum", exports }));
  }, 600_000);
  afterAll(async () => {
    await members.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("asks a panel and lets a jury judge", async ({ skip }) => {
    if (promptfoo === null) return skip("promptfoo can't be installed here");
    const debaters = ["one", "two", "three"].map((name) => `compat:${name}@${members.url}`);
    const config = {
      prompts: ["What is the capital of {{country}}?"],
      providers: [
        { id: "package:rostrum/promptfoo:PanelProvider", label: "panel", config: { debaters } },
      ],
      tests: [
        {
          vars: { country: "France" },
          assert: [
            { type: "equals", value: "Paris" },
            {
              type: "javascript",
              value: "package:rostrum/promptfoo:jury",
              config: { rubric: "It names one city.", debaters },
            },
            {
              type: "javascript",
              value: "package:rostrum/promptfoo:jury",
              config: { rubric: "It names one city.", debaters, threshold: 0.9 },
            },
          ],
        },
      ],
    };
    writeFileSync(join(folder, "promptfooconfig.json"), JSON.stringify(config));
    const program = join(promptfoo, "node_modules/promptfoo/dist/src/main.js");
    const flags = [
      "eval",
      "-c",
      "promptfooconfig.json",
      "--no-cache",
      "--no-table",
      "-o",
      "out.json",
    ];
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      PROMPTFOO_CONFIG_DIR: join(folder, "home"),
      PROMPTFOO_DISABLE_TELEMETRY: "1",
      PROMPTFOO_DISABLE_UPDATE: "1",
      PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
    };
    // It exits with 100 if a test fails, as one does here.
    await run(process.execPath, [program, ...flags], { cwd: folder, env }).catch(
      (error: unknown) => {
        if (Object(error).code !== 100) throw error;
      },
    );
    const { results } = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
    const [row] = results.results;
    expect(row.provider).toMatchObject({ label: "panel" });
    expect(row.response).toMatchObject({
      output: "Paris",
      tokenUsage: { total: 360, numRequests: 3 },
      metadata: { rostrum: { agreement: 1 } },
    });
    const [equal, passed, failed] = row.gradingResult.componentResults;
    expect(equal).toMatchObject({ pass: true });
    expect(passed).toMatchObject({ pass: true, score: 2 / 3, tokensUsed: { total: 360 } });
    expect(passed.reason).toContain("fail: debater_2");
    expect(failed).toMatchObject({ pass: false, score: 2 / 3 });
  });
});
