import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { planets, QUESTION, trio } from "./support/panels.ts";
import { readMask } from "./support/read-mask.ts";
import { watchfulPage } from "./support/watchful-page.ts";
import { browser, onPage, page, site } from "./support/stage.ts";

describe.skipIf(!hasBrowser)("the page", () => {
  /** Opened by a test when it has seen how a round begins. */
  let rounds: PromiseWithResolvers<void>[];
  const until = async (round: number): Promise<void> => rounds[round]?.promise;
  onPage(() => {
    rounds = [Promise.withResolvers(), Promise.withResolvers()];
    return {
      panels: {
        watched: trio({ ms: 5, letters: 6, until }),
        planets: planets(),
      },
    };
  });

  test("ask, watch it stream, and open a change of mind", async () => {
    await page.goto(site.url);
    await page.getByRole("radio", { name: /^watched/ }).check();
    await page.locator(".ask-start", { hasText: /about \$[\d.]+, at most \$/ }).waitFor();
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Control+Enter");

    const stream = page.locator(".live-stream").first();
    await expect.poll(() => stream.innerText()).not.toBe("");
    // A text that fits is shown as it is. Only one that is longer fades at its top.
    expect(await readMask(stream)).toBe("none");
    rounds[0]?.resolve();
    await page.getByText("round 2 of at most 2").first().waitFor();
    rounds[1]?.resolve();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await page.locator(".headline").innerText()).toContain("Mercury");
    expect(await page.locator(".support").first().innerText()).toMatch(/2 of 3 · boole differs/);
    expect(await page.locator(".rail .facts").first().innerText()).toMatch(/Calls\s+6/);
    expect(await page.locator(".member").count()).toBe(3);

    await page.getByRole("link", { name: "Rounds" }).click();
    await page.getByText("Would fewer calls have done?").click();
    await expect
      .poll(() => page.locator(".what-if").innerText())
      .toMatch(/Vote of the first round[\s\S]*Venus/);
    await page.getByText("Who changed their mind").click();
    await page.getByRole("link", { name: "darwin changed its mind in round 2" }).click();
    const change = page.locator(".change-detail");
    // The first change of mind is open before another is chosen.
    await expect.poll(() => change.innerText()).toContain("The rotation period isn't the day");
    expect(await change.innerText()).toContain("curie held this answer in round 1");
    // Its texts have little in common, so they stand one after the other.
    expect(await change.getByRole("region", { name: "Before" }).innerText()).toContain("Venus");
    expect(await change.locator("ins").count()).toBe(0);
  });

  test("a link leads to one reply, also by keyboard and back", async () => {
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    await page.goto(`${site.url}/#/d/${id}/r1/darwin`);
    const reply = page.locator(".member", { hasText: "darwin" }).locator(".reply.named");
    await reply.waitFor();
    expect(await reply.innerText()).toContain("Reason for the change");
    await page.goto(`${site.url}/#/d/${id}/r0/curie`);
    await page.locator(".member", { hasText: "curie" }).locator(".reply.named").waitFor();
    await page.goBack();
    await reply.waitFor();
    await page.keyboard.press("Escape");
    await reply.waitFor({ state: "detached" });
    expect(page.url()).toMatch(new RegExp(`/d/${id}$`));
  });

  test("a debate that was deleted elsewhere says so, and what to do", async () => {
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".headline:not(.pending)").waitFor();
    await fetch(`${site.url}/debates/${id}`, { method: "DELETE" });
    await page.getByText("More actions").locator("..").click();
    await page.getByRole("button", { name: "Export as Markdown" }).click();
    await page.getByText(`There is no debate "${id}"`).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "This debate isn't here" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "all runs" }).click();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
  });

  test("runs are searched, filters stay in the address, and two are compared", async () => {
    await site.hold({ question: "Which moon is largest?", panel: "planets" });
    await site.hold({ question: "Which moon is smallest?", panel: "planets", rounds: 0 });
    await page.goto(`${site.url}/#/runs`);
    await page.getByLabel("Search").fill("moon");
    await page.getByLabel("Status").selectOption("completed");
    await expect.poll(() => page.locator(".run").count()).toBe(2);
    await expect.poll(() => page.url()).toMatch(/search=moon/);
    await page.reload();
    expect(await page.getByLabel("Search").inputValue()).toBe("moon");
    await expect.poll(() => page.locator(".run").count()).toBe(2);
    await page.getByRole("button", { name: "Compare…" }).click();
    for (const box of await page.locator(".run input").all()) await box.check();
    await page.getByRole("link", { name: "Compare both" }).click();
    const row = page.locator(".compare-rows > div", { hasText: "Agreement by round" });
    await expect.poll(() => row.innerText()).toMatch(/60%[\s\S]*60% → 60% → 80%/);
    expect(await row.getAttribute("class")).toBe("compare-differs");
    expect(await page.locator(".compare-heads").innerText()).toMatch(
      /planets[\s\S]*20\d\d[\s\S]*planets[\s\S]*20\d\d/,
    );
    const reply = page.locator(".reply-pair", { hasText: "darwin" });
    expect(await reply.innerText()).toMatch(/Venus[\s\S]*Mercury/);
  });

  test("letters typed while a filter is applied stay, and so does a filter chosen before that", async () => {
    await page.goto(`${site.url}/#/runs`);
    const search = page.getByLabel("Search");
    await search.waitFor();
    const type = (text: string): string => `{
      const field = document.querySelector("input[type=search]");
      field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }`;
    await page.evaluate(
      `addEventListener("hashchange", () => ${type("moons")}, { once: true }); ${type("moon")}`,
    );
    await expect.poll(() => page.url()).toMatch(/search=moons$/);
    expect(await search.inputValue()).toBe("moons");
    await page.evaluate(`${type("star")} {
      const status = document.querySelectorAll(".run-filters select")[1];
      status.value = "failed";
      status.dispatchEvent(new Event("change", { bubbles: true }));
    }`);
    await expect.poll(() => page.url()).toMatch(/search=star&status=failed$/);
  });

  test("a shared file is the debate, without a server", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-shared-"));
    try {
      const id = await site.hold({ question: QUESTION, panel: "planets" });
      await page.goto(`${site.url}/#/d/${id}`);
      await page.getByRole("button", { name: "Share" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save the file" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^which-planet-.*\.html$/);
      const file = join(folder, "shared.html");
      await download.saveAs(file);
      const source = readFileSync(file, "utf8");
      expect(source).toContain("Content-Security-Policy");
      expect(source).not.toContain(site.url);

      const offline = await watchfulPage(browser.context, pathToFileURL(file).href);
      await browser.context.setOffline(true);
      await offline.page.goto(pathToFileURL(file).href);
      await offline.page.getByRole("heading", { name: QUESTION }).waitFor();
      expect(await offline.page.locator(".headline").innerText()).toContain("Mercury");
      expect(await offline.page.getByRole("button", { name: "Delete" }).count()).toBe(0);
      await offline.page.getByRole("link", { name: "Rounds" }).click();
      await offline.page.getByText("Who changed their mind").click();
      await offline.page.getByRole("link", { name: /ada changed its mind/ }).click();
      await offline.page.locator(".change-detail").waitFor();
      await offline.page.getByText("Would fewer calls have done?").click();
      await offline.page.locator(".chart canvas").waitFor();
      expect(await axeFindings(offline.page)).toEqual([]);
      await offline.page.close();
      expect(offline.trouble).toEqual([]);
    } finally {
      await browser.context.setOffline(false);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
