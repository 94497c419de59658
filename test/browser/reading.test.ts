import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { StartedEvent } from "../../packages/core/src/protocol/started-event.ts";
import { mapLabelsToNames } from "../../packages/core/src/record/peer-labels.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { architects, staged, STORE, type Staged } from "./support/reading-panels.ts";
import { readMask } from "./support/read-mask.ts";
import { watchfulPage } from "./support/watchful-page.ts";
import { browser, onPage, page, site } from "./support/stage.ts";

const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;

describe.skipIf(!hasBrowser)("long replies on the page", () => {
  let release: Staged["release"];
  let long: string;

  onPage(() => {
    const written = staged();
    release = written.release;
    return { panels: { staged: written.config, architects: architects() } };
  });
  beforeEach(async () => {
    long = await site.hold({ question: STORE, panel: "architects" });
  });

  const rowOf = (name: string): Locator => page.locator(".live-row", { hasText: name });

  test("replies appear as they finish, and are rendered while they are written", async () => {
    const id = await site.start({ question: STORE, panel: "staged" });
    await page.goto(`${site.url}/#/d/${id}`);
    await rowOf("boole").locator("table").waitFor({ state: "attached" });
    await rowOf("curie").locator("pre code").waitFor({ state: "attached" });
    await rowOf("ada").getByText("Stay on PostgreSQL").first().waitFor();
    await rowOf("boole").getByText("Writing,").waitFor();
    await expect.poll(() => rowOf("darwin").innerText()).toMatch(/Thinking, \d+\ss/);
    await expect
      .poll(() => rowOf("euler").innerText())
      .toContain("503 The model is overloaded. It is asked again in the next round.");
    for (const text of await page.locator(".live-stream").allInnerTexts())
      expect(text).not.toMatch(/```|\|--|\*\*/);
    const fadeOf = (name: string): Promise<string> => readMask(rowOf(name).locator(".live-stream"));
    await expect.poll(() => fadeOf("boole")).toContain("gradient");

    release("boole");
    await rowOf("boole").getByText("Done").waitFor();
    expect(await rowOf("curie").getByText("Writing,").count()).toBe(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/3 replies are kept\. So far it cost/).waitFor();
    await page.getByText("2 replies in progress will be lost, and may still be billed.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    for (const name of ["curie", "darwin"]) release(name);
    await page.locator(".headline:not(.pending)").waitFor();
  });

  test("one member can be read in full while it writes", async () => {
    const id = await site.start({ question: STORE, panel: "staged" });
    await page.goto(`${site.url}/#/d/${id}`);
    const row = rowOf("boole");
    await row.waitFor();
    const before = (await row.boundingBox())?.height ?? 0;
    await row.getByRole("link", { name: "boole" }).click();
    await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(before + 100);
    expect(page.url()).toMatch(/\/of\/boole$/);
    await row.getByRole("link", { name: "boole" }).click();
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(before);
    await fetch(`${site.url}/debates/${id}/cancel`, { method: "POST" });
    await page.getByText("Stopped before there was an answer").waitFor();
  });

  test("keys go from member to member, into one, and to the answer", async () => {
    await page.goto(`${site.url}/#/d/${long}`);
    await page.locator(".who-said-what").waitFor();
    const focus = (): Promise<string> =>
      page.evaluate("document.activeElement.querySelector('bdi').textContent") as Promise<string>;
    await page.keyboard.press("j");
    expect(await focus()).toBe("ada");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await focus()).toBe("boole");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator(".member[open] .reply h3").allInnerTexts())
      .toEqual(["Round 2, after reading the others", "Round 1, on their own"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".member[open]").count()).toBe(0);
    await page.getByLabel("Ask a follow-up").scrollIntoViewIfNeeded();
    await page.keyboard.press("v");
    await expect.poll(() => top(page.locator(".headline"))).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("goes to the next member").waitFor();
  });

  test("reasons are folded and stay as they were left; votes stay next to them", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}/#/d/${long}`);
    const verdict = page.locator("#verdict");
    await verdict.getByRole("button", { name: "Show all of the reasons" }).waitFor();
    const before = (await verdict.boundingBox())?.height ?? 0;
    await verdict.getByRole("button", { name: "Show all of the reasons" }).click();
    await verdict.getByRole("button", { name: "Fold the reasons" }).waitFor();
    await expect
      .poll(async () => (await verdict.boundingBox())?.height)
      .toBeGreaterThan(before + 300);
    await page.getByRole("link", { name: "Rounds" }).click();
    await page.getByRole("link", { name: "Answer" }).click();
    await verdict.getByRole("button", { name: "Fold the reasons" }).waitFor();

    const rail = page.getByRole("complementary", { name: "Details" });
    await page.mouse.wheel(0, 700);
    await expect.poll(() => top(verdict)).toBeLessThan(0);
    await expect.poll(() => top(rail)).toBeGreaterThanOrEqual(0);
    await rail.getByText("More", { exact: true }).click();
    await rail.getByText("Other ways to count").click();
    await expect.poll(() => rail.innerText()).toMatch(/Decision[\s\S]*Most probable[\s\S]*darwin/);
    await page.getByRole("button", { name: "To the answer" }).click();
    await expect.poll(() => top(page.locator(".headline"))).toBeGreaterThanOrEqual(0);
  });

  test("labels in prose are replaced with names", async () => {
    const record = (await (await fetch(`${site.url}/debates/${long}`)).json()) as {
      started: StartedEvent;
    };
    const name = mapLabelsToNames(record.started).get("Debater A") ?? "";
    await page.goto(`${site.url}/#/d/${long}/r1/boole`);
    const reply = page.locator(".reply.named .said").first();
    await reply.waitFor();
    const words = await reply.innerText();
    expect(words).toContain(name);
    expect(words).not.toContain("Debater A");
    // What came from the model stays as it was.
    await page.locator(".reply.named").getByText("Full reply").click();
    expect(await page.locator(".reply.named .as-received").innerText()).toContain("Debater A");
  });

  test("a reply has a width for reading", async () => {
    await page.goto(`${site.url}/#/d/${long}/r0/ada`);
    const reply = page.locator(".reply.named");
    await reply.waitFor();
    const width = (await reply.locator(".said").first().boundingBox())?.width ?? 0;
    expect(width).toBeLessThanOrEqual(43 * 16);
  });

  test("an old address leads to the first change of mind, with its reason in the list", async () => {
    await page.goto(`${site.url}/#/d/${long}/rounds/r1/boole`);
    const change = page.getByRole("region", { name: "boole in round 2" });
    await change.getByRole("region", { name: "After" }).waitFor();
    expect(await change.locator("ins, del").count()).toBe(0);
    expect(await page.locator(".change-list").innerText()).toContain(
      "The outbox costs more than the schema changes save.",
    );
  });

  test("on a phone the figures are folded below what was said", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${site.url}/#/d/${long}`);
    await page.locator(".who-said-what").waitFor();
    const rail = page.getByRole("complementary", { name: "Details" });
    expect(await top(rail)).toBeGreaterThan(await top(page.locator(".who-said-what")));
    expect(await rail.locator(".facts").first().isVisible()).toBe(false);
    await rail.locator("summary").first().click();
    expect(await rail.locator(".facts").first().isVisible()).toBe(true);
  });

  test("a printed verdict is whole: nothing is folded or cut off", async () => {
    await page.goto(`${site.url}/#/d/${long}`);
    const reasons = page.locator(".folded.closed .folded-text").first();
    await reasons.waitFor();
    const folded = (await reasons.boundingBox())?.height ?? 0;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect
      .poll(async () => (await reasons.boundingBox())?.height)
      .toBeGreaterThan(2 * folded);
    expect(await page.getByRole("button", { name: "Ask the panel" }).count()).toBe(0);
    // Replies that are closed on a screen are there too.
    await page.locator(".member .reply").first().waitFor();
  });

  test("a shared file has all of it, without a server", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-shared-"));
    try {
      await page.goto(`${site.url}/#/d/${long}`);
      await page.getByRole("button", { name: "Share" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save the file" }).click(),
      ]);
      const file = join(folder, "shared.html");
      await download.saveAs(file);
      const home = pathToFileURL(file).href;
      const offline = await watchfulPage(browser.context, home);
      const shared = offline.page;
      await shared.goto(home);
      await shared.getByRole("button", { name: "Show all of the reasons" }).click();
      await shared.keyboard.press("j");
      await shared.keyboard.press("Enter");
      await shared.locator(".member .reply").first().waitFor();
      await shared.keyboard.press("?");
      await shared.getByRole("dialog", { name: "Keys" }).waitFor();
      await shared.keyboard.press("Escape");
      expect(await axeFindings(shared)).toEqual([]);
      expect(offline.trouble).toEqual([]);
      await shared.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
