import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { StartedEvent } from "../../packages/core/src/protocol/started-event.ts";
import { mapLabelsToNames } from "../../packages/core/src/record/index.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { architects, staged, STORE, type Staged } from "./support/reading-panels.ts";
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

  const cellOf = (member: number): Locator => page.locator(`#r0-${member} .cell`);

  test("replies appear as they finish, and are rendered while they are written", async () => {
    const id = await site.start({ question: STORE, panel: "staged" });
    await page.goto(`${site.url}/#/d/${id}`);
    await cellOf(1).locator("table").waitFor();
    await cellOf(2).locator("pre code").waitFor();
    await cellOf(0).getByText("Stay on PostgreSQL").first().waitFor();
    await cellOf(1).getByText("Writing for").waitFor();
    await expect
      .poll(() => cellOf(3).innerText())
      .toMatch(/Awaited for \d+\ss\s+since \d\d:\d\d:\d\d/);
    await expect
      .poll(() => cellOf(4).innerText())
      .toContain("503 The model is overloaded. It is asked again in the next round.");
    await expect.poll(() => cellOf(5).innerText()).toContain("cut off at");
    for (const text of await page.locator(".cell-stream").allInnerTexts())
      expect(text).not.toMatch(/```|\|--|\*\*/);
    const { height = 0, y = 0 } = (await page.locator(".round-cells").boundingBox()) ?? {};
    expect(y + height).toBeGreaterThan(700);

    release("boole");
    await cellOf(1).getByRole("link", { name: "Read boole, round 0" }).waitFor();
    expect(await cellOf(2).getByText("Writing for").count()).toBe(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/3 replies are kept\. So far it cost/).waitFor();
    await page.getByText("2 unfinished replies will be lost.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    for (const name of ["curie", "darwin"]) release(name);
    await page.getByRole("heading", { name: "Verdict" }).waitFor();
  });

  test("one debater can be read alone while it writes, and the view can be left again", async () => {
    const id = await site.start({ question: STORE, panel: "staged" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.getByRole("link", { name: "boole", exact: true }).click();
    await page.getByRole("region", { name: "boole alone" }).locator("table").waitFor();
    expect(page.url()).toMatch(/\/of\/boole$/);
    await page.keyboard.press("l");
    await page.getByRole("region", { name: "curie alone" }).locator("pre code").waitFor();
    await page.keyboard.press("h");
    await page.getByRole("region", { name: "boole alone" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".board").waitFor();
    await page.goto(`${site.url}/#/d/${id}/of/nobody`);
    await page.getByText("There is no debater with this name.").waitFor();
    await fetch(`${site.url}/debates/${id}/cancel`, { method: "POST" });
    await page.getByText("The debate was stopped").waitFor({ state: "detached" });
  });

  test("keys go from reply to reply, into one, into a column and to the verdict", async () => {
    await page.goto(`${site.url}/#/d/${long}`);
    await page.locator(".board").waitFor();
    const focus = (): Promise<string> =>
      page.evaluate("document.activeElement.textContent") as Promise<string>;
    await page.keyboard.press("j");
    expect(await focus()).toBe("Read ada, round 0");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await focus()).toBe("Read boole, round 0");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "boole in round 0" }).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("region", { name: "curie in round 0" }).waitFor();
    await page.keyboard.press("f");
    await page.getByRole("region", { name: "curie alone" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".board").waitFor();
    await page.locator(".what-if").scrollIntoViewIfNeeded();
    await page.keyboard.press("v");
    await expect.poll(() => top(page.locator("#verdict"))).toBeLessThan(40);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("goes to the next reply").waitFor();
  });

  test("the verdict is folded, stays as it was left, and has votes and dissent next to it", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.url}/#/d/${long}`);
    const verdict = page.locator("#verdict");
    await verdict.getByRole("button", { name: "Show all of the reasons" }).waitFor();
    const before = (await verdict.boundingBox())?.height ?? 0;
    const gap = (await top(page.locator(".board"))) - ((await top(verdict)) + before);
    expect(gap).toBeLessThan(40);
    await verdict.getByRole("button", { name: "Show all of the reasons" }).click();
    await verdict.getByRole("button", { name: "Fold the reasons" }).waitFor();
    await expect
      .poll(async () => (await verdict.boundingBox())?.height)
      .toBeGreaterThan(before + 300);
    await page.getByRole("link", { name: "Decisions" }).click();
    await page.getByRole("link", { name: "Debate", exact: true }).click();
    await verdict.getByRole("button", { name: "Fold the reasons" }).waitFor();

    const rail = page.getByRole("complementary", { name: "Votes and dissent" });
    await page.mouse.wheel(0, 700);
    await expect.poll(() => top(verdict)).toBeLessThan(0);
    await expect.poll(() => top(rail)).toBeGreaterThanOrEqual(0);
    expect(await rail.innerText()).toMatch(/Votes[\s\S]*Dissent[\s\S]*darwin/);
    await rail.getByRole("button", { name: "Round 0, independent" }).click();
    await expect.poll(() => top(page.locator("#round-0"))).toBeLessThan(120);
    await page.getByRole("button", { name: "Verdict ↑" }).click();
    await expect.poll(() => top(verdict)).toBeGreaterThanOrEqual(0);
  });

  test("a label in prose shows which debater it means: under the pointer, in focus, and under a finger", async () => {
    const record = (await (await fetch(`${site.url}/debates/${long}`)).json()) as {
      started: StartedEvent;
    };
    const name = mapLabelsToNames(record.started).get("Debater A");
    expect(name).toBeDefined();
    const tip = page.locator(".who-tip");
    await page.goto(`${site.url}/#/d/${long}/r1/boole`);
    const label = page.locator(".detail .who").first();
    await label.hover();
    await tip.waitFor();
    expect(await tip.innerText()).toBe(name);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "hidden" });
    await label.focus();
    await tip.waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    expect(await label.textContent()).toBe(`Debater A (${name})`);

    const phone = await browser.context.browser()?.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 800 },
    });
    const small = await phone?.newPage();
    await small?.goto(`${site.url}/#/d/${long}`);
    await small?.getByRole("button", { name: "Show all of the reasons" }).tap();
    await small?.locator("#verdict .who").first().tap();
    await small?.locator(".who-tip").waitFor();
    expect(await small?.locator(".who-tip").innerText()).toBe(name);
    await phone?.close();
  });

  test("in a long reply its heading stays, and leads back to its top", async () => {
    await page.goto(`${site.url}/#/d/${long}/r0/ada`);
    const detail = page.getByRole("region", { name: "ada in round 0" });
    await detail.waitFor();
    const heading = detail.getByRole("heading", { name: "ada in round 0" });
    // The page scrolls by itself to a reply that is opened by its address.
    await expect
      .poll(async () => {
        await detail.getByText("The reply as it was received").scrollIntoViewIfNeeded();
        return [(await top(heading)) > 0, (await top(detail)) < 0];
      })
      .toEqual([true, true]);
    const width = (await detail.locator(".said").first().boundingBox())?.width ?? 0;
    expect(width).toBeLessThanOrEqual(46 * 16);
    await detail.getByRole("button", { name: "Top of the reply" }).click();
    await expect.poll(() => top(detail)).toBeGreaterThanOrEqual(0);
  });

  test("the first change of mind is open, with its reason in the list", async () => {
    await page.goto(`${site.url}/#/d/${long}/changes`);
    const change = page.getByRole("region", { name: "boole in round 1" });
    await change.getByRole("region", { name: "After" }).waitFor();
    expect(await change.locator("ins, del").count()).toBe(0);
    expect(await page.locator(".change-list").innerText()).toContain(
      "The outbox costs more than the schema changes save.",
    );
  });

  test("on a phone votes and dissent are above the rounds, whose columns move together", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${site.url}/#/d/${long}`);
    await page.locator(".board").waitFor();
    const rail = page.getByRole("complementary", { name: "Votes and dissent" });
    expect(await top(rail)).toBeLessThan(await top(page.locator(".board")));
    await page.locator("#round-0 .track").evaluate((track) => (track.scrollLeft = 280));
    for (const track of [".board-head", "#round-1 .track"])
      await expect
        .poll(() => page.locator(track).evaluate((other) => other.scrollLeft))
        .toBeGreaterThan(100);
  });

  test("a printed verdict is whole: nothing is folded or cut off, and labels have their names", async () => {
    await page.goto(`${site.url}/#/d/${long}`);
    const reasons = page.locator(".folded.closed .folded-text").first();
    await reasons.waitFor();
    const folded = (await reasons.boundingBox())?.height ?? 0;
    const who = page.locator(".verdict .who .hidden").first();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect
      .poll(async () => (await reasons.boundingBox())?.height)
      .toBeGreaterThan(2 * folded);
    expect(await page.getByRole("button", { name: "Ask the panel" }).count()).toBe(0);
    expect((await who.boundingBox())?.width).toBeGreaterThan(10);
    const [first, second] = [page.locator("#r0-0"), page.locator("#r0-1")];
    expect(await top(second)).toBeGreaterThan(await top(first));
    const background = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.verdict')).backgroundColor",
    );
    expect(background).toBe("rgb(255, 255, 255)");
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
      await shared.locator("#verdict .who").first().hover();
      await shared.locator(".who-tip").waitFor();
      await shared.getByRole("link", { name: "boole", exact: true }).click();
      await shared.getByRole("region", { name: "boole alone" }).waitFor();
      await shared.keyboard.press("Escape");
      await shared.locator(".board").waitFor();
      await shared.keyboard.press("j");
      await shared.keyboard.press("Enter");
      await shared.locator(".detail").waitFor();
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
