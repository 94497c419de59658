import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calibrate, certify } from "../../packages/eval/src/index.ts";
import { number, sequential } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { openSite, type Site } from "./support/site.ts";

/** `SCREENS=folder` keeps a picture of every screen there. */
const folder = process.env["SCREENS"];

const RIGHT = { ann: 0.97, bob: 0.96, cid: 0.95 };
const answer = number();
const calibration = calibrate(syntheticRows(RIGHT, 100, "page"), { answer });
const certificate = certify(calibration, { alpha: 0.05, mode: "delivered" });
const panel = {
  debaters: Object.keys(RIGHT).map((name) => ({
    name,
    price: { input: 1, output: 1 },
    model: scripted(() => "Answer: 7"),
  })),
  answer,
  rounds: 0,
};

describe.skipIf(!hasBrowser)("risk on the page", () => {
  let site: Site;
  let browser: Window;

  beforeAll(async () => {
    const poll = sequential({ calibration });
    site = await openSite({
      panels: {
        sworn: { ...panel, poll: sequential({ calibration, certificate }) },
        dial: { ...panel, poll, stakes: { wrong: 100, person: 0.001 } },
      },
    });
    browser = await openWindow();
    if (folder) mkdirSync(folder, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function factsOf(name: string): Promise<string> {
    const id = await site.hold({ question: "What is it?", panel: name });
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".facts").first().waitFor();
    if (folder) await page.screenshot({ path: join(folder, `dial-${name}.png`), fullPage: true });
    const words = await page.locator("main").innerText();
    await page.close();
    return words;
  }

  test("a decided answer shows the guarantee behind it", async () => {
    const words = await factsOf("sworn");
    expect(words).toMatch(/of all questions, at most 5% are decided and wrong, on average/i);
  });

  test("a question that is handed over says why", async () => {
    const words = await factsOf("dial");
    expect(words).toContain("A person should review this");
    expect(words).toContain("a person should answer");
  });
});
