import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { findChromium, openBrowser, type Browser } from "./support/browser.ts";
import { divided, planets, QUESTION, trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";

const place = findChromium();
/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

describe.skipIf(place === null)("every screen, light and dark, wide and narrow", () => {
  let site: Site;
  let browser: Browser;
  let screens: Record<string, string>;

  beforeAll(async () => {
    site = await openSite({
      panels: { planets: planets(), trio: trio(), divided: divided(), slow: planets({ ms: 150, letters: 5 }) },
    });
    browser = await openBrowser(place ?? "");
    if (folder) mkdirSync(folder, { recursive: true });
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    const other = await site.hold({ question: QUESTION, panel: "trio" });
    const waiting = await site.hold({ question: "Shall we keep the hosting contract?", panel: "divided" });
    const live = await site.start({ question: QUESTION, panel: "slow" });
    screens = {
      ask: "",
      live: `d/${live}`,
      debate: `d/${id}`,
      cell: `d/${id}/r1/darwin`,
      change: `d/${id}/changes/r1/darwin`,
      convergence: `d/${id}/convergence`,
      decisions: `d/${id}/decisions`,
      waiting: `d/${waiting}`,
      review: "review",
      runs: "runs",
      compare: `compare/${id}/${other}`,
    };
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function settled(page: Page): Promise<void> {
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await page.locator("main :is(h1, h2)").first().waitFor();
  }

  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const scheme of ["light", "dark"] as const) {
      test(`${scheme}, ${size}: axe finds nothing, and nothing sticks out`, async () => {
        const page = await browser.context.newPage();
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await page.goto(site.url);
        const found: string[] = [];
        for (const [name, path] of Object.entries(screens)) {
          await page.evaluate(`location.hash = "#/${path}"`);
          await page.locator(WHEN_THERE[name] ?? "h1").first().waitFor();
          if (folder) await page.screenshot({ path: join(folder, `${name}-${size}-${scheme}.png`), fullPage: true });
          found.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
          const wider = (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
          if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
        }
        await settled(page);
        await page.close();
        expect(found).toEqual([]);
      });
    }
  }
});

/** What shows that a screen is complete. */
const WHEN_THERE: Record<string, string> = {
  ask: ".plan-sentence:text('calls')",
  live: ".cell-writing",
  debate: ".verdict",
  cell: ".detail",
  change: ".change-detail",
  convergence: ".chart canvas",
  decisions: ".decisions-view table",
  waiting: ".review-form",
  review: ".review-form",
  runs: ".run",
  compare: ".compare table",
};
