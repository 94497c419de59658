import { beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { planets, QUESTION, trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

describe.skipIf(!hasBrowser)("finding, building and counting", () => {
  onPage({
    panels: {
      planets: planets(),
      trio: trio(),
      embedded: { debaters: ["embedded*3"] },
    },
  });
  beforeEach(async () => {
    await site.hold({ question: QUESTION, panel: "planets" });
    await site.hold({ question: "Which moon is largest?", panel: "trio" });
  });

  test("Ctrl+K finds a run, a panel and a screen, by keyboard alone", async () => {
    await page.goto(`${site.url}/#/runs`);
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: /Find a run/ });
    await box.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await box.fill("moon");
    await page.getByRole("option", { name: /Which moon is largest/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Which moon is largest?" }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Find a run/ }).fill("ask trio");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What should the panel decide?" }).waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /^trio/ }).isChecked()).toBe(true);

    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("combobox", { name: /Find a run/ }).fill("usage");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Usage", exact: true }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Find a run/ }).press("Escape");
    await page.getByRole("dialog", { name: "Find" }).waitFor({ state: "detached" });
  });

  test("text typed while the palette loads goes into the palette, not into the question", async () => {
    await page.goto(`${site.url}/#/`);
    const question = page.getByPlaceholder(/A decision to make/);
    await question.fill("Which planet");
    const arrival = Promise.withResolvers<void>();
    await page.route(/palette-[^/]*\.js$/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("mo");
    arrival.resolve();
    const box = page.getByRole("combobox", { name: /Find a run/ });
    await box.waitFor();
    await page.keyboard.type("on");
    expect(await box.inputValue()).toBe("moon");
    expect(await question.inputValue()).toBe("Which planet");
    await page.getByRole("option", { name: /Which moon is largest/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Find" }).waitFor({ state: "hidden" });
    expect(await question.evaluate((field) => field.matches(":focus"))).toBe(true);
  });

  test("Enter pressed before the lists have arrived waits for them, and takes no older row", async () => {
    await page.goto(`${site.url}/#/runs`);
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    const arrival = Promise.withResolvers<void>();
    await page.route(/\/panels$|search=ask/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: /Find a run/ });
    // Without words, the newest runs are offered.
    await page.getByRole("option", { name: /Which moon is largest/ }).waitFor();
    await box.fill("ask trio");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog", { name: "Find" }).isVisible()).toBe(true);
    arrival.resolve();
    await page.getByRole("heading", { name: "What should the panel decide?" }).waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /^trio/ }).isChecked()).toBe(true);
  });

  test("a panel is built, planned, copied as YAML and tried", async () => {
    await page.goto(`${site.url}/#/panels`);
    await page.getByLabel("Name").first().fill("sums");
    await page.getByLabel("Purpose").fill("Adds numbers.");
    for (const _ of [1, 2, 3]) await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("Model 2").selectOption({ index: 1 });
    const calls = page.locator(".plan-calls");
    await expect.poll(() => calls.innerText()).toMatch(/^\d+ to 6 calls · /);
    await page.getByText("Settings", { exact: true }).click();
    await page.getByLabel("Revision rounds").fill("2");
    await expect.poll(() => calls.innerText()).toMatch(/to 9 calls · /);
    const yaml = await page.getByLabel("The panel as YAML").innerText();
    expect(yaml).toContain('"sums":\n    purpose: "Adds numbers."\n    debaters:');
    expect(yaml).toContain("rounds: 2");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("Enter a question first.").waitFor();
    await page.getByLabel("Question to try it with").fill("What is 17 * 23?");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await page.locator(".headline").innerText()).toContain("391");
  });

  test("usage is shown by day, user, panel and model, and a panel leads to its runs", async () => {
    await page.goto(`${site.url}/#/usage`);
    await page.getByRole("table").waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole("table").locator(`time[datetime="${today}"]`).waitFor();
    await page.getByRole("link", { name: "By model" }).click();
    await page.getByRole("row", { name: /curie/ }).waitFor();
    await page.getByRole("link", { name: "By panel" }).click();
    await page.getByRole("row", { name: /trio/ }).getByRole("link").click();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    expect(page.url()).toContain("panel=trio");
    await expect.poll(() => page.locator(".run").count()).toBe(1);
    expect(await page.locator(".runs-foot").innerText()).toMatch(/1 run · \d+ calls · \$/);
  });

  test("runs are filtered by panel and day, and the totals follow", async () => {
    await page.goto(`${site.url}/#/runs`);
    await page.getByLabel("Panel").selectOption("planets");
    await expect.poll(() => page.locator(".run").count()).toBe(1);
    expect(await page.locator(".run").innerText()).toContain("planets");
    await page.getByLabel("Time").selectOption("Last 7 days");
    await expect.poll(() => page.url()).toContain("days=7");
    await expect.poll(() => page.locator(".run").count()).toBe(1);
    await page.getByLabel("Time").selectOption("Between two days");
    await page.getByLabel("From").fill("2020-01-01");
    await page.getByLabel("To", { exact: true }).fill("2020-12-31");
    await page.getByRole("heading", { name: "No runs match these filters" }).waitFor();
    await expect.poll(() => page.url()).toContain("to=2020-12-31");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => page.locator(".run").count()).toBeGreaterThan(1);
    expect(page.url()).not.toContain("panel=");
  });
});

describe.skipIf(!hasBrowser)("an empty server", () => {
  onPage({ panels: { trio: trio() } });

  test("every screen says what to do, and axe finds nothing", async () => {
    for (const [path, words] of [
      ["runs", "No runs yet"],
      ["review", "Nothing to decide"],
      ["usage", "Nothing was spent in this period"],
      ["panels", "so panels can't be built here"],
      ["nowhere", "There is nothing at this address."],
    ]) {
      await page.goto(`${site.url}/#/${path}`);
      await page.getByText(words ?? "").waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  });
});

describe.skipIf(!hasBrowser)("a server that is busy", () => {
  onPage({ panels: { slow: trio({ ms: 100, letters: 2 }) }, limits: { debates: 1 } });

  test("a debate that waits for a slot says its place in the queue", async () => {
    const running = await site.start({ question: QUESTION, panel: "slow" });
    const queued = await site.start({ question: "Which is next?", panel: "slow" });
    await page.goto(`${site.url}/#/d/${queued}`);
    await page.getByText("Next in the queue").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fetch(`${site.url}/debates/${running}/cancel`, { method: "POST" });
    await page.locator(".live-stream").first().waitFor();
    await expect.poll(() => page.getByText("in the queue").count()).toBe(0);
  });
});
