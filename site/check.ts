/*
 * Looks at the built site in Chromium: the playground on the first page works, the search finds, every debate of the
 * gallery can be read, and every example that browsers can run runs to its end. Where there is no Chromium, a line says so.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { ROOT } from "../scripts/lib/root.ts";
import { CHROMIUM_FLAGS } from "../test/browser/support/chromium-flags.ts";
import { findChromium } from "../test/browser/support/find-chromium.ts";
import { serveFolder } from "../test/browser/support/file-server.ts";
import { axeFindings } from "../test/browser/support/axe.ts";
import { examples } from "./lib/examples.ts";
import { EXHIBITS } from "./lib/gallery.ts";

/** Those that take many seconds are tried with the button only by people. */
const AT_MOST_MS = 60_000;

/** Runs the module of an example in the page, as the button does. */
const run = (page: Page, address: string): Promise<string> =>
  page.evaluate(
    `new Promise((resolve) => {
      const worker = new Worker(${JSON.stringify(address)}, { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.kind === "said") return;
        worker.terminate();
        resolve(data.kind === "done" ? "done" : data.text);
      };
      worker.onerror = ({ message }) => resolve(message || "could not be loaded");
      setTimeout(() => resolve("took too long"), ${AT_MOST_MS});
    })`,
  ) as Promise<string>;

export async function checkSite(folder: string, base: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null) {
    console.log("the site was not opened: there is no Chromium here, and it can't be installed");
    return;
  }
  const server = await serveFolder(folder, base);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const trouble: string[] = [];
    page.on("pageerror", ({ message }) => trouble.push(message));
    page.setDefaultTimeout(AT_MOST_MS);

    await page.goto(server.url);
    const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    assert(!wide, "the first page scrolls sideways on a phone");
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const playground = page.frameLocator("iframe");
    await playground.getByLabel("Slow down, so that I can follow").uncheck();
    await playground.getByRole("button", { name: "Start the debate" }).click();
    await playground.getByRole("button", { name: "Copy link" }).waitFor();

    await page.goto(`${server.url}examples/first-debate`);
    await page.getByRole("button", { name: "Run it here" }).click();
    await page.getByText("Done: all its assertions passed.").waitFor();

    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("keepLeader");
    await page.getByRole("option").first().waitFor();

    await page.goto(`${server.url}gallery`);
    await page.getByRole("link", { name: "A change of mind" }).click();
    await page.getByRole("heading", { name: /piano tuners/ }).waitFor();
    for (const name of Object.keys(EXHIBITS)) {
      await page.goto(`${server.url}recorded/${name}.html`);
      await page.locator(".verdict, .finding").first().waitFor();
      const sideways = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      assert(!sideways, `the gallery's ${name} scrolls sideways on a phone`);
      const rules = await axeFindings(page);
      assert.deepEqual(rules, [], `the gallery's ${name}`);
    }

    const pale: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of [
        "start",
        "options",
        "commands",
        "examples/first-debate",
        "api/rostrum-ai",
        "no-page",
      ]) {
        await page.goto(`${server.url}${path}`);
        const found = await axeFindings(page, "of colors");
        pale.push(...found.filter((line) => line.startsWith("color-contrast")));
      }
    }
    assert.deepEqual(pale, []);

    const runnable = examples().filter(({ needs }) => needs === null);
    const failed: string[] = [];
    // One after the other: together on a busy machine, each would take as long as all of them.
    for (const { name } of runnable) {
      const how = await run(page, `${server.url}examples-run/${name}.js`);
      if (how !== "done") failed.push(`${name}: ${how}`);
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(trouble, []);
    console.log(
      `opened in Chromium: the playground, the search, ${Object.keys(EXHIBITS).length} recorded debates, and ${runnable.length} examples`,
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

if (import.meta.main) await checkSite(join(ROOT, "site/dist"), process.env["SITE_BASE"] ?? "/");
