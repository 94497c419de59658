import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { serveFolder } from "./support/file-server.ts";

// Two busy cores take their time.
vi.setConfig({ testTimeout: 90_000 });

const READY = "navigator.serviceWorker.ready.then(() => true)";

test.skipIf(!hasBrowser).each([1280, 390])(
  "the playground works without a network after the first visit, %i px wide",
  async (width) => {
    const site = await serveFolder(inject("playground"), "/play/");
    const window = await openWindow();
    const page = await window.context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    await page.evaluate(READY);
    // The server is gone, not only slow.
    await site.close();
    await page.reload();
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await page.getByRole("button", { name: "Start the debate" }).click();
    await page.getByRole("button", { name: "Copy link" }).waitFor({ timeout: 30_000 });
    // Parts that were never shown are there too.
    await page.getByRole("link", { name: "Convergence" }).click();
    await page.locator(".uplot").first().waitFor();
    await page.getByRole("link", { name: "Side by side" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await page.getByRole("link", { name: "Your models" }).click();
    await page.getByLabel("Provider").waitFor();
    await window.close();
  },
);

test.skipIf(!hasBrowser)("a newer version waits until the visitor accepts it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-play-"));
  cpSync(inject("playground"), folder, { recursive: true });
  const site = await serveFolder(folder, "/play/");
  const window = await openWindow();
  try {
    const page = await window.context.newPage();
    await page.goto(site.url);
    await page.evaluate(READY);
    await page.reload();
    const index = readFileSync(join(folder, "index.html"), "utf8");
    writeFileSync(
      join(folder, "index.html"),
      index.replace("</head>", '<meta name="second" /></head>'),
    );
    const worker = readFileSync(join(folder, "service-worker.js"), "utf8");
    const version = /rostrum-playground [^`]*`[\s\S]*?([0-9a-f]{12})/.exec(worker)?.[1] ?? "";
    expect(version).not.toBe("");
    writeFileSync(join(folder, "service-worker.js"), worker.replace(version, "0123456789ab"));
    // The old version is shown, whole, until it is asked.
    await page.reload();
    expect(await page.locator('meta[name="second"]').count()).toBe(0);
    await page.getByRole("button", { name: "Use it" }).click();
    await page.locator('meta[name="second"]').waitFor({ state: "attached" });
    await expect.poll(() => page.evaluate("caches.keys().then((names) => names.length)")).toBe(1);
  } finally {
    await window.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
