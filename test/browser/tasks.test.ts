import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choice, human, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { askButton } from "./support/ask-button.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { LIVE } from "./support/live/panels.ts";
import { divided, planets, QUESTION, trio } from "./support/panels.ts";
import { runTasks, type Task } from "./support/run-tasks.ts";
import { openSite, type Site } from "./support/site.ts";
import { holdUndoTime, passUndoTime } from "./support/undo-time.ts";

/** Two models and a person. */
const withPerson = (answer: unknown, more: Partial<DebateConfig> = {}): DebateConfig =>
  ({
    debaters: [
      ...(trio().debaters as object[]).slice(0, 2),
      { name: "Grace", model: human({ name: "grace" }) },
    ],
    rounds: 0,
    answer,
    ...more,
  }) as unknown as DebateConfig;

const debate = async (site: Site, panel: string, question = QUESTION): Promise<string> =>
  `d/${await site.hold({ panel, question })}`;
const verdict = (page: Page): Promise<void> => page.locator(".headline:not(.pending)").waitFor();
const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("link", { name, exact: true });

const TASKS: readonly Task[] = [
  {
    name: "ask the usual panel",
    clicks: 1,
    from: () => "",
    async do({ page, click }) {
      await page.getByLabel("Question").fill(QUESTION);
      await click(askButton(page));
      await verdict(page);
    },
  },
  {
    name: "ask another panel, with the keyboard after choosing it",
    clicks: 1,
    from: () => "",
    async do({ page, click }) {
      await page.getByLabel("Question").fill("Which planet is it?");
      await click(page.getByRole("radio", { name: /^planets/ }));
      await page.keyboard.press("Control+Enter");
      await page.getByRole("heading", { name: "Which planet is it?" }).waitFor();
      await verdict(page);
    },
  },
  {
    name: "ask with a document and another number of revisions",
    clicks: 3,
    from: () => "",
    async do({ page, click }) {
      await page.getByLabel("Question").fill("What do the notes say?");
      const chosen = page.waitForEvent("filechooser");
      await click(button(page, "Attach"));
      const file = { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("Mercury.") };
      await (await chosen).setFiles([file]);
      await click(page.getByText("Settings", { exact: true }));
      await page.getByLabel("Revision rounds").fill("0");
      await click(askButton(page));
      await link(page, "Context").waitFor();
    },
  },
  {
    name: "ask a recent question again",
    clicks: 2,
    from: () => "",
    async do({ page, click }) {
      await click(page.getByRole("button", { name: /^Ask again: / }).first());
      await click(askButton(page));
      await verdict(page);
    },
  },
  {
    name: "read one reply, and copy its link",
    clicks: 2,
    from: (_site, { sql }) => `d/${sql}`,
    async do({ page, click }) {
      await click(page.locator(".member > summary", { hasText: "boole" }));
      await click(button(page, "Copy link"));
      await button(page, "Copied").waitFor();
    },
  },
  {
    name: "copy the code of a reply",
    clicks: 1,
    from: (_site, { sql }) => `d/${sql}/r0/curie`,
    async do({ page, click }) {
      const detail = page.locator(".reply.named");
      await detail.locator(".code-keyword").first().waitFor();
      await click(detail.getByRole("button", { name: "Copy the code" }).first());
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain("DENSE_RANK() OVER (PARTITION BY dept\n");
    },
  },
  {
    name: "read one debater alone",
    clicks: 1,
    from: (_site, { version }) => `d/${version}`,
    async do({ page, click }) {
      await click(page.locator(".member > summary", { hasText: "boole" }));
      await page.locator(".member[open] .reply").first().waitFor();
    },
  },
  {
    name: "follow a quote of the memo's claims to where it stands",
    clicks: 3,
    from: (_site, { version }) => `d/${version}`,
    async do({ page, click }) {
      await click(link(page, "Memo"));
      const claim = page.locator(".claim", { hasText: /each new client and each ticket pays/ });
      await click(claim.locator("summary").first());
      await claim
        .getByRole("heading", { name: /^For: / })
        .first()
        .waitFor();
      await click(link(page, /each new client and each ticket pays again/));
      expect(await page.locator(".reply.named .passage").innerText()).toBe(
        "each new client and each ticket pays again",
      );
    },
  },
  {
    name: "see which serious findings stand, and go to a place in the code",
    clicks: 1,
    from: (_site, { review }) => `d/${review}`,
    async do({ page, click }) {
      await page.getByRole("heading", { name: "cart.ts" }).waitFor();
      expect(await page.locator(".headline").innerText()).toMatch(/^\w+ critical findings? to fix/);
      // The low ones are folded.
      expect(await page.locator(".folded-findings[open]").count()).toBe(0);
      await click(link(page, "line 13").first());
      await page.locator(".documents .passage").waitFor();
    },
  },
  {
    name: "see why somebody changed their mind",
    clicks: 2,
    from: (_site, { planets: id }) => `d/${id}`,
    async do({ page, click }) {
      await click(link(page, /^Rounds/));
      await click(page.getByText("Who changed their mind"));
      await page.locator(".change-detail").getByText("Its reason").waitFor();
    },
  },
  {
    name: "see where another rule would have stopped",
    clicks: 2,
    from: (_site, { planets: id }) => `d/${id}`,
    async do({ page, click }) {
      await click(link(page, /^Rounds/));
      await click(page.getByText("Would fewer calls have done?"));
      await page.getByRole("slider").fill("60");
      await page
        .getByRole("row", { name: /60% agree/ })
        .getByText("round 1")
        .waitFor();
    },
  },
  {
    name: "see what other rules would have decided",
    clicks: 3,
    from: (_site, { planets: id }) => `d/${id}`,
    async do({ page, click }) {
      // At this width the details are folded.
      await click(page.locator(".rail summary").first());
      await click(page.getByText("More", { exact: true }));
      await click(page.getByText("Other ways to count"));
      await page.locator(".rulings").getByText("Most probable").waitFor();
    },
  },
  {
    name: "stop a debate",
    clicks: 2,
    from: async (site) => `d/${await site.start({ panel: "endless", question: QUESTION })}`,
    async do({ page, click }) {
      await click(button(page, "Stop"));
      await page
        .getByText("3 replies in progress will be lost, and may still be billed.")
        .waitFor();
      await click(button(page, "Stop it now"));
      await page.getByText("Stopped before there was an answer").waitFor();
      await page.getByText(/There are no replies. The (?:debate cost|cost of)/).waitFor();
    },
  },
  {
    name: "run a debate again from a round, knowing its price",
    clicks: 3,
    from: (_site, { planets: id }) => `d/${id}`,
    async do({ page, click }) {
      await click(link(page, /^Rounds/));
      const before = page.url();
      await click(button(page, "Run again from here").last());
      const dialog = page.getByRole("dialog", { name: "Run again from round 3?" });
      await dialog.getByText(/Rounds 1 to 2 are kept .* took 6 calls and cost \$[\d.]+;/).waitFor();
      expect(page.url()).toBe(before);
      await click(dialog.getByRole("button", { name: "Run again", exact: true }));
      await page.getByText("Goes on from round 3 of").waitFor();
    },
  },
  {
    name: "ask a follow-up",
    clicks: 1,
    from: (site) => debate(site, "trio"),
    async do({ page, click }) {
      await page.getByLabel("Ask a follow-up").fill("And the shortest?");
      await click(button(page, "Ask the panel"));
      await page.getByRole("heading", { name: "And the shortest?" }).waitFor();
    },
  },
  {
    name: "save a debate as a text",
    clicks: 2,
    from: (_site, { version }) => `d/${version}`,
    async do({ page, click }) {
      const saved = page.waitForEvent("download");
      await click(page.locator(".menu > summary"));
      await click(button(page, "Export as Markdown"));
      expect((await saved).suggestedFilename()).toMatch(/\.md$/);
    },
  },
  {
    name: "share a debate as one page",
    clicks: 2,
    from: (_site, { version }) => `d/${version}`,
    async do({ page, click }) {
      await click(button(page, "Share"));
      const saved = page.waitForEvent("download");
      await click(button(page, "Save the file"));
      expect((await saved).suggestedFilename()).toMatch(/\.html$/);
    },
  },
  {
    name: "delete a debate",
    clicks: 3,
    from: (site) => debate(site, "trio"),
    async do({ page, click }) {
      await click(page.locator(".menu > summary"));
      await click(button(page, "Delete…"));
      await page.getByRole("dialog").waitFor();
      // Whoever has second thoughts loses nothing.
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      if (!(await button(page, "Delete…").isVisible()))
        await page.locator(".menu > summary").click();
      await button(page, "Delete…").click();
      const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
      await click(button(page, "Delete for good"));
      expect((await removed).status()).toBe(204);
      await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    },
  },
  {
    name: "answer as a person, one of several options",
    clicks: 2,
    from: (site) => debate(site, "chooser"),
    async do({ page, click }) {
      const form = page.locator(".turn-form");
      await form.waitFor();
      expect(await form.getByRole("radio").count()).toBe(3);
      await click(form.getByRole("radio", { name: "Mercury" }));
      await form.getByLabel("Your reasons").fill("From noon to noon.");
      await click(button(page, "Send your answer"));
      await verdict(page);
    },
  },
  {
    name: "answer as a person, with a number",
    clicks: 1,
    from: (site) => debate(site, "counter", "How many days has February?"),
    async do({ page, click }) {
      await page.getByLabel("Your answer, a number").fill("28");
      await page.getByLabel("Its unit").fill("days");
      await click(button(page, "Send your answer"));
      await page.locator(".headline").getByText("28 days").waitFor();
    },
  },
  {
    name: "tell the debaters something between two rounds",
    clicks: 2,
    from: (site) => debate(site, "paused"),
    async do({ page, click }) {
      await page.getByLabel("A moderator’s note").fill("From noon to noon, please.");
      await click(button(page, "Send the note"));
      await page.getByText("before round 2").waitFor();
      await click(button(page, "Continue the debate"));
      await page.getByRole("heading", { name: "Paused after round 2" }).waitFor();
    },
  },
  {
    name: "decide what a panel could not",
    clicks: 2,
    async from(site) {
      await site.hold({ panel: "divided", question: "Shall we keep the lease?" });
      return "review";
    },
    async do({ page, click }) {
      const item = page.getByRole("article").filter({ hasText: "keep the lease" }).last();
      const open = item.getByRole("button", { name: "Shall we keep the lease?" });
      if ((await open.getAttribute("aria-expanded")) !== "true") await open.click();
      await click(item.getByRole("radio", { name: /Keep it/ }));
      await click(item.getByRole("button", { name: "Save the decision", exact: true }));
      await item.getByRole("button", { name: "Undo" }).waitFor();
      await passUndoTime(page);
      await item.getByText("Saved").waitFor();
    },
  },
  {
    name: "review an answer that nobody doubted",
    clicks: 3,
    from: (site) => debate(site, "trio"),
    async do({ page, click }) {
      await click(page.getByText("Change or confirm the answer"));
      await click(page.getByRole("radio", { name: /the panel's answer/ }));
      await click(button(page, "Save the decision"));
      await button(page, "Undo").waitFor();
    },
  },
  {
    name: "compare two runs of the last 7 days",
    clicks: 4,
    from: () => "runs",
    async do({ page, click }) {
      await page.getByLabel("Time").selectOption("Last 7 days");
      await page.getByRole("heading", { name: "Today" }).waitFor();
      await click(page.getByRole("button", { name: "Compare…" }));
      for (const at of [0, 1]) await click(page.locator(".run input").nth(at));
      await click(link(page, "Compare both"));
      await page.locator(".compare-rows").first().waitFor();
    },
  },
  {
    name: "see what each panel cost in the last 7 days",
    clicks: 1,
    from: () => "usage",
    async do({ page, click }) {
      await page.getByLabel("Time").selectOption("Last 7 days");
      await page.getByRole("img", { name: /^Cost by day, from .*; most on/ }).waitFor();
      await page.locator(".day-chart canvas").waitFor();
      await click(link(page, "By panel"));
      await page.getByRole("row", { name: /planets/ }).waitFor();
    },
  },
  {
    name: "build a panel and try it",
    clicks: 3,
    from: () => "panels",
    async do({ page, click }) {
      for (const _ of [1, 2]) await click(button(page, "Add a member"));
      await page.getByLabel("Question to try it with").fill("What is 3 + 4?");
      await click(button(page, "Try it"));
      await verdict(page);
    },
  },
  {
    name: "find a run from anywhere",
    clicks: 1,
    from: () => "usage",
    async do({ page, click }) {
      await page.locator("h1").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find a run" }).fill("version in the URL");
      await click(page.getByRole("option", { name: /^Run/ }).first());
      await verdict(page);
    },
  },
];

describe.skipIf(!hasBrowser)("what people come to the page for", () => {
  let site: Site;
  let browser: Window;
  let ids: Record<string, string>;

  beforeAll(async () => {
    const live = Object.fromEntries(
      ["version", "review", "sql"].map((name) => [name, LIVE[name]?.config]),
    );
    site = await openSite({
      panels: {
        trio: trio(),
        planets: planets(),
        endless: trio({ ms: 200, letters: 1 }),
        chooser: withPerson(choice(["Venus", "Mercury", "Mars"])),
        counter: withPerson(number()),
        paused: { ...trio(), onRound: "wait" },
        divided: divided(),
        sums: { debaters: ["embedded*3"], rounds: 0 },
        ...live,
      },
    });
    browser = await openWindow({ permissions: ["clipboard-read", "clipboard-write"] });
    ids = { planets: await site.hold({ panel: "planets", question: QUESTION }) };
    for (const name of ["version", "review", "sql"]) {
      const { question = "", context = [] } = LIVE[name] ?? {};
      ids[name] = await site.hold({ panel: name, question, context });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("every task takes so many clicks, and its end can be read at three widths", async () => {
    const page = await browser.context.newPage();
    await holdUndoTime(page);
    await page.goto(site.url);
    const { counts, found } = await runTasks(page, site, TASKS, ids);
    await page.close();
    for (const [name, count] of Object.entries(counts)) console.log(`${count}  ${name}`);
    expect(found).toEqual([]);
    const expected = Object.fromEntries(TASKS.map(({ name, clicks }) => [name, clicks]));
    expect(counts).toEqual(expected);
  });
});
