import type { ModelFunction } from "rostrum";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { onPage, page, site } from "./support/stage.ts";

/** From here on, members answer as they never did before. */
const STRANGE = 1000;

const errs =
  (every: number, offset: number): ModelFunction =>
  ({ question }) => {
    const number = Number(/\d+/.exec(question)?.[0] ?? 0);
    const isWrong = number >= STRANGE || number % every === 0;
    return `Answer: ${isWrong ? number + offset : number}`;
  };

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`${site.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

async function ask(number: number): Promise<string> {
  const id = `q${number}`;
  await post("/debates", { id, question: `What is number ${number}?` });
  await (await fetch(`${site.url}/debates/${id}/events`)).text();
  return id;
}

describe.skipIf(!hasBrowser)("a panel that learns", () => {
  onPage({
    panels: {
      sums: {
        debaters: [
          { name: "ann", model: errs(11, 1) },
          { name: "bob", model: errs(7, 2) },
          { name: "cid", model: errs(3, 3) },
        ],
        answer: "number",
        rounds: 0,
        poll: "sequential",
      },
    },
  });

  test("a person says what turned out, the panel learns, an alarm shows, and an earlier version is used again", async () => {
    for (let number = 1; number <= 60; number++) {
      await post(`/debates/${await ask(number)}/outcome`, { answer: String(number) });
    }
    const id = await ask(61);
    await page.goto(`${site.url}/#/d/${id}`);
    await page.getByText("Was it right?").click();
    await page.getByRole("button", { name: "Save the right answer" }).click();
    await page.getByText("Enter the right answer first.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "The answer was right" }).click();
    await page.getByText("The answer turned out right.").waitFor();
    await page.getByText("Change whether it was right").waitFor();
    await page.getByLabel("Or enter the right answer").fill("61");
    await page.getByRole("button", { name: "Save the right answer" }).click();
    await page.getByText("The right answer turned out to be: 61.").waitFor();

    await page.goto(`${site.url}/#/panels`);
    const item = page.locator(".panel-list li", { hasText: "sums" });
    await item.getByText("Not calibrated: no answer is ever sure.").waitFor();
    await item.getByText("Learn from past debates").click();
    await item.getByText("61 debates, 61 with a known outcome.").waitFor();
    await item.getByText(/239 more known answers or more/).waitFor();
    await item.getByRole("button", { name: "Learn now" }).click();
    await item.getByText("Calibrated on 61 questions with known answers").waitFor();
    await item.getByText("in use").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    let last = "";
    for (let number = STRANGE; number < STRANGE + 12; number++) last = await ask(number);
    await page.goto(`${site.url}/#/d/${last}`);
    await page.getByText("1 note on how it went").click();
    await page
      .getByText(/The panel agrees differently from its calibration rows/)
      .first()
      .waitFor();
    await page.goto(`${site.url}/#/panels`);
    await item.getByText(/The panel agrees differently from its calibration rows/).waitFor();
    await item.getByText("Learn from past debates").click();
    await item.getByRole("button", { name: "Learn now" }).click();
    await item.getByText("Version 2 is used from the next debate on.").waitFor();
    await item.getByRole("button", { name: "Use again" }).click();
    await item.getByText("the same as version 1").waitFor();
  });
});
