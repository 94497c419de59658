import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { debate, memoryJournal } from "../../packages/rostrum/src/index.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";

const HOME = "http://library.test";

/** The root entry as a bundler makes it for browsers, without any setting, and what was said about it. */
async function bundled(): Promise<{ files: Map<string, string>; said: string[] }> {
  const said: string[] = [];
  const bundle = await rolldown({
    input: { library: join(ROOT, "packages/rostrum/src/index.ts") },
    platform: "browser",
    onLog: (_level, { message }) => said.push(message),
  });
  const { output } = await bundle.generate({ dir: "assets", format: "esm" });
  const files = output.flatMap((file) =>
    file.type === "chunk" ? [[`/assets/${file.fileName}`, file.code] as const] : [],
  );
  expect(files.length).toBe(output.length);
  return { files: new Map(files), said };
}

describe.skipIf(!hasBrowser)("the library in a browser", () => {
  let window: Window;
  let page: Page;
  let said: string[];
  const asked: string[] = [];
  const trouble: string[] = [];

  beforeAll(async () => {
    const bundle = await bundled();
    said = bundle.said;
    window = await openWindow();
    page = await window.context.newPage();
    page.on("pageerror", ({ message }) => trouble.push(message));
    await page.route(`${HOME}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      const code = bundle.files.get(pathname);
      const weights = /^\/weights\/[\w.-]+$/.test(pathname);
      if (pathname === "/") await route.fulfill({ contentType: "text/html", body: "<p>here" });
      else if (code !== undefined)
        await route.fulfill({ contentType: "text/javascript", body: code });
      else if (weights) {
        const body = readFileSync(join(ROOT, "packages/embedded", pathname));
        await route.fulfill({ contentType: "application/octet-stream", body });
      } else await route.fulfill({ status: 404 });
    });
    await page.goto(`${HOME}/`);
  });
  afterAll(() => window.close());

  /** Runs the body of a function in the page, with everything that the root entry exports as `library`. */
  const inPage = <T>(body: string): Promise<T> =>
    page.evaluate(
      `import("/assets/library.js").then(async (library) => { ${body} })`,
    ) as Promise<T>;

  test("the root entry bundles for browsers without a word", () => {
    expect(said).toEqual([]);
  });

  const PANEL = `const debaters = ["42", "42", "41"].map((answer, index) =>
    ({ name: "d" + index, model: () => "Answer: " + answer }));`;

  test("a debate runs, its events fold, and nothing else is loaded", async () => {
    const result = await inPage(`${PANEL}
      const events = [];
      const stream = new library.Debate({ debaters }).stream("What is 6 × 7?");
      for await (const event of stream) events.push(event);
      const { answer } = await stream.result;
      return { answer, status: library.fold(events).status };`);
    expect(result).toEqual({ answer: "42", status: "completed" });
    expect(asked.filter((path) => path.startsWith("/weights/"))).toEqual([]);
    expect(trouble).toEqual([]);
  });

  test("a run of a journal has the fingerprints that Node gives it", async () => {
    const run = `
      const journal = memoryJournal();
      let calls = 0;
      const model = () => { calls += 1; return "Answer: 42"; };
      const config = { debaters: [{ name: "a", model }, { name: "b", model }], seed: 1, journal };
      const options = { id: "one" };
      await debate("What is 6 × 7?", config, options);
      await debate("What is 6 × 7?", config, options);
      const { inputs } = await journal.read("one");
      // The secret is random, and prompts are told apart by their code, which a bundler rewrites.
      return { calls, inputs: { ...inputs, fence: "", prompts: "" } };`;
    type Program = (library: object) => Promise<{ calls: number; inputs: object }>;
    // oxlint-disable-next-line typescript/no-implied-eval -- one text for both sides
    const here = new Function(
      "library",
      `const { debate, memoryJournal } = library; return (async () => { ${run} })();`,
    ) as Program;
    const inNode = await here({ debate, memoryJournal });
    const inBrowser = await inPage(`const { debate, memoryJournal } = library; ${run}`);
    expect(inBrowser).toEqual(inNode);
  });

  test("the embedded networks debate, from weights that the page's server has", async () => {
    const answer = await inPage(
      `return (await library.debate("47 + 38", { debaters: ["embedded*3"] })).answer;`,
    );
    expect(answer).toBe("85");
  });

  test("what needs Node says so", async () => {
    const words = await inPage<string[]>(`${PANEL}
      const journal = library.sqliteJournal("runs.db");
      const schema = { type: "object" };
      const tries = [
        () => library.debate("What?", { debaters, journal }),
        () => library.debate("What?", { debaters: ["command:cat", "command:cat"] }),
        () => library.debate("What?", { debaters, answer: { type: "json", schema } }),
        () => library.debate("What?", { debaters: ["openai/gpt-5", "openai/gpt-5-mini"] }),
        () => library.defaultJournalPath(),
      ];
      return Promise.all(tries.map((attempt) => Promise.resolve().then(attempt).then(
        () => "worked", (error) => error.name + ": " + error.message)));`);
    expect(words).toEqual([
      expect.stringMatching(/^JournalError: .*sqliteJournal needs Node 22\.16 or later/),
      expect.stringMatching(/^ConfigError: a command: model: needs Node 22\.16 or later/),
      expect.stringMatching(/^ConfigError: answer\.schema: .*pass a schema object instead/),
      expect.stringMatching(/^ConfigError: Missing API key: OPENAI_API_KEY \(for openai\/gpt-5, /),
      expect.stringMatching(/^ConfigError: defaultJournalPath: needs Node 22\.16 or later/),
    ]);
  });
});
