import { describe, expect, test } from "vitest";
import { AUDIENCE, issuing } from "../server/support/issuer.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { QUESTION, trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";

describe.skipIf(!hasBrowser)("signing in from the page", () => {
  async function secured(basePath = ""): Promise<{ site: Site; home: string }> {
    const issuer = await issuing();
    const site = await openSite({
      panels: { trio: trio({ ms: 5, letters: 8 }) },
      basePath,
      auth: {
        oidc: {
          issuer: issuer.url,
          audience: AUDIENCE,
          groups: { users: { role: "asker" } },
          signIn: { clientId: "rostrum-page" },
        },
      },
    });
    return { site, home: `${new URL(site.url).origin}${basePath}/` };
  }

  test.each(["", "/r"])(
    "leads to the provider and back to the same screen, below “%s”",
    async (base) => {
      const { site, home } = await secured(base);
      const browser = await openWindow();
      try {
        const page = await browser.context.newPage();
        await page.goto(`${home}#/runs`);
        const dialog = page.getByRole("dialog", { name: "Sign in" });
        await dialog.getByRole("button", { name: "Sign in with 127.0.0.1" }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await dialog.getByRole("button", { name: "Sign in with 127.0.0.1" }).click();
        await page.getByRole("link", { name: "ada" }).click();
        await page.getByRole("heading", { name: "Runs" }).waitFor();
        expect(page.url()).toBe(`${home}#/runs`);
        await page.getByRole("link", { name: "Ask", exact: true }).click();
        await page.getByText("3 debaters × up to 2 rounds").waitFor();
        await page.getByLabel("Question").fill(QUESTION);
        await page.getByRole("button", { name: "Start the debate" }).click();
        await page.getByRole("heading", { name: "Verdict" }).waitFor();
        expect(await page.evaluate("localStorage.length")).toBe(0);
        await page.reload();
        await page.getByRole("heading", { name: "Verdict" }).waitFor();
      } finally {
        await browser.close();
        await site.close();
      }
    },
  );

  test("says what went wrong, and lets one try again", async () => {
    const { site, home } = await secured();
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      // A link that somebody else made must not sign this tab in.
      await page.goto(`${home}?code=stolen&state=forged`);
      const dialog = page.getByRole("dialog", { name: "Sign in" });
      await dialog.getByText("The sign-in was not begun in this tab.").waitFor();
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
});
