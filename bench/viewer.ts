/**
 * What the page takes: bytes on the wire, time to the first words, and how smoothly five columns stream.
 * Needs Chromium; run it from the repository's root with `node bench/viewer.ts`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium, type Browser } from "playwright-core";
import { memoryJournal, type ModelFunction } from "../packages/rostrum/src/index.ts";
import { serve } from "../packages/server/src/index.ts";
import { runNode } from "../scripts/lib/run.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const LOADS = 9;
const PIECES = 400;
const PIECE = "Every further month binds us more than the last one did. ";

const folder = mkdtempSync(join(tmpdir(), "rostrum-page-"));
await runNode(["packages/page/build.ts", folder]);

/** Says much, a piece every two milliseconds. */
const talkative: ModelFunction = async ({ onText, signal }) => {
  for (let piece = 0; piece < PIECES; piece++) {
    await sleep(2, undefined, { signal });
    onText?.(PIECE);
  }
  return `${PIECE.repeat(PIECES)}\nAnswer: yes`;
};
const serving = await serve({
  port: 0,
  journal: memoryJournal(),
  page: pathToFileURL(`${folder}/`),
  panels: {
    five: { debaters: talkative, panelSize: 5, rounds: 1, revise: "everyone", stop: "never" },
  },
});

function sizes(): void {
  let total = 0;
  for (const name of readdirSync(join(folder, "assets")).sort()) {
    const file = readFileSync(join(folder, "assets", name));
    const small = gzipSync(file).byteLength;
    if (!name.endsWith(".html")) total += small;
    console.log(`${name.padEnd(24)} ${kB(file.byteLength)}, compressed ${kB(small)}`);
  }
  console.log(`script and style, compressed: ${kB(total)}`);
}

async function firstPaint(browser: Browser): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(serving.url);
    await page.locator(".plan-sentence").waitFor();
    const [paint] = (await page.evaluate(
      "performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)",
    )) as number[];
    times.push(paint ?? NaN);
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(
    `first paint: median ${ms(times[LOADS >> 1])}, worst ${ms(times.at(-1))} of ${LOADS} cold loads`,
  );
}

const WATCH = `
  window.shift = 0;
  window.frames = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  let last = 0;
  requestAnimationFrame(function note(now) {
    if (last) window.frames.push(now - last);
    last = now;
    requestAnimationFrame(note);
  });
`;

async function streaming(browser: Browser): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const response = await fetch(`${serving.url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Does it stream?", panel: "five" }),
  });
  const { id } = (await response.json()) as { id: string };
  await page.goto(`${serving.url}/#/d/${id}`);
  await page.locator(".verdict").waitFor({ timeout: 60_000 });
  const { frames, shift, heap } = (await page.evaluate(
    "({ frames, shift, heap: performance.memory.usedJSHeapSize })",
  )) as { frames: number[]; shift: number; heap: number };
  frames.sort((a, b) => a - b);
  const at = (share: number): string => ms(frames[Math.floor(frames.length * share)]);
  console.log(
    `${10 * PIECES} pieces in ${frames.length} frames: median ${at(0.5)}, 99th hundredth ${at(0.99)}`,
  );
  console.log(`layout shift ${shift.toFixed(4)}, heap ${kB(heap)}`);
  await context.close();
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const ms = (time: number | undefined): string => `${(time ?? NaN).toFixed(0)} ms`;

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
  ],
});
try {
  sizes();
  await firstPaint(browser);
  await streaming(browser);
} finally {
  await browser.close();
  await serving.close();
  rmSync(folder, { recursive: true, force: true });
}
