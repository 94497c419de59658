import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../packages/server/src/index.ts";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { hasBrowser, PHONE } from "./support/browser.ts";
import { divided, planets, QUESTION } from "./support/panels.ts";
import { phoneFindings } from "./support/phone-findings.ts";
import { onPage, page, site } from "./support/stage.ts";
import { holdUndoTime, passUndoTime } from "./support/undo-time.ts";

const TOKEN = "a".repeat(40);

/** Two debaters and a person. */
function table(): DebateConfig {
  const { debaters } = planets();
  return {
    debaters: [...(debaters as object[]).slice(0, 2), { name: "Grace", model: "human:grace" }],
    rounds: 0,
    onRound: "wait",
  } as unknown as DebateConfig;
}

async function isInView(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (PHONE.viewport?.height ?? 0);
}

describe.skipIf(!hasBrowser)("with a phone: deciding, speaking, building", () => {
  onPage(
    {
      panels: {
        divided: divided(),
        flagged: { ...divided(), onEscalate: "flag" },
        table: table(),
        sums: { debaters: ["embedded*3"], rounds: 0 },
      },
      savedPanels: true,
    },
    PHONE,
  );
  beforeEach(async () => {
    await holdUndoTime(page);
  });

  test("a person on the panel speaks, and the moderator goes on", async () => {
    const id = await site.hold({ question: QUESTION, panel: "table" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.getByRole("heading", { name: "it is your turn" }).waitFor();
    expect(await phoneFindings(page, "turn")).toEqual([]);
    await page.getByLabel("Your answer").tap();
    await page.keyboard.type("Mercury");
    await page.getByLabel("Your reasons").tap();
    await page.keyboard.type("I say Mercury.");
    await page.getByRole("button", { name: "Send your answer" }).tap();
    await page.getByRole("heading", { name: "Paused after round 1" }).waitFor();
    expect(await phoneFindings(page, "pause")).toEqual([]);
    await page.getByRole("button", { name: "Continue the debate" }).tap();
    await page.locator(".headline:not(.pending)").waitFor();
    await page.locator(".who-said-what").getByText("I say Mercury.").waitFor();
  });

  test("in the queue, undoing is in view after deciding", async () => {
    const id = await site.hold({ question: "Shall we keep the phone?", panel: "divided" });
    await page.goto(`${site.url}/#/review`);
    const item = page.getByRole("article").filter({ hasText: "keep the phone" });
    await item.getByRole("radio", { name: /Leave now/ }).tap();
    await item.getByLabel(/^Why\?/).fill("The fee is lost either way.");
    expect(await phoneFindings(page, "queue")).toEqual([]);
    await item.getByRole("button", { name: "Save the decision" }).tap();
    const undo = item.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    await expect.poll(() => isInView(undo)).toBe(true);
    expect(await phoneFindings(page, "queue-held")).toEqual([]);
    await undo.tap();
    await item.getByRole("button", { name: "Save the decision" }).tap();
    await undo.waitFor();
    await passUndoTime(page);
    await item.getByText("Saved").waitFor();
    await expect
      .poll(async () => (await fetch(`${site.url}/debates/${id}`)).json())
      .toMatchObject({ status: "completed", result: { answer: "Leave now" } });
  });

  test("on a debate's own page, undoing is in view after deciding", async () => {
    const id = await site.hold({ question: "Shall we keep the flat?", panel: "flagged" });
    await page.goto(`${site.url}/#/d/${id}`);
    const verdict = page.locator(".debate");
    await verdict.getByRole("radio", { name: "Another answer" }).tap();
    await verdict.getByLabel("The right answer").fill("Keep it until spring");
    await verdict.getByLabel(/^Why\?/).fill("The fee falls in April.");
    expect(await phoneFindings(page, "own")).toEqual([]);
    await verdict.getByRole("button", { name: "Save the decision" }).tap();
    const undo = verdict.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    await expect.poll(() => isInView(undo)).toBe(true);
    expect(await phoneFindings(page, "own-held")).toEqual([]);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Runs", exact: true }).tap();
    await page.getByText("1 decision will be saved in a few seconds.").waitFor();
    await page.locator(".run").first().waitFor();
    expect(await phoneFindings(page, "held-elsewhere")).toEqual([]);
    await page.locator(".held").getByRole("link", { name: "Undo" }).tap();
    await undo.tap();
    await verdict.getByText("What should the answer be?").waitFor();
  });

  test.each(["with", "without"])("a panel is built, saved and copied %s TLS", async (tls) => {
    if (tls === "without")
      await page.addInitScript(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
      );
    else await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const name = `Sums ${tls} TLS`;
    await page.goto(`${site.url}/#/panels`);
    await page.getByLabel("Name", { exact: true }).first().fill(name);
    await page.getByLabel("Purpose").fill("Sums, by two.");
    for (const _ of [1, 2]) await page.getByRole("button", { name: "Add a member" }).tap();
    await page.getByText("Add instructions").first().tap();
    await page.getByLabel("Instructions for member 1").fill("Add twice.");
    await page.locator(".builder .plan-calls", { hasText: /call/ }).waitFor();
    expect(await phoneFindings(page, "builder")).toEqual([]);
    await page.getByRole("button", { name: "Save on the server" }).tap();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).tap();
    await page.getByText("Copied.").waitFor();
    expect(await phoneFindings(page, "saved")).toEqual([]);
    const question = page.getByLabel("Question to try it with");
    await question.fill("");
    await question.focus();
    await page.keyboard.press("Control+V");
    expect(await question.inputValue()).toContain(`"${name}":`);
    await question.fill("What is 3 + 4?");
    await page.getByRole("button", { name: "Try it" }).tap();
    await page.locator(".headline:not(.pending)").waitFor();
  });
});

describe.skipIf(!hasBrowser)("with a phone: signing in", () => {
  onPage(
    {
      panels: { sums: { debaters: ["embedded*3"], rounds: 0 } },
      auth: { tokens: [{ user: "ada", role: "asker", hash: hashToken(TOKEN) }] },
      token: TOKEN,
    },
    PHONE,
  );

  test("a wrong token is refused in words, and the right one can be forgotten again", async () => {
    await page.goto(site.url);
    const field = page.getByRole("textbox", { name: "Token" });
    await field.fill("wrong");
    expect(await phoneFindings(page, "token")).toEqual([]);
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByText("The server does not know that token.").waitFor();
    await field.fill(TOKEN);
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByRole("button", { name: /Account/ }).tap();
    await page.getByText("Signed in as").waitFor();
    expect(await phoneFindings(page, "account")).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).tap();
    await field.waitFor();
  });
});
