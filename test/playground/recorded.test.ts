import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { axeFindings } from "../browser/support/axe.ts";
import { hasBrowser, openWindow, type Window } from "../browser/support/browser.ts";
import { serveFolder, type FileServer } from "../browser/support/file-server.ts";
import { keepPicture, watchRecorded } from "../browser/support/recorded.ts";

const MIND = "How many piano tuners work in Chicago today? Give one number.";

describe.skipIf(!hasBrowser)("recorded debates in the playground", () => {
  let window: Window;
  let playground: FileServer;
  beforeAll(async () => {
    window = await openWindow({ viewport: { width: 1280, height: 900 } });
    playground = await serveFolder(inject("playground"), "/");
  });
  afterAll(async () => {
    await window.close();
    await playground.close();
  });

  test("a change of mind is shown, and a link contains it", async () => {
    const page = await window.context.newPage();
    await page.goto(playground.url);
    await keepPicture(page, "recorded-playground");
    await watchRecorded(page, MIND);
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    await page.getByRole("link", { name: "Rounds" }).click();
    await page.getByText("Who changed their mind").click();
    await page.getByRole("main").getByText("70").first().waitFor();
    await keepPicture(page, "recorded-mind");
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
});
