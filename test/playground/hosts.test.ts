import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { hasBrowser, openWindow, type Window } from "../browser/support/browser.ts";
import { serveFolder, type FileServer, type ServerHabits } from "../browser/support/file-server.ts";
import { replaceable, type Replaceable } from "../browser/support/replaceable.ts";

const READY = "navigator.serviceWorker.ready.then(() => true)";

/** Looks for a newer version, and tells what became of it. */
const UPDATED = `navigator.serviceWorker.getRegistration()
  .then((registration) => registration.update())
  .then(({ installing, waiting }) => new Promise((resolve) => {
    if (!installing) return resolve(waiting?.state ?? "none");
    installing.addEventListener("statechange", () => resolve(installing.state));
  }))`;

describe.skipIf(!hasBrowser)("the playground on servers with habits", () => {
  let window: Window;
  let page: Page;
  const open: (FileServer | Replaceable)[] = [];

  beforeEach(async () => {
    window = await openWindow();
    page = await window.context.newPage();
  });
  afterEach(async () => {
    await window.close();
    for (const site of open.splice(0)) await site.close();
  });

  async function served(habits: ServerHabits): Promise<FileServer> {
    const site = await serveFolder(inject("playground"), "/play/", habits);
    open.push(site);
    return site;
  }

  const start = (): Promise<void> => page.getByRole("button", { name: "Start the debate" }).click();
  const tell = (): Promise<void> =>
    page.getByRole("heading", { name: "The playground's files did not arrive" }).waitFor();

  test("a page whose scripts don't arrive says what to do, and so does one opened as a file", async () => {
    const plain = await served({ types: { ".js": "text/plain", ".css": "text/plain" } });
    await page.goto(plain.url);
    await tell();
    await page.goto(`file://${inject("playground")}/index.html`);
    await tell();
    // With its style, it waits for scripts that only take long.
    const scripts = await served({ types: { ".js": "text/plain" } });
    await page.goto(scripts.url);
    expect(await page.getByText("did not arrive").isVisible()).toBe(false);
    await page.evaluate("document.getAnimations().forEach((each) => each.finish())");
    await tell();
    const good = await served({});
    await page.goto(good.url);
    await page.getByRole("button", { name: "Start the debate" }).waitFor();
    expect(await page.getByText("did not arrive").count()).toBe(0);
  });

  test("without JavaScript, the page says that it needs it", async () => {
    const context = await window.context.browser()?.newContext({ javaScriptEnabled: false });
    const off = await context?.newPage();
    await off?.goto((await served({})).url);
    expect(await off?.locator("noscript").innerHTML()).toContain("needs JavaScript");
    expect(await off?.locator(".unloaded").isVisible()).toBe(false);
    await context?.close();
  });

  test.each(["Accept", "*"])(
    "a strict policy, and Vary: %s: it debates, also without a network",
    async (vary) => {
      const headers = { "content-security-policy": "default-src 'self'; img-src data:", vary };
      const site = await served({ headers });
      await page.goto(site.url);
      await page.evaluate(READY);
      await site.close();
      await page.reload();
      await page.getByLabel("Networks").selectOption("xs");
      await page.getByLabel("Question").fill("What is 12*11+5?");
      await page.getByLabel("Slow down, so that I can follow").uncheck();
      await start();
      await page.getByText("137").first().waitFor();
    },
  );

  test("a policy that forbids workers: both screens say so", async () => {
    const headers = { "content-security-policy": "require-trusted-types-for 'script'" };
    const site = await served({ headers });
    const said = page.getByRole("alert").filter({ hasText: "worker with the networks could not" });
    await page.goto(site.url);
    await start();
    await said.waitFor();
    await page.goto(`${site.url}#/arms`);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await said.waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  });

  test("a server that sends a page in place of code: the message says what to do", async () => {
    const context = await window.context.browser()?.newContext({ serviceWorkers: "block" });
    if (!context) throw new Error("expected a browser");
    page = await context.newPage();
    const site = await served({
      instead: (path) => (/assets\/(?:engine|debate-with-key)/.test(path) ? "<p>home" : undefined),
    });
    const said = page
      .getByRole("alert")
      .filter({ hasText: "A part of the playground could not be loaded. Check that you are on" });
    await page.goto(site.url);
    await start();
    await said.waitFor();
    await page.goto(`${site.url}#/models`);
    await page.getByLabel("Key").fill("sk-secret");
    await page.getByLabel("Question").fill("Why?");
    await start();
    await said.waitFor();
    await context.close();
  });

  test.each(["./", "weights/xs-1.safetensors"])(
    "a newer version is not stored while its %s has not arrived",
    async (late) => {
      const before = readFileSync(join(inject("playground"), "index.html"), "utf8");
      let isLate = false;
      const site = await replaceable({
        instead: (path) =>
          isLate && path === new URL(late, "http://host/play/").pathname ? before : undefined,
      });
      open.push(site);
      await page.goto(site.url);
      await page.evaluate(READY);
      await page.reload();
      isLate = true;
      site.rename("index-");
      site.replace();
      expect(await page.evaluate(UPDATED)).toBe("redundant");
      await page.reload();
      await page.getByRole("link", { name: "Side by side" }).click();
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
      expect(await page.evaluate("caches.keys().then((names) => names.length)")).toBe(1);
      isLate = false;
      expect(await page.evaluate(UPDATED)).toBe("installed");
      await page.getByRole("button", { name: "Update" }).click();
      await page.locator('meta[name="second"]').waitFor({ state: "attached" });
      await page.getByRole("link", { name: "Side by side" }).click();
      await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    },
  );

  test("two tabs that offer the newer version: the second one can still use it", async () => {
    const site = await replaceable();
    open.push(site);
    await page.goto(site.url);
    await page.evaluate(READY);
    const tabs = [page, await window.context.newPage()];
    for (const tab of tabs) await tab.goto(site.url);
    site.replace();
    expect(await page.evaluate(UPDATED)).toBe("installed");
    for (const tab of tabs) await tab.getByRole("button", { name: "Update" }).waitFor();
    for (const tab of tabs) {
      await tab.getByRole("button", { name: "Update" }).click();
      await tab.locator('meta[name="second"]').waitFor({ state: "attached" });
    }
  });

  test("a browser whose storage fails later gets the files from the network", async () => {
    const site = await replaceable();
    open.push(site);
    site.edit(
      "service-worker.js",
      (text) => `caches.match = () => Promise.reject(new Error("no storage"));\n${text}`,
    );
    await page.goto(site.url);
    await page.evaluate(READY);
    await page.reload();
    await page.getByRole("button", { name: "Start the debate" }).waitFor();
  });
});
