import { describe, expect, test } from "vitest";
import { findings, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { divided, trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

const PLAN = "1. Run the migration.\n2. Verify the backup.\n";
const FOUND = [
  {
    claim: "The backup is verified too late. A failed step loses orders.",
    severity: "critical",
    quote: "Run the migration",
  },
  { claim: "Nobody is named for step 2.", severity: "low", quote: "Verify the backup" },
];
const planner = ({ round, items = [] }: { round: number; items?: readonly string[] }): string =>
  JSON.stringify(
    round === 0
      ? { findings: FOUND }
      : { votes: items.map((_, at) => ({ item: at + 1, vote: "uphold" })) },
  );
const planners = {
  debaters: ["ada", "boole"].map((name) => ({ name, model: planner })),
  answer: findings({ plan: true }),
  compare: "rules",
} as unknown as DebateConfig<never>;

const refuse = (): Promise<never> =>
  Promise.reject(Object.assign(new Error("wrong key"), { statusCode: 401 }));
const down = {
  debaters: ["ada", "boole"].map((name) => ({ name, model: refuse })),
  rounds: 0,
  limits: { retries: 0 },
} as unknown as DebateConfig<never>;

const quick = {
  debaters: ["ada", "boole"].map((name) => ({ name, model: () => "Answer: 1" })),
  rounds: 0,
  compare: "rules",
} as unknown as DebateConfig<never>;
/** Never replies. */
const held = {
  debaters: ["ada", "boole"].map((name) => ({ name, model: () => new Promise(() => {}) })),
} as unknown as DebateConfig<never>;

/** Ids of the runs that links lead to. */
const readIds = (links: { href?: string }[]): string[] =>
  links.flatMap(({ href = "" }) => /#\/d\/([^/]+)/.exec(href)?.[1] ?? []);

describe.skipIf(!hasBrowser)("runs, plan reviews and panels", () => {
  onPage({ panels: { trio: trio(), divided: divided(), planners, down, quick, held } });

  test("a run is one line: question, outcome, support, panel, cost", async () => {
    await site.hold({ question: "Which planet has the longest day?", panel: "trio" });
    await site.hold({ question: "Shall we keep the desk?", panel: "divided" });
    await page.goto(`${site.url}/#/runs`);
    const row = (words: string) => page.locator(".run", { hasText: words });
    await expect
      .poll(() => row("longest day").innerText())
      .toMatch(/Mercury[\s\S]*2 of 3[\s\S]*trio[\s\S]*\$[\d.]+[\s\S]*now/);
    expect(await row("keep the desk").innerText()).toMatch(/Waiting for a person[\s\S]*To decide/);
    expect((await row("longest day").boundingBox())?.height).toBeLessThan(60);
    // The whole line leads to the run.
    await row("longest day").click({ position: { x: 700, y: 10 } });
    await page.waitForURL(/#\/d\//);
  });

  test("no run is missing where older runs were loaded and new ones have come", async () => {
    const ids = [await site.start({ question: "Held?", panel: "held" })];
    const add = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++)
        ids.unshift(await site.hold({ question: `Question ${ids.length}?`, panel: "quick" }));
    };
    await add(59);
    await page.clock.install();
    await page.goto(`${site.url}/#/runs`);
    const rows = page.locator(".run");
    const listRows = (): Promise<string[]> => page.locator(".run a").evaluateAll(readIds);
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole("button", { name: "Older runs" }).click();
    await expect.poll(listRows).toEqual(ids);
    await add(3);
    // A running debate lets the list refresh.
    await page.clock.runFor(5000);
    await expect.poll(async () => (await listRows())[0]).toBe(ids[0]);
    expect(await listRows()).toEqual(ids);
  });

  test("older runs that arrive late aren't added to a list with other filters", async () => {
    for (let n = 0; n < 51; n++) await site.hold({ question: `Question ${n}?`, panel: "quick" });
    await site.hold({ question: "Which one?", panel: "down" });
    await page.goto(`${site.url}/#/runs`);
    const rows = page.locator(".run");
    await expect.poll(() => rows.count()).toBe(50);
    const arrival = Promise.withResolvers<void>();
    await page.route(
      "**/debates?*",
      async (route) => {
        await arrival.promise;
        await route.continue();
      },
      { times: 1 },
    );
    const sent = page.waitForRequest("**/debates?*");
    await page.getByRole("button", { name: "Older runs" }).click();
    const request = await sent;
    const ended = Promise.race(
      (["requestfinished", "requestfailed"] as const).map((name) =>
        page.waitForEvent(name as "requestfinished", (other) => other === request),
      ),
    );
    await page.getByLabel("Status").selectOption("failed");
    await expect.poll(() => rows.count()).toBe(1);
    arrival.resolve();
    await ended;
    await page.evaluate("new Promise(requestAnimationFrame)");
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("Which one?")]);
  });

  test("a plan review begins with its verdict, and low findings are folded", async () => {
    const id = await site.hold({
      question: "Review this plan",
      panel: "planners",
      context: [{ document: "plan.md", text: PLAN }],
    });
    await page.goto(`${site.url}/#/d/${id}`);
    const headline = page.locator(".headline");
    await expect.poll(() => headline.innerText()).toBe("Reconsider: one critical finding");
    expect(await page.locator(".verdict-scale [aria-current]").innerText()).toBe("Reconsider");
    await page.getByRole("heading", { name: "plan.md", exact: true }).waitFor();
    await page.getByRole("heading", { name: "The backup is verified too late" }).waitFor();
    const low = page.getByRole("heading", { name: "Nobody is named for step 2" });
    expect(await low.isVisible()).toBe(false);
    await page.locator(".folded-findings > summary").press("Enter");
    await low.waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a panel whose models fail says so on its card, and where it is chosen", async () => {
    await site.hold({ question: "Which planet?", panel: "trio" });
    await site.hold({ question: "Which one?", panel: "down" });
    const words = /Can't answer: function refuse is failing/;
    await page.goto(`${site.url}/#/panels`);
    await page.locator(".panel-item", { hasText: words }).waitFor();
    await page.locator(".panel-item", { hasText: /trio[\s\S]*Ready/ }).waitFor();
    await page.goto(`${site.url}/#/`);
    await page.locator(".panel-card", { hasText: words }).waitFor();
  });
});
