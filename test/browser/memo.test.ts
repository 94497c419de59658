import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { CONTRACT, contractReview, MEMO_QUESTION } from "./support/memo-panel.ts";
import { openSite, type Site } from "./support/site.ts";
import { pdf, PNG } from "../support/files.ts";

/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

const WIDTHS = [1440, 768, 390];

async function isInSight(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const height = part.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

const quoted = "may terminate for convenience";
const at = CONTRACT.text.indexOf(quoted);

describe.skipIf(!hasBrowser)("crux, claims and memo", () => {
  let site: Site;
  let browser: Window;
  let id: string;

  beforeAll(async () => {
    const reads = { model: () => "Answer: yes", takes: ["image" as const, "pdf" as const] };
    const reading = { debaters: [reads, reads], rounds: 0 };
    site = await openSite({ panels: { review: contractReview(), reading } });
    browser = await openWindow();
    id = await site.hold({ question: MEMO_QUESTION, panel: "review", context: [CONTRACT] });
    if (folder) mkdirSync(folder, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("the crux stands between the rounds, with who stood where and who moved", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${id}/rounds`);
    const crux = page.locator(".crux");
    await crux.waitFor();
    const words = await crux.innerText();
    expect(words).toContain("Clause 61 applies within the initial term of clause 62.");
    expect(words.replaceAll(/\s+/g, " ")).toMatch(
      /For counsel Against skeptic and auditor Changed their answer skeptic/,
    );
    await page.close();
  });

  test("a file of the context is shown with what it is, and an image with a preview", async () => {
    const held = await site.hold({
      question: "What does it show?",
      panel: "reading",
      context: [
        { document: "contract.pdf", data: Buffer.from(pdf(12)).toString("base64") },
        { document: "shot.png", data: Buffer.from(PNG).toString("base64") },
      ],
    });
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${held}/memo`);
    await page.locator(".context-file img").waitFor();
    const words = (await page.locator(".documents").innerText()).replaceAll(/\s+/g, " ");
    expect(words).toMatch(/contract\.pdf PDF, 12 pages, .*; quotes from it can't be checked/);
    expect(words).toMatch(/shot\.png PNG image, \d+ bytes/);
    expect(await page.getByText("There is no report").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  test("a forged quote of the judge is struck through, and a debater's is only marked", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${id}`);
    const struck = page.locator(".verdict .citations s");
    await struck.waitFor();
    expect(await struck.innerText()).toBe("“the notice period is only for the landlord”");
    expect(await page.locator(".alert").first().innerText()).toContain("not found");
    await page.goto(`${site.url}/#/d/${id}/r0/skeptic`);
    const open = page.locator(".reply.named .quote-open");
    await open.waitFor();
    expect(await open.innerText()).toBe("a term that nobody can shorten at all");
    expect(await page.locator(".reply.named a.quote-found").innerText()).toBe(
      "an initial term of thirty-six months",
    );
    await page.close();
  });

  test("quotes of claims and of the judge lead to their place, in replies and in documents", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${id}/memo`);
    const quote = page.getByText("a special clause goes before the general one").last();
    await page.locator(".claim", { has: quote }).locator("summary").first().click();
    await quote.click();
    const passage = page.locator(".reply.named .passage");
    await passage.waitFor();
    expect(await passage.innerText()).toBe("a special clause goes before the general one");
    await expect.poll(() => isInSight(passage)).toBe(true);
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".verdict .citations a.quote-found").click();
    const clause = page.locator(".documents .passage");
    await clause.waitFor();
    expect(await clause.innerText()).toBe(
      "may terminate for convenience after the first twelve months",
    );
    await expect.poll(() => isInSight(clause)).toBe(true);
    await page.close();
  });

  test("the memo prints without the page around it", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${id}/memo`);
    await page.locator(".memo").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".memo").isVisible()).toBe(true);
    for (const part of [".tabs", ".shell", ".documents", ".memo button", ".tools"]) {
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    }
    await page.close();
  });

  test.each(WIDTHS)("fits %i px and can be used by everybody", async (width) => {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width, height: 900 });
    for (const [name, path, ready] of [
      ["crux", `d/${id}/rounds`, ".crux"],
      ["memo", `d/${id}/memo`, ".memo"],
      ["quote", `d/${id}/r1/counsel/16-60`, ".reply.named .passage"],
      [
        "document",
        `d/${id}/memo/text/agreement.txt/${at}-${at + quoted.length}`,
        ".documents .passage",
      ],
    ] as const) {
      await page.goto(`${site.url}/#/${path}`);
      await page.locator(ready).first().waitFor();
      const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(wide, name).toBeLessThanOrEqual(0);
      // Colors don't depend on places: the widest window is checked for both, the narrowest one for places.
      const rules = width === 390 ? "of anything but colors" : "all";
      expect(width === 768 ? [] : await axeFindings(page, rules), name).toEqual([]);
      if (folder) {
        await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
      }
    }
    await page.close();
  });
});
