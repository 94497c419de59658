import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { degraded, versioning, VERSION_QUESTION } from "./support/difference-panel.ts";
import { divided, planets, QUESTION } from "./support/panels.ts";
import { tied } from "./support/reading-panels.ts";
import { openSite, type Site } from "./support/site.ts";

const NOTE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.className || node?.nodeName);
      if (!hadRecentInput) window.shifts.push({ value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Where the headline begins, as a share of the window's height. */
async function findHeadline(page: Page): Promise<number> {
  const box = await page.locator(".headline").boundingBox();
  return (box?.y ?? Infinity) / (page.viewportSize()?.height ?? 1);
}

describe.skipIf(!hasBrowser)("the answer comes first", () => {
  let site: Site;
  let browser: Window;
  /** Settled when a test has seen the debate run. */
  let seen: PromiseWithResolvers<void>;

  beforeAll(async () => {
    const until = async (): Promise<void> => seen.promise;
    site = await openSite({
      panels: {
        planets: planets({ ms: 4, letters: 40, until }),
        version: versioning(until),
        long: degraded(until),
        divided: divided(),
        tied: tied(),
      },
    });
    browser = await openWindow();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(WINDOWS)(
    "it is in the upper part when a watched debate ends, and after a reload, at $width pixels",
    async (viewport) => {
      const page = await browser.context.newPage();
      await page.setViewportSize(viewport);
      await page.addInitScript(NOTE_SHIFTS);
      seen = Promise.withResolvers();
      const id = await site.start({ question: QUESTION, panel: "planets" });
      await page.goto(`${site.url}/#/d/${id}`);
      await page.locator(".live-stream").first().waitFor();
      seen.resolve();
      const headline = page.locator(".headline:not(.pending)", { hasText: "Mercury" });
      await headline.waitFor();
      await page.getByRole("button", { name: "Share" }).waitFor();
      const watched = await findHeadline(page);
      expect(watched).toBeLessThan(0.6);
      const shifts = (await page.evaluate("window.shifts")) as { value: number; moved: string[] }[];
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(0.05);
      await page.reload();
      await headline.waitFor();
      expect(await findHeadline(page)).toBeCloseTo(watched, 2);
      expect(
        await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
      ).toBeLessThanOrEqual(0);
      await page.close();
    },
  );

  test.each(WINDOWS)(
    "a long headline and a warning hardly move the rest at $width pixels",
    async (viewport) => {
      const page = await browser.context.newPage();
      await page.setViewportSize(viewport);
      await page.addInitScript(NOTE_SHIFTS);
      seen = Promise.withResolvers();
      const id = await site.start({ question: VERSION_QUESTION, panel: "long" });
      await page.goto(`${site.url}/#/d/${id}`);
      await page.locator(".live-stream").first().waitFor();
      seen.resolve();
      await page.getByText(/^Degraded/).waitFor();
      await page.getByRole("button", { name: "Share" }).waitFor();
      const shifts = (await page.evaluate("window.shifts")) as { value: number; moved: string[] }[];
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(0.05);
      await page.close();
    },
  );

  test("it says who shares the answer, where they differ, and who said what", async () => {
    seen = Promise.withResolvers();
    seen.resolve();
    const page = await browser.context.newPage();
    const id = await site.hold({ question: VERSION_QUESTION, panel: "version" });
    await page.goto(`${site.url}/#/d/${id}`);
    const headline = page.locator(".headline");
    await expect
      .poll(() => headline.textContent())
      .toBe("In the URL path, major version only (/v1/)");
    expect(await page.locator(".support").first().textContent()).toContain(
      "2 of 3 · boole differs",
    );
    const about = page.locator(".difference-about");
    // Contradictions stand first, and what is left is folded.
    expect(await about.allTextContents()).toEqual([
      "The answer",
      "Do a header’s costs last?",
      "Is Vary a one-off task?",
      "Does a 400 help?",
      "Reading logs",
      "Lingering majors",
    ]);
    const kinds = await page.locator(".difference .tag").allTextContents();
    expect(kinds.slice(0, 4)).toEqual(["Conflict", "Conflict", "Conflict", "Only boole says it"]);
    expect(await about.nth(3).isVisible()).toBe(false);
    await page.getByText("Show 3 more: 3 said by some").click();
    expect(await about.nth(3).isVisible()).toBe(true);
    const [differences, members] = await Promise.all(
      [".differences", ".who-said-what"].map((part) => page.locator(part).boundingBox()),
    );
    expect(differences?.y).toBeLessThan(members?.y ?? 0);
    await page.close();
  });

  test("while nobody has decided, no rule is named, and only who answered before kept an answer", async () => {
    seen = Promise.withResolvers();
    seen.resolve();
    const page = await browser.context.newPage();
    for (const [panel, decider] of [
      ["divided", "Nobody yet"],
      ["tied", "Nobody: a tie"],
    ] as const) {
      const id = await site.hold({ question: QUESTION, panel });
      await page.goto(`${site.url}/#/d/${id}`);
      const fact = page.getByText("Decided by", { exact: true }).locator("xpath=following::dd[1]");
      await expect.poll(() => fact.textContent()).toBe(decider);
      // South timed out in the first round.
      if (panel === "divided")
        expect(await page.locator(".member-end").allTextContents()).toEqual(["Kept", "", "Kept"]);
    }
    await page.close();
  });

  test("every part can be reached and opened with the keyboard", async () => {
    seen = Promise.withResolvers();
    seen.resolve();
    const page = await browser.context.newPage();
    const id = await site.hold({ question: VERSION_QUESTION, panel: "version" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".member").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const reply = page.locator(".member", { hasText: "boole" }).locator(".reply");
    await reply.waitFor();
    expect(await reply.textContent()).toContain("Paths are resources");
    await page.keyboard.press("Escape");
    await expect.poll(() => reply.isVisible()).toBe(false);
    await page.keyboard.press("v");
    expect(await page.evaluate("document.activeElement.id")).toBe("answer");
    // The menu opens with Enter, and Escape leaves it where it was opened.
    const menu = page.locator(".menu > summary");
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Export as Markdown" }).waitFor();
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.getByRole("button", { name: "Export as Markdown" }).isVisible())
      .toBe(false);
    expect(await menu.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await page.getByRole("link", { name: "Rounds" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".timeline").waitFor();
    await page.close();
  });

  test("calls are listed on an axis of time, with what was sent", async () => {
    seen = Promise.withResolvers();
    seen.resolve();
    const page = await browser.context.newPage();
    const id = await site.hold({ question: VERSION_QUESTION, panel: "version" });
    const call = {
      role: "debater",
      member: "ada",
      round: 0,
      model: "openai:gpt-6-luna",
      startedAt: 1000,
      durationMs: 24_100,
      usage: { inputTokens: 290, outputTokens: 678 },
      costUsd: 0.0027,
    };
    const judge = {
      ...call,
      role: "judge",
      member: "judge",
      round: null,
      startedAt: 30_000,
      usage: null,
      costUsd: null,
    };
    const requests: string[] = [];
    await page.route("**/debates/*/calls", (route) => {
      requests.push(route.request().url());
      return route.fulfill({
        json: {
          calls: [
            { ...judge, reply: "I agree with ada." },
            {
              ...call,
              prompt: {
                system: "Answer.",
                messages: [{ role: "user", content: "URL or header?" }],
              },
            },
          ],
        },
      });
    });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".member").first().waitFor();
    expect(requests).toEqual([]);
    await page.getByRole("link", { name: "Calls" }).click();
    const rows = page.locator("details.call");
    await rows.first().waitFor();
    expect(await rows.first().locator("summary").innerText()).toMatch(
      /^ada\s+round 1 · gpt-6-luna\s+24.1 s\s+290 → 678\s+\$0.0027$/,
    );
    expect(await rows.nth(1).locator("summary").innerText()).toMatch(
      /^Judge[^]* s\s+unknown\s+unknown$/,
    );
    const bars = await Promise.all(
      [0, 1].map((row) => rows.nth(row).locator(".call-bar").boundingBox()),
    );
    expect(bars[0]?.x ?? 0).toBeLessThan(bars[1]?.x ?? 0);
    await rows.first().locator("summary").click();
    await page.getByText("URL or header?", { exact: false }).last().waitFor();
    expect(await axeFindings(page, "all")).toEqual([]);
    await page.close();
  });
});
