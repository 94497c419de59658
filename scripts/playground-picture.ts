/*
 * The README's picture of the playground: builds it, serves it as plain files, runs a debate among
 * the networks in Chromium, and writes docs/images/playground.png.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveFolder } from "../test/browser/support/file-server.ts";
import { findChromium } from "../test/browser/support/find-chromium.ts";
import { ROOT } from "./lib/root.ts";
import { runNode } from "./lib/run.ts";

const executablePath = findChromium();
if (executablePath === null)
  throw new Error("there is no Chromium here, and it can't be installed");
const folder = mkdtempSync(join(tmpdir(), "rostrum-picture-"));
const { code, output } = await runNode([join(ROOT, "packages/playground/build.ts"), folder]);
if (code !== 0) throw new Error(output);
const server = await serveFolder(folder);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({
    viewport: { width: 1120, height: 860 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  page.setDefaultTimeout(60_000);
  await page.goto(server.url);
  await page.getByLabel("Slow down, so that I can follow").uncheck();
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  await page.screenshot({ path: join(ROOT, "docs/images/playground.png") });
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
