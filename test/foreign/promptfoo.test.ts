import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPrivately } from "../support/install-privately.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { program } from "../support/programs.ts";

const run = promisify(execFile);

describe("promptfoo itself", () => {
  let promptfoo: string | null = null;
  let members: OpenAiServer;
  const folder = mkdtempSync(join(tmpdir(), "rostrum-promptfoo-"));
  beforeAll(async () => {
    promptfoo = await installPrivately(
      new URL("./promptfoo", import.meta.url),
      "promptfoo/package.json",
      "install",
    );
    members = await openAiServer(({ body }) => {
      const isJury = JSON.stringify(body["messages"]).includes("meets this criterion");
      const reply = isJury ? (body["model"] === "three" ? "fail" : "pass") : "Paris";
      return { reply: `Answer: ${reply}` };
    });
    // The package as it would be installed, except that it is this repository's.
    const own = join(folder, "node_modules/rostrum");
    mkdirSync(own, { recursive: true });
    const entry = pathToFileURL(program("promptfoo-entry")).href;
    writeFileSync(join(own, "promptfoo.mjs"), `export * from "${entry}";`);
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
    const main = join(promptfoo, "node_modules/promptfoo/dist/src/main.js");
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
    await run(process.execPath, [main, ...flags], { cwd: folder, env }).catch((error: unknown) => {
      if (Object(error).code !== 100) throw error;
    });
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
