import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { QUESTION, planets } from "./support/panels.ts";
import { openSite } from "./support/site.ts";

/** `SCREENS=folder` keeps pictures there. */
const folder = process.env["SCREENS"];

function table(): DebateConfig {
  const { debaters } = planets();
  return {
    debaters: [
      ...(debaters as object[]).slice(0, 2),
      { name: "Grace", model: "human:grace" },
    ] as never,
    rounds: 1,
    stop: "never",
    onRound: "wait",
  };
}

test.skipIf(!hasBrowser)(
  "a person's turn, a moderator's note, and a follow-up, at two widths",
  async () => {
    const site = await openSite({ panels: { table: table() } });
    const browser = await openWindow();
    try {
      const page = await browser.context.newPage();
      const picture = async (name: string): Promise<void> => {
        for (const width of [1440, 768, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const beyond = await page.evaluate<number>(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
          );
          expect(beyond).toBeLessThanOrEqual(0);
          if (folder === undefined) continue;
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
        }
      };
      const id = await site.hold({ question: QUESTION, panel: "table" });
      await page.goto(`${site.url}/#/d/${id}`);
      await page.getByRole("heading", { name: "grace (Grace), it is your turn" }).waitFor();
      await picture("turn");
      await page.getByLabel("Your answer").fill("Mercury");
      const reasons = page.getByLabel("Your reasons");
      await reasons.fill("I say Mercury.\nAnswer: Mercury");
      await page.getByText("Leave the line “Answer: …” out of your reasons").waitFor();
      await reasons.fill("I say Mercury.");
      await page.getByRole("button", { name: "Send your answer" }).click();
      await page.getByRole("heading", { name: "Paused after round 1" }).waitFor();
      await page.getByLabel("A moderator’s note").fill("From noon to noon, please.");
      await page.getByRole("button", { name: "Send the note" }).click();
      await page.getByText("before round 2").waitFor();
      await picture("pause");
      await page.getByRole("button", { name: "Continue the debate" }).click();
      await page.getByLabel("Your answer").fill("Mercury");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("heading", { name: "Paused after round 2" }).waitFor();
      await page.getByRole("button", { name: "Continue the debate" }).click();
      await page.getByLabel("Ask a follow-up").fill("And the shortest?");
      await picture("over");
      await page.getByRole("button", { name: "Ask the panel" }).click();
      await expect
        .poll(() => page.getByRole("heading", { level: 1 }).textContent())
        .toBe("And the shortest?");
      // The first question shows the whole thread: itself, and what follows it.
      await page.goto(`${site.url}/#/d/${id}`);
      const thread = page.getByRole("navigation", { name: "Thread" });
      await thread.waitFor();
      expect(await thread.getByRole("link").allInnerTexts()).toEqual([
        QUESTION,
        "And the shortest?",
      ]);
      expect(await thread.locator("[aria-current]").innerText()).toBe(QUESTION);
      await picture("thread");
    } finally {
      await browser.close();
      await site.close();
    }
  },
);
