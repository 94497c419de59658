import { describe, expect, test } from "vitest";
import { hashToken, newToken } from "../../packages/rostrum/src/server/index.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { QUESTION, trio } from "./support/panels.ts";
import { openSite } from "./support/site.ts";
import { watchfulPage } from "./support/watchful-page.ts";

describe.skipIf(!hasBrowser)("a server that wants a token", () => {
  test("is given it once, for everything, the stream included", async () => {
    const token = newToken();
    const tokens = [{ user: "ada", hash: hashToken(token) }];
    const site = await openSite({
      panels: { trio: trio({ ms: 5, letters: 8 }) },
      auth: { tokens },
      token,
    });
    const browser = await openWindow();
    try {
      const { page, trouble } = await watchfulPage(browser.context, site.url);
      await page.goto(site.url);
      const dialog = page.getByRole("dialog", { name: "This server needs a token" });
      await dialog.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByLabel("Token").fill("not the right one");
      await dialog.getByRole("button").click();
      await dialog.getByText("The server does not know that token.").waitFor();
      await dialog.getByLabel("Token").fill(token);
      await dialog.getByRole("button").click();
      await page.getByText("3 debaters × up to 2 rounds").waitFor();
      await page.getByLabel("Question").fill(QUESTION);
      await page.getByRole("button", { name: "Start the debate" }).click();
      await page.getByRole("heading", { name: "Verdict" }).waitFor();
      expect(page.url()).not.toContain(token);
      expect(await page.evaluate("localStorage.length")).toBe(0);
      expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain(token);
      await page.reload();
      await page.getByRole("heading", { name: "Verdict" }).waitFor();
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});
