import { describe, expect, test } from "vitest";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { planets, QUESTION } from "./support/panels.ts";
import { openSite } from "./support/site.ts";

describe.skipIf(!hasBrowser)("a server that goes away and comes back", () => {
  test("is found again by the page, which shows the debate to its end, once", async () => {
    const back = Promise.withResolvers<void>();
    const until = async (round: number): Promise<void> => (round === 1 ? back.promise : undefined);
    const panels = { planets: planets({ ms: 5, letters: 5, until }) };
    const site = await openSite({ panels });
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      const id = await site.start({ question: QUESTION, panel: "planets" });
      await page.goto(`${site.url}/#/d/${id}`);
      await page.getByText("round 2 of at most 3").first().waitFor();
      await site.restart(async () => {
        await page.getByText("Connection lost").waitFor();
        back.resolve();
      });
      await page.locator(".headline:not(.pending)").waitFor();
      expect(await page.getByText("Connection lost").count()).toBe(0);
      const response = await fetch(`${site.url}/debates/${id}`);
      const { result } = (await response.json()) as { result: { usage: { calls: number } } };
      // Calls that the restart cut off were made again.
      const { calls } = result.usage;
      expect(await page.locator(".rail .facts").first().innerText()).toMatch(
        new RegExp(`Calls\\s+${calls}\\b`),
      );
      await page.getByRole("link", { name: "Rounds" }).click();
      // Texts in flight were told again from their beginning, not on top of what was there.
      await expect.poll(() => page.locator(".timeline .member").count()).toBe(15);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});
