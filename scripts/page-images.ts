/*
 * Takes the screenshots in docs/images: every screen of the page, light and dark, with scripted debates. `npm run images`
 * takes all of them; name screens to take only those. Needs Chromium.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { memoryJournal } from "../packages/rostrum/src/index.ts";
import { hashToken, newToken, serve } from "../packages/server/src/index.ts";
import { findChromium } from "../test/browser/support/find-chromium.ts";
import { divided, planets, QUESTION, trio } from "../test/browser/support/panels.ts";
import { ROOT } from "./lib/root.ts";
import { runNode } from "./lib/run.ts";

const IMAGES = join(ROOT, "docs/images");
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

interface Screen {
  name: string;
  path: string;
  /** Selector of an element that appears when the screen is complete. */
  there: string;
  size?: typeof DESKTOP;
  /** Runs before the screenshot. */
  first?(page: Page): Promise<void>;
}

const panels = {
  research: { ...planets(), purpose: "Facts that can be looked up. Five voices and a judge." },
  quick: { ...trio(), purpose: "A first opinion from three, in two rounds." },
  contracts: {
    ...divided(),
    purpose: "Decisions about money. Stops for a person if they disagree.",
  },
  slow: { ...planets({ ms: 600, letters: 14 }), purpose: "The same as research, word by word." },
  demo: { debaters: ["embedded*3"], purpose: "Sums, for free, without a key." },
};

const QUESTIONS: [user: string, panel: keyof typeof panels, question: string][] = [
  ["ada", "quick", "Which moon is the largest in the Solar System?"],
  ["grace", "demo", "What is 17 * 23?"],
  ["ada", "quick", "Which is nearer to the Sun on average: Venus or Mars?"],
  ["grace", "contracts", "Shall we keep the hosting contract for another year?"],
  ["ada", "contracts", "Shall we move the archive to another provider?"],
  ["ada", "quick", QUESTION],
];

const place = findChromium();
if (place === null) throw new Error("the pictures need Chromium, and there is none here");
const built = mkdtempSync(join(tmpdir(), "rostrum-page-"));
const pageBuild = await runNode([join(ROOT, "packages/page/build.ts"), built]);
if (pageBuild.code !== 0) throw new Error(pageBuild.output);

const tokens: Record<string, string> = { ada: newToken(), grace: newToken() };
const serving = await serve({
  panels,
  port: 0,
  journal: memoryJournal(),
  page: pathToFileURL(`${built}/`),
  auth: {
    tokens: Object.entries(tokens).map(([user, token]) => ({
      user,
      hash: hashToken(token),
      admin: user === "ada",
      budget: user === "ada" ? { usd: 5 } : { usd: 0.02, calls: 50 },
    })),
  },
});
const browser = await chromium.launch({ executablePath: place, args: ["--no-sandbox"] });
try {
  for (const [user, panel, question] of QUESTIONS)
    await waitUntilDone(await ask(user, panel, question));
  const id = await waitUntilDone(await ask("ada", "research", QUESTION));
  const other = await waitUntilDone(await ask("grace", "quick", QUESTION));
  const requestedNames = process.argv.slice(2);
  for (const screen of screensOf(id, other)) {
    if (requestedNames.length > 0 && !requestedNames.includes(screen.name)) continue;
    for (const scheme of ["light", "dark"] as const) await picture(screen, scheme);
  }
} finally {
  await browser.close();
  await serving.close();
  rmSync(built, { recursive: true, force: true });
}

function screensOf(id: string, other: string): Screen[] {
  return [
    {
      name: "ask",
      path: "",
      there: ".plan-calls",
      first: (page) => page.getByLabel("Question").fill("Should we cache search results?"),
    },
    { name: "verdict", path: `d/${id}`, there: ".verdict" },
    { name: "mind-change", path: `d/${id}/rounds/r1/darwin`, there: ".change-detail" },
    { name: "review", path: "review", there: ".decision" },
    { name: "runs", path: "runs", there: ".run" },
    { name: "compare", path: `compare/${id}/${other}`, there: ".compare-rows" },
    { name: "panels", path: "panels?panel=demo", there: ".builder .plan-calls" },
    { name: "usage", path: "usage?by=panel&days=30", there: ".usage-table" },
    {
      name: "find",
      path: "runs",
      there: ".run",
      async first(page) {
        await page.keyboard.press("Control+k");
        await page.getByRole("option", { name: /^Run/ }).first().waitFor();
      },
    },
    { name: "phone", path: `d/${id}`, there: ".verdict", size: PHONE },
    // Last, because its debate is still running when the screenshot is taken.
    { name: "live", path: "", there: ".panel-card", first: watchLive },
  ];
}

async function watchLive(page: Page): Promise<void> {
  const id = await ask("ada", "slow", QUESTION);
  await page.evaluate(`location.hash = "#/d/${id}"`);
  await page.getByText("round 2 of at most").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2500);
}

async function picture({ name, path, there, size, first }: Screen, scheme: "light" | "dark") {
  const page = await browser.newPage({
    viewport: size ?? DESKTOP,
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  await page.addInitScript(
    `sessionStorage.setItem("rostrum.token", ${JSON.stringify(tokens["ada"])})`,
  );
  await page.goto(`${serving.url}/#/${path}`);
  await page.locator(there).first().waitFor();
  await first?.(page);
  const file = scheme === "light" ? `page-${name}.png` : `page-${name}-dark.png`;
  await page.screenshot({ path: join(IMAGES, file) });
  await page.close();
  process.stdout.write(`docs/images/${file}\n`);
}

async function ask(user: string, panel: string, question: string): Promise<string> {
  const response = await fetch(`${serving.url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[user]}` },
    body: JSON.stringify({ question, panel }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

/** Waits until a debate has ended or waits for a person. */
async function waitUntilDone(id: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${serving.url}/debates/${id}`, {
      headers: { authorization: `Bearer ${tokens["ada"]}` },
    });
    const { status } = (await response.json()) as { status: string };
    if (status !== "running") return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
