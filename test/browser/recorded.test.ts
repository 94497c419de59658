import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { serveFolder, type FileServer } from "./support/file-server.ts";
import { divided } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";

/** `SCREENS=folder` keeps pictures there. */
const folder = process.env["SCREENS"];

async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Shows a recorded debate to its end. */
async function watch(page: Page, question: string): Promise<void> {
  await page.getByRole("link", { name: question }).click();
  // Texts grow while they are written.
  await page.getByText("Writing").first().waitFor();
  await page.getByRole("button", { name: "Show all now" }).click();
  await page.getByText("Three instances of one large model").first().waitFor();
}

const DECISION = "Should our public HTTP API carry its version in the URL or in a header?";
const MIND = "How many piano tuners work in Chicago today? Give one number.";

describe.skipIf(!hasBrowser)("recorded debates", () => {
  let window: Window;
  beforeAll(async () => {
    window = await openWindow({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => window.close());

  describe("on the page of a server that has none of its own", () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite({ panels: { divided: divided() } });
    });
    afterAll(() => site.close());

    test("are shown as they were held, with crux, dissent and memo", async () => {
      const page = await window.context.newPage();
      await page.goto(`${site.url}/#/runs`);
      await page.getByRole("link", { name: DECISION }).waitFor();
      await keepPicture(page, "recorded-links");
      expect(await axeFindings(page)).toEqual([]);
      await watch(page, DECISION);
      await page.getByText("In the URL path, major version only").first().waitFor();
      await page.getByRole("link", { name: "Memo", exact: true }).click();
      await page.getByText("Carry the version in the URL path").first().waitFor();
      await keepPicture(page, "recorded-memo");
      expect(await axeFindings(page)).toEqual([]);
      // The server was asked for no debate of that name.
      await page.getByRole("link", { name: "Rounds" }).click();
      await page.getByText("Three instances of one large model").first().waitFor();
      await page.close();
    });

    test("make way for the first run of its own", async () => {
      await site.hold({ panel: "divided", question: "Which one?" });
      const page = await window.context.newPage();
      await page.goto(`${site.url}/#/runs`);
      await page.getByText("Which one?").first().waitFor();
      expect(await page.getByText("Watch a recorded debate").count()).toBe(0);
      await page.close();
    });
  });

  describe("in the playground", () => {
    let playground: FileServer;
    beforeAll(async () => {
      playground = await serveFolder(inject("playground"), "/");
    });
    afterAll(() => playground.close());

    test("a change of mind is shown, and a link contains it", async () => {
      const page = await window.context.newPage();
      await page.goto(playground.url);
      await keepPicture(page, "recorded-playground");
      await watch(page, MIND);
      await page.getByRole("button", { name: "Copy link" }).waitFor();
      await page.getByRole("link", { name: "Rounds" }).click();
      await page.getByText("Who changed their mind").click();
      await page.getByRole("main").getByText("70").first().waitFor();
      await keepPicture(page, "recorded-mind");
      expect(await axeFindings(page)).toEqual([]);
      await page.close();
    });
  });
});
