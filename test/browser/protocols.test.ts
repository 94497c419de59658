import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { council5, notice, oversight, review, REVIEW } from "./support/protocols.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";

/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

describe.skipIf(!hasBrowser)("findings, rankings, sides and drafts on the page", () => {
  let site: Site;
  let browser: Window;
  let screens: Record<string, string>;

  beforeAll(async () => {
    const panels = { review: review(), council: council5(), sides: oversight(), draft: notice() };
    site = await openSite({ panels });
    browser = await openWindow();
    if (folder) mkdirSync(folder, { recursive: true });
    const hold = (panel: string, question: string): Promise<string> =>
      site.hold({ panel, question });
    const drafted = await hold("draft", "Write the notice about the power cut.");
    screens = {
      findings: `d/${await hold("review", REVIEW)}`,
      ranking: `d/${await hold("council", "The nightly import takes nine hours. What first?")}`,
      sides: `d/${await hold("sides", "May the tenant leave before the lease ends?")}`,
      draft: `d/${drafted}`,
      critique: `d/${drafted}/r1/critic`,
    };
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each([1440, 768, 390])(
    "%i pixels wide: axe finds nothing, and nothing sticks out",
    async (width) => {
      const page = await browser.context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(site.url);
      const found: string[] = [];
      for (const [name, path] of Object.entries(screens)) {
        await openHash(page, path);
        await page
          .locator(name === "critique" ? ".detail" : ".verdict")
          .first()
          .waitFor();
        if (folder) {
          await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
        }
        found.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
        const wider = (await page.evaluate(
          "document.documentElement.scrollWidth - innerWidth",
        )) as number;
        if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
      }
      await page.close();
      expect(found).toEqual([]);
    },
  );

  test("the page says what stands, what is struck out, and who ranked whom where", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/${screens["findings"]}`);
    await page.locator(".finding").first().waitFor();
    const findings = await page.locator(".finding").allInnerTexts();
    expect(findings.join("\n")).toContain("one past the end");
    // Marks of Markdown in a claim are shown as what they mean.
    expect(await page.locator(".finding-claim code").innerText()).toBe("lines[i]");
    expect(findings.join("\n")).not.toContain("`");
    expect(await page.locator(".finding s").innerText()).toContain("eval(");
    const refuted = await page.locator(".finding-refuted").innerText();
    expect(refuted).toContain("negative sum");
    expect(refuted).toContain("careful refutes it");
    await page.goto(`${site.url}/#/${screens["ranking"]}`);
    await page.locator(".ranking li").first().waitFor();
    const ranking = await page.locator(".ranking li").allInnerTexts();
    expect(ranking[0]).toContain("ada");
    expect(ranking).toHaveLength(5);
    await page.goto(`${site.url}/#/${screens["sides"]}`);
    await expect.poll(() => page.locator(".facts").first().innerText()).toContain("did not hold");
    await page.goto(`${site.url}/#/${screens["critique"]}`);
    await page.locator(".detail .remarks li").first().waitFor();
    expect(await page.locator(".detail .remarks s").innerText()).toContain("all day long");
    await page.close();
  });
});
