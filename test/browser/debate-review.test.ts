import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { divided, trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";
import { holdUndoTime, passUndoTime } from "./support/undo-time.ts";

interface Stored {
  status: string;
  result: { answer: unknown; review?: object };
}

describe.skipIf(!hasBrowser)("reviewing on a debate's own page", () => {
  onPage({
    panels: {
      divided: divided(),
      flagged: { ...divided(), onEscalate: "flag" },
      trio: trio(),
    },
  });
  beforeEach(async () => {
    await holdUndoTime(page);
  });

  const stored = async (id: string): Promise<Stored> =>
    (await (await fetch(`${site.url}/debates/${id}`)).json()) as Stored;
  const verdictOn = (where: Page) => where.locator(".debate");
  const open = (id: string, where: Page = page) => where.goto(`${site.url}/#/d/${id}`);
  const reviewElsewhere = (id: string): Promise<Response> =>
    fetch(`${site.url}/debates/${id}/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ verdict: "confirm", reviewer: "Grace" }),
    });

  test("a debate that waits offers every answer with its arguments, and ten seconds to undo", async () => {
    const id = await site.hold({ question: "Shall we keep the desk?", panel: "divided" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByText("What should the answer be?").waitFor();
    expect(await page.locator("input[type=radio]:checked").count()).toBe(0);
    expect(await verdict.getByRole("button", { name: "Save the decision" }).isDisabled()).toBe(
      true,
    );
    expect(await verdict.locator(".decision").innerText()).toContain(
      "leaving early costs more than staying",
    );
    expect(await axeFindings(page)).toEqual([]);

    await verdict.getByRole("radio", { name: /Leave now/ }).check();
    await verdict.getByLabel(/^Why\?/).fill("The fee is lost either way.");
    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByText("You decided: “Leave now”").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    // Undone: never sent, and the form is as it was.
    await verdict.getByRole("button", { name: "Undo" }).click();
    await passUndoTime(page);
    expect((await stored(id)).status).toBe("waiting");
    expect(await verdict.getByRole("radio", { name: /Leave now/ }).isChecked()).toBe(true);
    expect(await verdict.getByLabel(/^Why\?/).inputValue()).toBe("The fee is lost either way.");

    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByText("You decided: “Leave now”").waitFor();
    await passUndoTime(page);
    await verdict.getByText(/Decided by a person/).waitFor();
    expect(await verdict.locator(".headline").innerText()).toBe("Leave now");
    // The form is gone, and only the head says what became of it.
    await verdict.locator(".decision").waitFor({ state: "detached" });
    expect(await verdict.locator(".decided").count()).toBe(0);
    expect(await verdict.locator(".support").first().innerText()).toContain(
      "the panel was split 1–1–1; south said the same",
    );
    expect(await verdict.locator(".facts").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining("A person, not the panel")]),
    );
    expect(await stored(id)).toMatchObject({
      status: "completed",
      result: {
        answer: "Leave now",
        review: { verdict: "correct", reason: "The fee is lost either way." },
      },
    });
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a debate that was only escalated is reviewed the same way, once", async () => {
    const id = await site.hold({ question: "Shall we look again?", panel: "flagged" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByRole("radio", { name: "Another answer" }).check();
    await verdict.getByLabel("The right answer").fill("Keep it until spring");
    await verdict.getByLabel(/^Why\?/).fill("The fee falls in April.");
    await verdict.getByLabel("Your name").fill("Ada");
    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByText("You decided: “Keep it until spring”").waitFor();
    expect((await stored(id)).result.review).toBeUndefined();
    await passUndoTime(page);
    await verdict.getByText("Decided by Ada").waitFor();
    await verdict.getByText(/the panel was split/).waitFor();
    await verdict.getByText("The fee falls in April.").waitFor();
    expect(await verdict.locator(".headline").innerText()).toBe("Keep it until spring");
    expect(await verdict.locator(".decision").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a debate that nobody doubted can be reviewed too", async () => {
    const id = await site.hold({ question: "Which planet has the longest day?", panel: "trio" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByText("Change or confirm the answer").click();
    await verdict.getByRole("radio", { name: /the panel's answer/ }).check();
    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByText(/You decided: “Mercury”/).waitFor();
    await passUndoTime(page);
    await verdict.getByText("Confirmed by a person").waitFor();
  });

  test("a decision that somebody else takes meanwhile replaces the form", async () => {
    const id = await site.hold({ question: "Shall we keep the form?", panel: "divided" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByRole("radio", { name: /Leave now/ }).check();
    await reviewElsewhere(id);
    await verdict.getByText("Confirmed by Grace").waitFor();
    await verdict.locator(".decision").waitFor({ state: "detached" });
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a decision that can still be undone is not sent after somebody else's", async () => {
    const id = await site.hold({ question: "Shall two of us decide?", panel: "divided" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByRole("radio", { name: /Keep it/ }).check();
    await verdict.getByLabel(/^Why\?/).fill("It is cheaper.");
    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByRole("button", { name: "Undo" }).waitFor();
    await reviewElsewhere(id);
    await verdict
      .getByText("Your decision was not accepted: Somebody else decided first.")
      .waitFor();
    await verdict.getByText("Confirmed by Grace").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await verdict.getByRole("button", { name: "Dismiss" }).click();
    await verdict.locator(".decided").waitFor({ state: "detached" });
  });

  test("two people decide the same debate: the second one learns what the first decided", async () => {
    const id = await site.hold({ question: "Shall two people decide?", panel: "flagged" });
    const window = await openWindow();
    const other = await window.context.newPage();
    await holdUndoTime(other);
    for (const tab of [page, other]) {
      await open(id, tab);
      const verdict = verdictOn(tab);
      await verdict.getByRole("radio", { name: /Leave now/ }).check();
      await verdict.getByLabel(/^Why\?/).fill(tab === page ? "The first tab." : "The second tab.");
      await verdict.getByRole("button", { name: "Save the decision" }).click();
      await verdict.getByRole("button", { name: "Undo" }).waitFor();
    }
    await passUndoTime(page);
    await verdictOn(page).getByText("The first tab.").waitFor();
    await passUndoTime(other);
    await verdictOn(other)
      .getByText(/Your decision was not accepted: The debate was already reviewed/)
      .waitFor();
    await verdictOn(other).getByText("The first tab.").waitFor();
    expect(await verdictOn(other).getByRole("button", { name: "Decide again" }).count()).toBe(0);
    await window.close();
  });

  test("a decision is found again from other screens", async () => {
    const id = await site.hold({ question: "Shall we leave the page?", panel: "flagged" });
    await open(id);
    const verdict = verdictOn(page);
    await verdict.getByRole("radio", { name: "There is no answer" }).check();
    await verdict.getByLabel(/^Why\?/).fill("Ask again in spring.");
    await verdict.getByRole("button", { name: "Save the decision" }).click();
    await verdict.getByText("You decided: there is no answer").waitFor();
    expect(await page.locator(".held").count()).toBe(0);
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByText("1 decision will be saved in a few seconds.").waitFor();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.locator(".held").getByRole("link", { name: "Undo" }).click();
    await verdict.getByRole("button", { name: "Undo" }).click();
    await verdict.getByText("What should the answer be?").waitFor();
    await passUndoTime(page);
    expect((await stored(id)).result.review).toBeUndefined();
  });
});
