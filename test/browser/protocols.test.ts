import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { council5, notice, oversight, review, REVIEW } from "./support/protocols.ts";
import { openSite, type Site } from "./support/site.ts";

describe.skipIf(!hasBrowser)("findings, rankings, sides and drafts on the page", () => {
  let site: Site;
  let browser: Window;
  let screens: Record<string, string>;

  beforeAll(async () => {
    const panels = { review: review(), council: council5(), sides: oversight(), draft: notice() };
    site = await openSite({ panels });
    browser = await openWindow();
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

  test("the page says what stands, what is struck out, and who ranked whom where", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/${screens["findings"]}`);
    await page.locator(".finding").first().waitFor();
    for (const fold of await page.locator(".folded-findings > summary").all()) await fold.click();
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
    await page.locator(".rail").getByText("More", { exact: true }).click();
    await page.locator(".ranking li").first().waitFor();
    const ranking = await page.locator(".ranking li").allInnerTexts();
    expect(ranking[0]).toContain("ada");
    expect(ranking).toHaveLength(5);
    await page.goto(`${site.url}/#/${screens["sides"]}`);
    await page.locator(".rail").getByText("More", { exact: true }).click();
    await expect.poll(() => page.locator(".rail").innerText()).toContain("did not hold");
    await page.goto(`${site.url}/#/${screens["critique"]}`);
    await page.locator(".reply.named .remarks li").first().waitFor();
    expect(await page.locator(".reply.named .remarks s").innerText()).toContain("all day long");
    await page.close();
  });
});
