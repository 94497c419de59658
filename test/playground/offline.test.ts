import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { hasBrowser, openWindow } from "../browser/support/browser.ts";
import { serveFolder } from "../browser/support/file-server.ts";
import { replaceable } from "../browser/support/replaceable.ts";

const READY = "navigator.serviceWorker.ready.then(() => true)";

test.skipIf(!hasBrowser).each([1280, 390])(
  "the playground works without a network after the first visit, %i px wide",
  async (width) => {
    const site = await serveFolder(inject("playground"), "/play/");
    const window = await openWindow();
    const page = await window.context.newPage();
    await page.setViewportSize({ width, height: 800 });
    const goTo = async (screen: string): Promise<void> => {
      // On a phone, the links are a menu.
      if (width === 390) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("link", { name: screen }).click();
    };
    await page.goto(site.url);
    await page.evaluate(READY);
    // The server is gone, not only slow.
    await site.close();
    await page.reload();
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await page.getByRole("button", { name: "Start the debate" }).click();
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    // Parts that were never shown are there too.
    await page.getByRole("link", { name: "Rounds" }).click();
    await page.getByText("Would fewer calls have done?").click();
    await page.locator(".uplot").first().waitFor();
    await goTo("Side by side");
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await goTo("Your models");
    await page.getByLabel("Provider").waitFor();
    await window.close();
  },
);

const versions = (page: Page): Promise<number> =>
  page.evaluate("caches.keys().then((names) => names.length)");

test.skipIf(!hasBrowser)("a newer version waits until the visitor accepts it", async () => {
  const site = await replaceable();
  const window = await openWindow();
  try {
    const page = await window.context.newPage();
    await page.goto(site.url);
    await page.evaluate(READY);
    await page.reload();
    site.replace();
    // The old version is shown, whole, until it is asked.
    await page.reload();
    expect(await page.locator('meta[name="second"]').count()).toBe(0);
    await page.getByRole("button", { name: "Update" }).click();
    await page.locator('meta[name="second"]').waitFor({ state: "attached" });
    await expect.poll(() => versions(page)).toBe(1);
  } finally {
    await window.close();
    await site.close();
  }
});

test.skipIf(!hasBrowser)(
  "a tab with the older version stays whole when another tab accepts the newer one",
  async () => {
    const site = await replaceable();
    const window = await openWindow();
    try {
      const older = await window.context.newPage();
      await older.goto(site.url);
      await older.evaluate(READY);
      await older.reload();
      site.rename("arms-screen");
      site.replace();
      const newer = await window.context.newPage();
      await newer.goto(site.url);
      await newer.getByRole("button", { name: "Update" }).click();
      await newer.locator('meta[name="second"]').waitFor({ state: "attached" });
      for (const page of [older, newer]) {
        await page.getByRole("link", { name: "Side by side" }).click();
        await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      }
      expect(await versions(newer)).toBe(2);
      // Nobody shows the older version any more.
      await older.close();
      await newer.goto("about:blank");
      await newer.goto(site.url);
      await expect.poll(() => versions(newer)).toBe(1);
      expect(await newer.locator('meta[name="second"]').count()).toBe(1);
    } finally {
      await window.close();
      await site.close();
    }
  },
);
