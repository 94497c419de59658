import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { planets, QUESTION, trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

describe.skipIf(!hasBrowser)("asking", () => {
  onPage({
    panels: {
      planets: { ...planets(), purpose: "Planets, stars and moons." },
      trio: trio(),
    },
  });

  test("a card says what a panel is for and costs, and the plan follows the settings", async () => {
    await page.goto(site.url);
    const card = page.locator(".panel-card", { hasText: "planets" });
    await expect
      .poll(() => card.innerText())
      .toMatch(/about \$[\d.]+[\s\S]*Planets, stars and moons\.[\s\S]*Not asked lately/);
    await expect
      .poll(() => page.locator(".ask-start").innerText())
      .toMatch(/about \$[\d.]+, at most \$[\d.]+\s+Ask planets/);
    const calls = page.locator(".plan-calls");
    const before = await calls.innerText();
    expect(before).toMatch(/^\d+ to \d+ calls · about [\d,]+ tokens$/);
    await page.getByText("Settings", { exact: true }).click();
    await page.getByLabel("Revision rounds").fill("0");
    await expect.poll(() => calls.innerText()).not.toBe(before);
    const voting = await calls.innerText();
    await page.getByLabel("Decide by").selectOption("majority");
    await expect.poll(() => calls.innerText()).not.toBe(voting);
    await page.getByLabel("Stop when").selectOption("agreement");
    await page.getByLabel("share", { exact: true }).fill("0.6");
    await page.getByLabel("Question").fill(QUESTION);
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();
    const id = new URL(page.url()).hash.split("/")[2] ?? "";
    const { started } = (await (await fetch(`${site.url}/debates/${id}`)).json()) as {
      started: object;
    };
    expect(started).toMatchObject({
      rounds: 0,
      metadata: { rostrum_server: { request: { stop: "agreement:0.6", decide: "majority" } } },
    });
  });

  test("files and pasted texts become documents of the context", async () => {
    await page.goto(site.url);
    await page.getByLabel("Context files").setInputFiles([
      { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\nMercury.") },
      { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("More notes.") },
    ]);
    await page.getByText("notes 2.md").waitFor();
    await page.getByRole("button", { name: "Paste text" }).click();
    await page.getByLabel("Text for the context").fill("A pasted remark.");
    await page.getByRole("button", { name: "Add the text" }).click();
    await page.getByRole("button", { name: "Remove notes 2.md" }).click();
    await page.getByLabel("Question").fill(QUESTION);
    const asked = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/debates"),
    );
    await page.keyboard.press("Control+Enter");
    expect((await asked).postDataJSON()).toMatchObject({
      panel: "planets",
      context: [
        { document: "notes.md", text: "# Notes\nMercury." },
        { document: "pasted text", text: "A pasted remark." },
      ],
    });
    await page.locator(".headline:not(.pending)").waitFor();
  });

  test("a plan that is attached becomes a plan review, and a diff a code review", async () => {
    const attach = (name: string, text: string): Promise<void> =>
      page
        .getByLabel("Context files")
        .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from(text) }]);
    const start = async (): Promise<unknown> => {
      const asked = page.waitForRequest(
        (request) => request.method() === "POST" && request.url().endsWith("/debates"),
      );
      await page.locator(".ask-start button").click();
      const request = await asked;
      await page.locator(".debate").waitFor();
      return request.postDataJSON() as unknown;
    };
    await page.goto(site.url);
    await attach("plan.md", "1. Drop the old table.\n2. Deploy.");
    await expect.poll(() => page.getByLabel("Review a plan").isChecked()).toBe(true);
    await page.getByLabel("Remarks").fill("We deploy on Fridays.");
    expect(await start()).toMatchObject({
      question: expect.stringMatching(
        /^Review this plan[\s\S]*\n\nWe deploy on Fridays\.$/,
      ) as string,
      answer: { type: "findings", plan: true },
      context: [{ document: "plan.md" }],
    });
    await page.goto(`${site.url}/#/`);
    await attach("cart.diff", "+const total = 1;");
    await expect.poll(() => page.getByLabel("Review code").isChecked()).toBe(true);
    expect(await start()).toMatchObject({ answer: { type: "findings" } });
  });

  test("a dropped file is accepted too, and a refusal of the server is shown", async () => {
    await page.goto(site.url);
    await page.locator(".composer").waitFor();
    await page.evaluate(`
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([0, 1, 2, 3])], "strange.bin"));
      document.querySelector(".composer").dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    `);
    const problem = page.locator(".plan .small-problem");
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^strange\.bin can't be read\. Attach a PDF/);
    expect(await page.locator(".context-file.bad").innerText()).toContain("strange.bin");
    await page.getByRole("button", { name: "Remove strange.bin" }).click();
    await page.locator(".plan-calls", { hasText: "calls" }).waitFor();
  });

  test("a recent question is asked again, and a draft survives a look at other screens", async () => {
    await site.hold({ question: "Which star is nearest?", panel: "trio" });
    await page.goto(site.url);
    const recent = page.locator(".recent");
    await recent.getByRole("button", { name: /^Ask again: Which star is nearest/ }).click();
    expect(await page.getByLabel("Question").inputValue()).toBe("Which star is nearest?");
    await expect.poll(() => page.getByRole("radio", { name: /^trio/ }).isChecked()).toBe(true);
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    expect(await page.getByLabel("Question").inputValue()).toBe("Which star is nearest?");
  });

  test("what is chosen and started before the panels have arrived counts when they are there", async () => {
    await site.hold({ question: "Which star is nearest?", panel: "trio" });
    const arrival = Promise.withResolvers<void>();
    await page.route("**/panels", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(site.url);
    await page.getByRole("button", { name: /^Ask again/ }).click();
    await page.keyboard.press("Control+Enter");
    arrival.resolve();
    await page.locator(".headline:not(.pending)").waitFor();
    const id = new URL(page.url()).hash.split("/")[2] ?? "";
    const { started } = (await (await fetch(`${site.url}/debates/${id}`)).json()) as {
      started: { question: string; panel: object[] };
    };
    expect(started.question).toBe("Which star is nearest?");
    expect(started.panel).toHaveLength(3);
  });

  test("a question that is being written survives a reload, with its files and its panel", async () => {
    await page.goto(site.url);
    await page.getByRole("radio", { name: /^trio/ }).check();
    await page.getByLabel("Question").fill("Which star is");
    await page
      .getByLabel("Context files")
      .setInputFiles([
        { name: "stars.md", mimeType: "text/markdown", buffer: Buffer.from("# Stars") },
      ]);
    await page.getByText("stars.md").waitFor();
    await page.reload();
    await page.getByText("stars.md").waitFor();
    expect(await page.getByLabel("Question").inputValue()).toBe("Which star is");
    await expect.poll(() => page.getByRole("radio", { name: /^trio/ }).isChecked()).toBe(true);
  });

  test.each([
    ["breaks off", (route: Route) => route.abort()],
    [
      "is a proxy's",
      (route: Route) => route.fulfill({ status: 504, contentType: "text/html", body: "<p>Late" }),
    ],
  ])("a question whose answer %s is asked once, however often it is sent", async (_case, lose) => {
    await page.route(
      "**/debates",
      async (route) => {
        await route.fetch();
        await lose(route);
      },
      { times: 1 },
    );
    const listRuns = async (): Promise<{ id: string; question: string }[]> =>
      ((await (await fetch(`${site.url}/debates`)).json()) as { runs: never[] }).runs;
    await page.goto(site.url);
    await page.getByLabel("Question").fill(QUESTION);
    await askButton(page).click();
    await page.getByRole("alert").waitFor();
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await listRuns()).toMatchObject([{ question: QUESTION }]);
  });

  test("another question after a lost answer is another debate", async () => {
    await page.route("**/debates", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.goto(site.url);
    await page.getByLabel("Question").fill(QUESTION);
    await askButton(page).click();
    await page.getByRole("alert").waitFor();
    await page.unroute("**/debates");
    await page.getByLabel("Question").fill("Which star is nearest?");
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await page.locator("main").innerText()).toContain("Which star is nearest?");
  });

  test("an unreachable server is reported once, with a way to try again", async () => {
    await page.route("**/panels", (route) => route.abort());
    await page.goto(site.url);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.count()).toBe(1);
    expect(await alert.innerText()).toContain("can't be reached");
    expect(await askButton(page).isDisabled()).toBe(true);
    await page.unroute("**/panels");
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.locator(".panel-card").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe.skipIf(!hasBrowser).each([
  ["only the demo", { embedded: { debaters: ["embedded*3"] } }, "Only the demo panel is set up"],
  [
    "a key is missing",
    { mixed: { debaters: ["openai/gpt-5-mini*3"] }, embedded: { debaters: ["embedded*3"] } },
    "No panel of language models is ready",
  ],
])("a server that is not set up: %s", (_case, panels, title) => {
  // Keys are looked for when the page asks for the panels.
  beforeAll(() => vi.stubEnv("OPENAI_API_KEY", undefined));
  onPage({ panels });
  afterAll(() => vi.unstubAllEnvs());

  test("the page says what to do", async () => {
    await page.goto(site.url);
    const help = page.getByRole("region", { name: "Setting up" });
    await help.getByText(title).waitFor();
    expect(await help.innerText()).toContain("OPENAI_API_KEY");
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await help.getByRole("button", { name: /Try/ }).click();
    expect(await page.getByLabel("Question").inputValue()).toBe("What is 17 * 23?");
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await page.locator(".headline").innerText()).toContain("391");
  });
});
