import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { divided } from "./support/panels.ts";
import { keepPicture, watchRecorded } from "./support/recorded.ts";
import { openSite, type Site } from "./support/site.ts";

const DECISION = "Should our public HTTP API carry its version in the URL or in a header?";

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
      await watchRecorded(page, DECISION);
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
});
