import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatRecordedId } from "../../packages/page/src/recorded/recorded-id.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { contractReview, CONTRACT, MEMO_QUESTION } from "./support/memo-panel.ts";
import { architects, STORE } from "./support/reading-panels.ts";
import { openSite, type Site } from "./support/site.ts";

const WIDTHS = [1440, 768, 390];

/** Longer texts are prose, which needs a column to be read. */
const PROSE_CHARS = 40;
const MIN_COLUMN_REM = 12;

/** Lists columns of prose that are too narrow, and parts of the main column that reach into the rail. */
const FIND_PROBLEMS = `(() => {
  const problems = [];
  const rail = document.querySelector(".rail")?.getBoundingClientRect();
  const main = document.querySelector(".debate-main").getBoundingClientRect();
  const isBeside = rail && rail.left >= main.left + 100;
  const walker = document.createTreeWalker(document.querySelector(".debate-main"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    let box = text.parentElement;
    if (!box.checkVisibility() || text.data.trim() === "") continue;
    while (getComputedStyle(box).display === "inline") box = box.parentElement;
    const { width, right } = box.getBoundingClientRect();
    if (width <= 1) continue;
    const words = text.data.trim().slice(0, 40);
    if (text.data.trim().length >= ${PROSE_CHARS} && width < ${MIN_COLUMN_REM * 16})
      problems.push("narrow: " + Math.round(width) + " " + words);
    if (isBeside && right > rail.left) problems.push("over the rail: " + words);
  }
  return problems;
})()`;

describe.skipIf(!hasBrowser)("columns of a debate", () => {
  let site: Site;
  let browser: Window;
  let paths: string[];

  beforeAll(async () => {
    site = await openSite({ panels: { memo: contractReview(), long: architects() } });
    browser = await openWindow();
    const memo = await site.hold({ question: MEMO_QUESTION, panel: "memo", context: [CONTRACT] });
    const long = await site.hold({ question: STORE, panel: "long" });
    const recorded = encodeURIComponent(formatRecordedId("decision"));
    paths = [recorded, memo, long].flatMap((id) =>
      ["", "/rounds", "/memo"].map((view) => `d/${id}${view}`),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function showAll(page: Page): Promise<void> {
    await page.locator(".debate-main > *").first().waitFor();
    const rest = page.getByRole("button", { name: "Show all now" });
    if ((await rest.count()) > 0) await rest.click();
    await page.locator(".debate:not(.running)").waitFor();
    await page.locator(":is(.answer-view, .rounds-view, .memo-view) > *").first().waitFor();
  }

  test.each(WIDTHS)(
    "are wide enough to read, and stay out of the rail, at %i pixels",
    async (width) => {
      const page = await browser.context.newPage();
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await page.goto(`${site.url}/#/${path}`);
        await showAll(page);
        expect(await page.evaluate(FIND_PROBLEMS), path).toEqual([]);
        for (const summary of await page.locator(".claim > summary:visible").all())
          await summary.click();
        expect(await page.evaluate(FIND_PROBLEMS), `${path}, opened`).toEqual([]);
      }
      await page.close();
    },
  );
});
