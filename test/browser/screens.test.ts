import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { divided, planets, QUESTION, trio } from "./support/panels.ts";
import { staged } from "./support/reading-panels.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";

/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

const LOOKS = [
  { size: "desktop", viewport: DESKTOP, scheme: "light" },
  { size: "desktop", viewport: DESKTOP, scheme: "dark" },
  { size: "phone", viewport: PHONE, scheme: "light" },
  // Its colours are those of the dark desktop and its places those of the light phone.
  ...(folder ? [{ size: "phone", viewport: PHONE, scheme: "dark" } as const] : []),
] as const;

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
      cell: `d/${id}/r1/darwin`,
      change: `d/${id}/changes/r1/darwin`,
      convergence: `d/${id}/convergence`,
      decisions: `d/${id}/decisions`,
      waiting: `d/${waiting}`,
      review: "review",
      runs: "runs",
      compare: `compare/${id}/${other}`,
      panels: "panels?panel=embedded",
      usage: "usage?by=panel&days=30",
    };
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(LOOKS)("$scheme, $size: axe finds nothing, and nothing sticks out", async (look) => {
    const { size, viewport, scheme } = look;
    const page = await browser.context.newPage();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.goto(site.url);
    const found: string[] = [];
    for (const [name, path] of Object.entries(screens)) {
      await openHash(page, path);
      await page
        .locator(WHEN_THERE[name] ?? "h1")
        .first()
        .waitFor();
      if (folder) {
        await page.screenshot({
          path: join(folder, `${name}-${size}-${scheme}.png`),
          fullPage: true,
        });
      }
      found.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
      const wider = (await page.evaluate(
        "document.documentElement.scrollWidth - innerWidth",
      )) as number;
      if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
    }
    await page.close();
    expect(found).toEqual([]);
  });
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
  waiting: ".decision",
  review: ".decision",
  runs: ".run",
  compare: ".compare-rows",
  panels: ".builder .plan-sentence:text('calls')",
  usage: ".usage-table",
};
