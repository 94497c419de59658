import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";
import { watchfulPage } from "./support/watchful-page.ts";

describe.skipIf(!hasBrowser)("keys", () => {
  let site: Site;
  let browser: Window;

  beforeAll(async () => {
    site = await openSite({ panels: { trio: trio() } });
    browser = await openWindow();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("a question mark lists the keys, and is a letter where somebody types", async () => {
    const { page, trouble } = await watchfulPage(browser.context, site.url);
    await page.goto(`${site.url}/#/runs`);
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keys" });
    await list.getByText("shows this list").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });

    await page.getByLabel("Search").pressSequentially("why?");
    expect(await page.getByLabel("Search").inputValue()).toBe("why?");
    expect(await list.isVisible()).toBe(false);
    expect(trouble).toEqual([]);
    await page.close();
  });
});
