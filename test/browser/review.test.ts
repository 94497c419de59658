import { beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { divided } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";
import { holdUndoTime, passUndoTime } from "./support/undo-time.ts";

interface Stored {
  status: string;
  result: { answer: unknown; review?: object };
}

describe.skipIf(!hasBrowser)("reviewing", () => {
  const stored = async (id: string): Promise<Stored> =>
    (await (await fetch(`${site.url}/debates/${id}`)).json()) as Stored;
  const itemOf = (question: string) => page.getByRole("article").filter({ hasText: question });

  onPage({
    panels: { divided: divided(), flagged: { ...divided(), onEscalate: "flag" } },
  });
  beforeEach(async () => {
    await holdUndoTime(page);
  });

  test("nothing is preselected, the next one opens after a decision, and ten seconds can be undone", async () => {
    const first = await site.hold({
      question: "Shall we keep the first contract?",
      panel: "divided",
    });
    const second = await site.hold({ question: "Shall we keep the second one?", panel: "divided" });
    await page.goto(`${site.url}/#/review`);
    const [one, two] = [itemOf("the first contract"), itemOf("the second one")];
    await one.getByText("What should the answer be?").waitFor();
    expect(await page.getByRole("article").first().innerText()).toContain("first contract");
    expect(await two.getByText("What should the answer be?").count()).toBe(0);
    expect(await page.locator("input[type=radio]:checked").count()).toBe(0);
    expect(await one.getByRole("button", { name: "Save the decision" }).isDisabled()).toBe(true);
    expect(await one.innerText()).toContain("leaving early costs more than staying");
    expect(await axeFindings(page)).toEqual([]);

    await one.getByRole("radio", { name: /Leave now/ }).check();
    await one.getByLabel(/^Why\?/).fill("The fee is lost either way.");
    await one.getByRole("button", { name: "Save the decision" }).click();
    await one.getByText("You decided: “Leave now”").waitFor();
    // What was decided takes no more room than it needs, and the next one is open.
    await two.getByText("What should the answer be?").waitFor();
    expect((await one.boundingBox())?.height).toBeLessThan(260);
    expect(await axeFindings(page)).toEqual([]);

    // Undone, and never sent.
    await one.getByRole("button", { name: "Undo" }).click();
    await one.getByText("What should the answer be?").waitFor();
    await passUndoTime(page);
    expect((await stored(first)).status).toBe("waiting");

    await one.getByRole("radio", { name: /Leave now/ }).check();
    await one.getByLabel(/^Why\?/).fill("The fee is lost either way.");
    await one.getByRole("button", { name: "Save the decision" }).click();
    await passUndoTime(page);
    await one.getByText("Saved").waitFor();
    await expect.poll(async () => (await stored(first)).status).toBe("completed");
    expect((await stored(first)).result).toMatchObject({
      answer: "Leave now",
      review: { verdict: "correct", reason: "The fee is lost either way." },
    });
    expect((await stored(second)).status).toBe("waiting");
  });

  test("a page that is closed sends its decisions", async () => {
    const id = await site.hold({ question: "Shall we close the page?", panel: "divided" });
    await page.goto(`${site.url}/#/review`);
    const item = itemOf("close the page");
    await item.getByRole("radio", { name: /Keep it/ }).check();
    await item.getByRole("button", { name: "Save the decision", exact: true }).click();
    await item.getByText(/^Saving in/).waitFor();
    await page.goto("about:blank");
    await expect.poll(async () => (await stored(id)).status).toBe("completed");
    expect((await stored(id)).result.review).toMatchObject({ verdict: "confirm" });
  });

  test("a decision follows the reader to other screens", async () => {
    const id = await site.hold({ question: "Shall we look elsewhere?", panel: "divided" });
    await page.goto(`${site.url}/#/review`);
    const item = itemOf("look elsewhere");
    await item.getByRole("radio", { name: "There is no answer" }).check();
    await item.getByLabel(/^Why\?/).fill("Ask again in spring.");
    await item.getByRole("button", { name: "Save the decision", exact: true }).click();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByText("1 decision will be saved in a few seconds.").waitFor();
    await passUndoTime(page);
    await expect.poll(async () => (await stored(id)).status).toBe("completed");
    await page.locator(".held").waitFor({ state: "detached" });
    expect((await stored(id)).result).toMatchObject({
      answer: null,
      review: { verdict: "reject" },
    });
  });

  test("a debate that somebody else has decided is shown as such, and nothing is lost", async () => {
    const id = await site.hold({ question: "Shall two decide?", panel: "divided" });
    await page.goto(`${site.url}/#/review`);
    const item = itemOf("Shall two decide?");
    await item.getByRole("radio", { name: "Another answer" }).check();
    await item.getByLabel("The right answer").fill("Keep it until spring");
    await item.getByLabel(/^Why\?/).fill("The fee falls in April.");
    await item.getByRole("button", { name: "Save the decision", exact: true }).click();
    await fetch(`${site.url}/debates/${id}/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ verdict: "confirm" }),
    });
    await passUndoTime(page);
    await item
      .getByText(/Your decision was not accepted: The debate was already reviewed/)
      .waitFor();
  });

  test("a line shows what others changed since it was first listed", async () => {
    const id = await site.hold({ question: "Shall we assign it?", panel: "divided" });
    await page.clock.install();
    await page.goto(`${site.url}/#/review`);
    const line = itemOf("Shall we assign it?").locator("header");
    await line.waitFor();
    expect(await line.innerText()).not.toContain("grace");
    await fetch(`${site.url}/debates/${id}/assignment`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ assignee: "grace" }),
    });
    await page.clock.runFor(15_000);
    await expect.poll(() => line.innerText()).toContain("for grace");
  });

  test("a debate that was only escalated is there too, and takes a decision like any other", async () => {
    const id = await site.hold({ question: "Shall we escalate?", panel: "flagged" });
    await page.goto(`${site.url}/#/review`);
    await page.getByRole("heading", { name: "Answered without agreement" }).waitFor();
    const item = itemOf("Shall we escalate?");
    await item.getByRole("radio", { name: /Leave now/ }).check();
    await item.getByLabel(/^Why\?/).fill("The fee is lost either way.");
    await item.getByLabel("Your name").fill("Ada");
    await item.getByRole("button", { name: "Save the decision", exact: true }).click();
    expect((await stored(id)).result.review).toBeUndefined();
    await passUndoTime(page);
    await item.getByText("Saved").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await stored(id)).toMatchObject({
      status: "completed",
      result: { answer: "Leave now", review: { verdict: "correct", reviewer: "Ada" } },
    });
    await page.reload();
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    expect(await itemOf("Shall we escalate?").count()).toBe(0);
  });
});
