import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { divided, planets, QUESTION, trio } from "./support/panels.ts";
import { staged } from "./support/reading-panels.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";

/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

const WINDOWS = [
  { size: "desktop", viewport: { width: 1280, height: 800 } },
  // Its dark colors are those of the desktop.
  { size: "phone", viewport: { width: 360, height: 740 } },
];

describe.skipIf(!hasBrowser)("every screen, light and dark, wide and narrow", () => {
  let site: Site;
  let browser: Window;
  let screens: Record<string, string>;

  beforeAll(async () => {
    site = await openSite({
      panels: {
        planets: planets(),
        trio: trio(),
        divided: divided(),
        embedded: { debaters: ["embedded*3"] },
        // It is being written for as long as the tests take.
        held: staged().config,
      },
    });
    browser = await openWindow();
    if (folder) mkdirSync(folder, { recursive: true });
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    const other = await site.hold({ question: QUESTION, panel: "trio" });
    const waiting = await site.hold({
      question: "Shall we keep the hosting contract?",
      panel: "divided",
    });
    const live = await site.start({ question: QUESTION, panel: "held" });
    screens = {
      ask: "",
      live: `d/${live}`,
      debate: `d/${id}`,
      reply: `d/${id}/r1/darwin`,
      rounds: `d/${id}/rounds`,
      change: `d/${id}/rounds/r1/darwin`,
      waiting: `d/${waiting}`,
      review: "review",
      runs: "runs",
      compare: `compare/${id}/${other}`,
      panels: "panels?panel=embedded",
      usage: "usage?by=panel&days=30",
      admin: "admin",
      people: "admin/people",
      spending: "admin/spending",
      audit: "admin/audit",
      server: "admin/server",
    };
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(WINDOWS)("$size: axe finds nothing, and nothing sticks out", async (window) => {
    const { size, viewport } = window;
    const page = await browser.context.newPage();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(site.url);
    const found: string[] = [];
    for (const [name, path] of Object.entries(screens)) {
      await openHash(page, path);
      await page
        .locator(WHEN_THERE[name] ?? "h1")
        .first()
        .waitFor();
      await keep(page, `${name}-${size}-light`);
      // Colors are those of the desktop.
      const rules = size === "phone" ? "of anything but colors" : "all";
      found.push(...(await axeFindings(page, rules)).map((finding) => `${name}: ${finding}`));
      const wider = (await page.evaluate(
        "document.documentElement.scrollWidth - innerWidth",
      )) as number;
      if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
      if (size === "phone" && !folder) continue;
      await page.emulateMedia({ colorScheme: "dark" });
      await keep(page, `${name}-${size}-dark`);
      const dark = await axeFindings(page, "of colors");
      found.push(...dark.map((finding) => `${name}, dark: ${finding}`));
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.close();
    expect(found).toEqual([]);
  });
});

async function keep(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** What shows that a screen is complete. */
const WHEN_THERE: Record<string, string> = {
  ask: ".plan-calls:text('calls')",
  live: ".live-stream",
  debate: ".headline:not(.pending)",
  reply: ".reply.named",
  change: ".change-detail",
  rounds: ".timeline .member",
  waiting: ".decision",
  review: ".decision",
  runs: ".run",
  compare: ".compare-rows",
  panels: ".builder .plan-calls:text('calls')",
  usage: ".usage-table",
  admin: ".data",
  people: ".admin-part",
  spending: ".data",
  audit: ".data",
  server: ".admin-limits",
};
