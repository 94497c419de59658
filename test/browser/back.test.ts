import { beforeEach, describe, expect, test } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { planets } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

/** What a busy browser does: the address has changed when it tells that the screen before has been scrolled. */
const LATE_SCROLLEND = `
  addEventListener("popstate", () => {
    document.dispatchEvent(new Event("scrollend", { bubbles: true }));
    globalThis.noted = history.state?.y ?? null;
  }, { once: true })
`;

describe.skipIf(!hasBrowser)("Back", () => {
  onPage({ panels: { planets: planets() } });
  const question = "Which planet is number 12?";

  beforeEach(async () => {
    // One after the other, so that number 12 is in the middle.
    for (let index = 0; index < 30; index++) {
      const asked = `Which planet is number ${index}?`;
      await site.hold({ question: asked, panel: "planets", rounds: 0 });
    }
  });

  const scrolled = (): Promise<number> => page.evaluate("scrollY");
  const link = (): ReturnType<typeof page.getByRole> => page.getByRole("link", { name: question });
  const debate = (): Promise<void> => page.getByRole("heading", { name: question }).waitFor();

  /** Opens the list, scrolls it, and tells how far. */
  async function openList(): Promise<number> {
    await page.goto(`${site.url}/#/runs`);
    await link().waitFor();
    await link().scrollIntoViewIfNeeded();
    const y = await scrolled();
    expect(y).toBeGreaterThan(300);
    return y;
  }

  /** Waits until the position of the list is noted. */
  async function noted(y: number): Promise<void> {
    await expect.poll(() => page.evaluate("history.state?.y")).toBe(y);
  }

  test("leads to the same place in a long list, and a link to the top of it", async () => {
    await page.goto(`${site.url}/#/runs`);
    await link().waitFor();
    await page.mouse.wheel(0, 900);
    await expect.poll(scrolled).toBeGreaterThan(300);
    await link().focus();
    await expect.poll(() => page.evaluate("history.state?.y === scrollY")).toBe(true);
    const left = await scrolled();
    await page.keyboard.press("Enter");
    await debate();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await link().waitFor();
    await expect.poll(scrolled).toBe(left);
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByRole("heading", { name: "What should the panel decide?" }).waitFor();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await link().waitFor();
    await expect.poll(scrolled).toBe(0);
  });

  test("keeps the place of the list when the scroll of a debate ends late", async () => {
    const left = await openList();
    await noted(left);
    await link().click();
    await debate();
    await expect.poll(scrolled).toBe(0);
    await page.evaluate(LATE_SCROLLEND);
    await page.goBack();
    await link().waitFor();
    await expect.poll(scrolled).toBe(left);
  });

  test("a debate opens at its top when the scroll of the list ends late", async () => {
    await noted(await openList());
    await page.evaluate(LATE_SCROLLEND);
    await link().click();
    await debate();
    await expect.poll(scrolled).toBe(0);
    expect(await page.evaluate("noted")).toBe(null);
  });

  test("leads to the same place in a browser that doesn't tell when a scroll ends", async () => {
    await page.addInitScript(
      'addEventListener("scrollend", (event) => event.stopImmediatePropagation(), true)',
    );
    const left = await openList();
    await link().click();
    await debate();
    await page.goBack();
    await link().waitFor();
    await expect.poll(scrolled).toBe(left);
  });
});
