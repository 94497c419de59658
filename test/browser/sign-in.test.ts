import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { AUDIENCE, issuing, type Issuer } from "../server/support/issuer.ts";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { QUESTION, trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";

describe.skipIf(!hasBrowser)("signing in from the page", () => {
  interface Secured {
    site: Site;
    home: string;
    issuer: Issuer;
  }

  async function secured(basePath = "", scopes = ["openid"]): Promise<Secured> {
    const issuer = await issuing();
    const site = await openSite({
      panels: { trio: trio({ ms: 5, letters: 8 }) },
      basePath,
      auth: {
        oidc: {
          issuer: issuer.url,
          audience: AUDIENCE,
          groups: { users: { role: "asker" } },
          signIn: { clientId: "rostrum-page", scopes },
        },
      },
    });
    return { site, home: `${new URL(site.url).origin}${basePath}/`, issuer };
  }

  async function signIn(page: Page, atProvider: () => void = () => undefined): Promise<void> {
    await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
    await page.getByRole("link", { name: "ada" }).waitFor();
    atProvider();
    await page.getByRole("link", { name: "ada" }).click();
    await page.getByText(/\d+ calls/).waitFor();
  }

  /** The token is in the cookie, and no longer in the tab. */
  const movedToCookie = (page: Page): Promise<void> =>
    expect.poll(() => page.evaluate("sessionStorage.getItem('rostrum.token')")).toBeNull();

  test("leads to the provider and back to the same screen, below a path", async () => {
    const { site, home } = await secured("/r");
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      await page.goto(`${home}#/runs`);
      const dialog = page.getByRole("dialog", { name: "Sign in" });
      await dialog.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
      await page.getByRole("link", { name: "ada" }).click();
      await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
      expect(page.url()).toBe(`${home}#/runs`);
      await page.getByRole("link", { name: "Ask", exact: true }).click();
      await page.getByText(/\d+ calls/).waitFor();
      await page.getByLabel("Question").fill(QUESTION);
      await askButton(page).click();
      await page.locator(".headline:not(.pending)").waitFor();
      expect(await page.evaluate("localStorage.length")).toBe(0);
      await page.reload();
      await page.locator(".headline:not(.pending)").waitFor();
    } finally {
      await browser.close();
      await site.close();
    }
  });

  test("says what went wrong, and lets one try again", async () => {
    const { site, home } = await secured();
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      // A link that somebody else made must not sign this tab in.
      await page.goto(`${home}?code=stolen&state=forged`);
      const dialog = page.getByRole("dialog", { name: "Sign in" });
      await dialog.getByText("This sign-in wasn’t started in this tab.").waitFor();
      expect(page.url()).not.toContain("stolen");
      await dialog.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
      await page.getByRole("link", { name: "nobody" }).click();
      await dialog.getByText("The identity provider did not sign you in.").waitFor();
      await dialog.getByText("I have a token").click();
      await dialog.getByLabel("Token").fill("not one");
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByText("the server does not know that token.").waitFor();
    } finally {
      await browser.close();
      await site.close();
    }
  });

  test("a token that is about to expire is replaced before the next request, and nobody is asked", async () => {
    const { site, home, issuer } = await secured("", ["openid", "offline_access"]);
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      const refused: string[] = [];
      page.on("response", (response) => {
        if (response.status() === 401) refused.push(new URL(response.url()).pathname);
      });
      await page.goto(home);
      // It has expired when it arrives, so everything after the sign-in needs a new one.
      issuer.nextExpires(-3600);
      // Before that, everything is refused; the page that was refused is gone when the provider's is there.
      await signIn(page, () => (refused.length = 0));
      await page.getByLabel("Question").fill(QUESTION);
      await askButton(page).click();
      await page.locator(".headline:not(.pending)").waitFor();
      expect(refused).toEqual([]);
      // A token that the server refuses too early is replaced as well.
      await movedToCookie(page);
      await refuseOnce(page, "**/debates?*");
      const renewed = page.waitForResponse("**/session/refresh");
      await page.getByRole("link", { name: "Runs", exact: true }).click();
      expect((await renewed).status()).toBe(200);
      await page.locator(".run").waitFor();
    } finally {
      await browser.close();
      await site.close();
    }
  });

  test.each([
    ["without a refresh token", ["openid"]],
    ["when the provider has ended the session", ["openid", "offline_access"]],
  ])("%s, signing in again loses nothing that was typed", async (_case, scopes) => {
    const { site, home, issuer } = await secured("", scopes);
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      await page.goto(home);
      await signIn(page);
      await page
        .getByLabel("Context files")
        .setInputFiles([
          { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes") },
        ]);
      await page.getByLabel("Question").fill(QUESTION);
      issuer.endSessions();
      // The plan of what was typed may be asked for at any time, and would open the dialog before the click.
      await movedToCookie(page);
      await refuseOnce(page, "**/debates");
      await askButton(page).click();
      const dialog = page.getByRole("dialog", { name: "Sign in" });
      await dialog.getByText("what you typed here stays").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const again = dialog.getByRole("button", { name: "Sign in again with 127.0.0.1" });
      // Somebody who gives up can try once more.
      const gaveUp = browser.context.waitForEvent("page");
      await again.click();
      await (await gaveUp).getByRole("link", { name: "nobody" }).click();
      await dialog.getByText("The identity provider did not sign you in.").waitFor();
      const opened = browser.context.waitForEvent("page");
      await again.click();
      await (await opened).getByRole("link", { name: "ada" }).click();
      await page.locator(".headline:not(.pending)").waitFor();
      await page.getByRole("link", { name: "Context" }).waitFor();
      expect(await dialog.isVisible()).toBe(false);
    } finally {
      await browser.close();
      await site.close();
    }
  });

  test("signing out forgets everything in this browser; the token itself is still good", async () => {
    const { site, home } = await secured("", ["openid", "offline_access"]);
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      await page.goto(home);
      await signIn(page);
      await movedToCookie(page);
      const cookies = await browser.context.cookies();
      const cookie = cookies.find(({ name }) => name === "__Secure-rostrum");
      await page.getByLabel("Question").fill("What nobody else should read");
      await page.getByRole("button", { name: "Account: ada" }).click();
      await page.getByText("Role: asker").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
      const kept = await page.evaluate<string>("JSON.stringify(sessionStorage)");
      expect(kept).not.toMatch(/token|renewal|nobody else/);
      expect(await page.getByLabel("Question").inputValue()).toBe("");
      expect(await browser.context.cookies()).toEqual([]);
      const headers = { authorization: `Bearer ${cookie?.value}` };
      expect((await fetch(`${home}me`, { headers })).status).toBe(200);
      await signIn(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("sign out");
      await page.getByRole("option", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
    } finally {
      await browser.close();
      await site.close();
    }
  });
});

/** The server refuses the next request there, as it does when the token has expired. */
async function refuseOnce(page: Page, where: string): Promise<void> {
  await page.route(
    where,
    (route) =>
      route.fulfill({
        status: 401,
        contentType: "application/json",
        body: '{"error":{"code":"unauthorized","message":"that token has expired"}}',
      }),
    { times: 1 },
  );
}
