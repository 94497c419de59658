import { describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { wordy } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";
import { holdUndoTime, passUndoTime } from "./support/undo-time.ts";

const QUESTION = "Which database should the team use for the new service?";
const PICTURES = process.env["ROSTRUM_PICTURES"];

describe.skipIf(!hasBrowser)("answers in prose on the page", () => {
  onPage({ panels: { wordy: wordy() } });

  async function picture(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  test("it shows who put wordings together, and a person may say otherwise", async () => {
    const id = await site.hold({ question: QUESTION, panel: "wordy" });
    await holdUndoTime(page);
    await page.goto(`${site.url}/#/d/${id}/rounds`);
    const wordings = page.locator(".wordings");
    await wordings.getByText("Two wordings, grouped by a model").first().click();
    await expect.poll(() => wordings.innerText()).toContain("grouped by a model");
    expect(await wordings.innerText()).toContain("stay on <b>Postgres</b>");
    await page.getByRole("link", { name: "Answer" }).click();

    await page.getByText("Merge answers that mean the same").click();
    await page
      .getByLabel("Group of “Stick with the relational store they already run”")
      .selectOption("1");
    // F28: nothing is decided by a click too many.
    expect(await page.getByRole("button", { name: "Save the decision" }).isDisabled()).toBe(true);
    await page.getByLabel("Count the votes as merged").check();
    expect(await axeFindings(page)).toEqual([]);
    await picture("review");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Save the decision" }).click();
    await page.getByText("You decided: the votes as merged").waitFor();
    await passUndoTime(page);
    await page.getByText("Confirmed by Ada").waitFor();
    await page.getByText("A person grouped the answers").waitFor();

    await page.reload();
    await page.getByText("Confirmed by Ada").waitFor();
    const [first = ""] = await page.locator(".says li").allInnerTexts();
    expect(first).toContain("ada, boole, curie");
    await page.getByRole("link", { name: "Rounds" }).click();
    await page.locator(".wordings summary").first().click();
    await expect.poll(() => page.locator(".wordings").innerText()).toContain("grouped by a person");
    await picture("reviewed");
    const { result } = (await (await fetch(`${site.url}/debates/${id}`)).json()) as {
      result: object;
    };
    expect(result).toMatchObject({
      agreement: 0.75,
      review: { verdict: "confirm", groups: [["ada", "boole", "curie"], ["darwin"]] },
    });
  });
});
