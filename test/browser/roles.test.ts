import { describe, expect, test } from "vitest";
import { hashToken } from "../../packages/server/src/index.ts";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { divided, trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

const TOKENS = { vic: "v".repeat(40), ada: "a".repeat(40), rita: "r".repeat(40) };
const QUESTION = "Shall we keep the hosting contract?";

describe.skipIf(!hasBrowser)("what a user may do", () => {
  onPage({
    panels: {
      divided: divided(),
      trio: trio(),
      table: { debaters: ["human:grace", ...(trio().debaters as string[])] },
    },
    policy: { sees: "all" },
    auth: {
      tokens: [
        { user: "vic", role: "viewer", hash: hashToken(TOKENS.vic) },
        { user: "ada", role: "asker", hash: hashToken(TOKENS.ada) },
        { user: "rita", role: "reviewer", hash: hashToken(TOKENS.rita) },
      ],
    },
    token: TOKENS.ada,
  });

  const as = (user: keyof typeof TOKENS): Promise<void> =>
    page
      .addInitScript(`sessionStorage.setItem("rostrum.token", "${TOKENS[user]}")`)
      .then(() => undefined);
  const has = async (name: string): Promise<boolean> =>
    (await page.getByRole("button", { name, exact: true }).count()) > 0;

  test("a viewer reads everything, and is offered nothing that would be refused", async () => {
    const waiting = await site.hold({ question: QUESTION, panel: "divided" });
    const over = await site.hold({ question: "Which planet has the longest day?", panel: "trio" });
    await as("vic");
    await page.goto(`${site.url}/#/d/${waiting}`);
    await page.locator(".headline").waitFor();
    await page.getByText("Deciding it needs the role “reviewer”").waitFor();
    expect(await page.getByText("What should the answer be?").count()).toBe(0);
    expect(await has("Stop")).toBe(false);
    expect(await page.locator("nav[aria-label=Main] .count").count()).toBe(0);
    await page.goto(`${site.url}/#/d/${over}`);
    await page.locator(".headline").waitFor();
    for (const each of ["Delete", "Run again from here", "Ask the panel"])
      expect([each, await has(each)]).toEqual([each, false]);
    expect(await page.getByText("Change or confirm the answer").count()).toBe(0);
    await expect.poll(() => has("Share")).toBe(true);

    await page.goto(`${site.url}/#/review`);
    await page.getByText("Deciding them needs the role “reviewer”").waitFor();
    await page.getByRole("link", { name: QUESTION }).waitFor();
    expect(await page.getByText("What should the answer be?").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${site.url}/#/`);
    await page.getByText("Your role, “viewer”, can read debates").waitFor();
    expect(await askButton(page).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("an asker ends and deletes their own debates, and a reviewer decides", async () => {
    const waiting = await site.hold({ question: "Shall we keep the office?", panel: "divided" });
    await as("ada");
    await page.goto(`${site.url}/#/d/${waiting}`);
    await page.locator(".headline").waitFor();
    await page.getByText("Deciding it needs the role “reviewer”").waitFor();
    // While it waits, stopping it is in the menu.
    await page.locator(".menu > summary").click();
    await expect.poll(() => has("Stop")).toBe(true);
    expect(await has("Save the decision")).toBe(false);
    await as("rita");
    await page.reload();
    await page.getByText("What should the answer be?").waitFor();
    await page.locator(".menu > summary").click();
    await expect
      .poll(async () => [await has("Stop"), await has("Save the decision")])
      .toEqual([true, true]);
    // The server knows who decides.
    expect(await page.getByLabel("Your name").count()).toBe(0);
    await page.goto(`${site.url}/#/review`);
    await page.getByText("What should the answer be?").first().waitFor();
    expect(await page.getByLabel("Your name").count()).toBe(0);
  });

  test("the number of debates to decide is a lower bound if not all were loaded", async () => {
    const badge = page.locator("nav[aria-label=Main] .count");
    for (let n = 0; n < 19; n++) await site.hold({ question: QUESTION, panel: "divided" });
    await site.hold({ question: "What does Grace say?", panel: "table" });
    await as("rita");
    await page.goto(site.url);
    await expect.poll(() => badge.innerText()).toMatch(/^19\s+waiting$/);
    await site.hold({ question: QUESTION, panel: "divided" });
    await page.reload();
    await expect.poll(() => badge.innerText()).toMatch(/^19\+\s+waiting$/);
  });
});
