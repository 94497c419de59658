import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { ATTACKS, MARK } from "./support/attacks.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";
import { speaker } from "./support/speaker.ts";
import { watchfulPage } from "./support/watchful-page.ts";

const VIEWS = ["", "/r0/mallory", "/r1/mallory", "/rounds", "/rounds/r1/mallory"];

/** Everything a debater, its answer, its reasons, its failure and the judge can say. */
function hostile(): DebateConfig {
  const all = ATTACKS.join("\n\n");
  return {
    debaters: [
      speaker("mallory", [
        { says: all, answer: ATTACKS[0] ?? "", sure: 0.9 },
        { says: `${all} again`, answer: ATTACKS[1] ?? "", sure: 0.8, because: ATTACKS[2] ?? "" },
      ]),
      speaker("trent", [{ says: `Fair. ${ATTACKS[3]}`, answer: "Fair", sure: 0.5 }]),
      speaker("eve", [new Error(ATTACKS[4])]),
    ],
    judge: speaker("judge", [{ says: all, answer: ATTACKS[5] ?? "", sure: 0.7 }]),
    rounds: 1,
    limits: { retries: 0 },
    onEscalate: "wait",
    escalateBelow: 1,
  };
}

/** What only an attack could have put there. */
const FOREIGN = `[...document.querySelectorAll("*")].filter((element) =>
  ["IFRAME", "OBJECT", "EMBED", "IMG", "BASE", "LINK", "META", "STYLE", "VIDEO"].includes(element.tagName)
    && element.closest("body")
  || [...element.attributes].some(({ name }) => name.startsWith("on"))
  || element.tagName === "A" && !/^(https?:|#)/.test(element.getAttribute("href") ?? "#")
).map((element) => element.outerHTML.slice(0, 200))`;

async function mustBeHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(FOREIGN)).toEqual([]);
  expect(await page.evaluate("window.attacked")).toBeUndefined();
  // Nothing of theirs is a heading of the page, but the question itself.
  const headings = await page.locator("h2:not(.inbox-item h2), h3").allInnerTexts();
  expect(headings.filter((heading) => heading.includes(MARK))).toEqual([]);
  // What they wrote stands in frames that they can't leave, and nothing in it looks like a control, except for the
  // buttons with which the page copies code and formulas.
  const controls =
    ":is(button, input, select, form, h1, h2, h3):not(.code-head *, .formula-block > *)";
  expect(await page.locator(`.said ${controls}`).count()).toBe(0);
}

describe.skipIf(!hasBrowser)("whatever a question, a debater or a judge says", () => {
  let site: Site;
  let browser: Window;
  let id: string;

  beforeAll(async () => {
    site = await openSite({ panels: { hostile: hostile() } });
    browser = await openWindow();
    id = await site.hold({ question: ATTACKS.join("\n"), panel: "hostile" });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("nothing runs, nothing is fetched, nobody is impersonated", async () => {
    const { page, trouble } = await watchfulPage(browser.context, site.url);
    await page.goto(`${site.url}/#/review`);
    await page.locator(".decision").waitFor();
    await mustBeHarmless(page);
    for (const view of VIEWS) {
      await openHash(page, `d/${id}${view}`);
      await page.locator(".debate").waitFor();
      await page.locator("summary").first().waitFor({ state: "attached" });
      await page.evaluate(
        "document.querySelectorAll('details').forEach((fold) => (fold.open = true))",
      );
      expect(await page.getByText(MARK).count(), view).toBeGreaterThan(0);
      await mustBeHarmless(page);
    }
    await page.goto(`${site.url}/#/runs?search=${encodeURIComponent(ATTACKS[0] ?? "")}`);
    await page.locator(".run").first().waitFor();
    await mustBeHarmless(page);
    expect(await page.locator(".headline:not(.pending)").count()).toBe(0);
    await page.close();
    expect(trouble).toEqual([]);
  });

  test("nor in a file that was shared", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-shared-"));
    try {
      const review = { verdict: "reject", reason: ATTACKS.join("\n"), reviewer: MARK };
      await fetch(`${site.url}/debates/${id}/review`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(review),
      });
      const { page, trouble } = await watchfulPage(browser.context, site.url);
      await page.goto(`${site.url}/#/d/${id}`);
      await page.getByRole("button", { name: "Share" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save the file" }).click(),
      ]);
      const file = join(folder, "shared.html");
      await download.saveAs(file);
      const shared = await watchfulPage(browser.context, pathToFileURL(file).href);
      for (const view of VIEWS) {
        await shared.page.goto(`${pathToFileURL(file).href}#/d/${id}${view}`);
        await shared.page.locator(".debate").waitFor();
        await mustBeHarmless(shared.page);
      }
      expect([...trouble, ...shared.trouble]).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
