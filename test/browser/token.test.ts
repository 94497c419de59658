import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hashToken, newToken } from "../../packages/server/src/index.ts";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { QUESTION, trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";
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
      // The backdrop covers the room of a scroll bar, too.
      const { width = 0 } = page.viewportSize() ?? {};
      const takeEdge = (): Promise<Buffer> =>
        page.screenshot({ clip: { x: width - 8, y: 400, width: 4, height: 4 } });
      const dimmed = await takeEdge();
      await dialog.getByLabel("Token", { exact: true }).fill("not the right one");
      await dialog.getByRole("button").click();
      await dialog.getByText("The server does not know that token.").waitFor();
      await dialog.getByLabel("Token", { exact: true }).fill(token);
      await dialog.getByRole("button").click();
      await page.getByText(/\d+ calls/).waitFor();
      expect((await takeEdge()).equals(dimmed)).toBe(false);
      await page.getByLabel("Question").fill(QUESTION);
      await askButton(page).click();
      await page.locator(".headline:not(.pending)").waitFor();
      expect(page.url()).not.toContain(token);
      expect(await page.evaluate("localStorage.length")).toBe(0);
      expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain(token);
      await page.reload();
      await page.locator(".headline:not(.pending)").waitFor();
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  });

  test("is given it once and asked, where the browser blocks the storage of the site", async () => {
    const token = newToken();
    const tokens = [{ user: "ada", hash: hashToken(token) }];
    const site = await openSite({ panels: { trio: trio() }, auth: { tokens } });
    const browser = await openWindow();
    try {
      const { page, trouble } = await watchfulPage(browser.context, site.url);
      await page.addInitScript(() => {
        const get = (): never => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        };
        for (const name of ["sessionStorage", "localStorage"])
          Object.defineProperty(globalThis, name, { get });
      });
      await page.goto(site.url);
      const dialog = page.getByRole("dialog", { name: "This server needs a token" });
      await dialog.getByLabel("Token", { exact: true }).fill(token);
      await dialog.getByRole("button").click();
      await page.getByText(/\d+ calls/).waitFor();
      await page.getByLabel("Question").fill(QUESTION);
      await page.evaluate("location.hash = `#/runs`");
      await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
      await page.goBack();
      expect(await page.getByLabel("Question").inputValue()).toBe(QUESTION);
      await askButton(page).click();
      await page.locator(".headline:not(.pending)").waitFor();
      expect(trouble).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  });

  interface Secured {
    site: Site;
    browser: Window;
    token: string;
    close(): Promise<void>;
  }

  async function secured(): Promise<Secured> {
    const token = newToken();
    const tokens = [{ user: "ada", hash: hashToken(token) }];
    const site = await openSite({ panels: { trio: trio() }, auth: { tokens }, token });
    const browser = await openWindow();
    const close = async (): Promise<void> => {
      await browser.close();
      await site.close();
    };
    return { site, browser, token, close };
  }

  async function signIn(page: Page, token: string): Promise<void> {
    await page.getByLabel("Token", { exact: true }).fill(token);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Account: ada" }).waitFor();
  }

  const keptInTab = (page: Page): Promise<string | null> =>
    page.evaluate<string | null>("sessionStorage.getItem('rostrum.token')");

  test("remembers it over tabs where no script can read it, until somebody signs out", async () => {
    const { site, browser, token, close } = await secured();
    try {
      const first = await browser.context.newPage();
      await first.goto(site.url);
      const second = await browser.context.newPage();
      await second.goto(site.url);
      await second.getByLabel("Token", { exact: true }).waitFor();
      await signIn(first, token);
      // A tab that asked goes on by itself.
      await second.getByRole("button", { name: "Account: ada" }).waitFor();
      await expect.poll(() => keptInTab(first)).toBeNull();
      await expect.poll(() => keptInTab(second)).toBeNull();
      expect(await first.evaluate("document.cookie")).toBe("");
      expect(await browser.context.cookies()).toMatchObject([
        { httpOnly: true, secure: true, sameSite: "Strict", value: token },
      ]);
      await first.close();
      await second.close();

      const later = await browser.context.newPage();
      await later.goto(`${site.url}/#/runs`);
      await later.getByRole("button", { name: "Account: ada" }).waitFor();
      expect(await later.getByRole("dialog").count()).toBe(0);
      const other = await browser.context.newPage();
      await other.goto(site.url);
      await later.getByRole("button", { name: "Account: ada" }).click();
      await later.getByRole("button", { name: "Sign out" }).click();
      await later.getByLabel("Token", { exact: true }).waitFor();
      await other.getByLabel("Token", { exact: true }).waitFor();
      expect(await browser.context.cookies()).toEqual([]);
    } finally {
      await close();
    }
  });

  test("keeps it in the tab where the browser drops the cookie", async () => {
    const { site, browser, token, close } = await secured();
    try {
      const page = await browser.context.newPage();
      // As it looks to the page: the server agrees, and no cookie is there.
      await page.route("**/session", (route) => route.fulfill({ status: 204 }));
      await page.goto(site.url);
      const asked = page.waitForResponse("**/session");
      await signIn(page, token);
      expect((await asked).status()).toBe(204);
      await page.reload();
      await page.getByRole("button", { name: "Account: ada" }).waitFor();
      expect(await keptInTab(page)).toBe(token);
    } finally {
      await close();
    }
  });
});
