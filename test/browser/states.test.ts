import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { contractReview, CONTRACT, MEMO_QUESTION } from "./support/memo-panel.ts";
import { divided } from "./support/panels.ts";
import { council5, notice, oversight, review, REVIEW } from "./support/protocols.ts";
import {
  architects,
  essays,
  failing,
  staged,
  STORE,
  strange,
  thirty,
  tied,
} from "./support/reading-panels.ts";
import { versioning, VERSION_QUESTION } from "./support/difference-panel.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";
import { smallTargets } from "./support/small-targets.ts";

/** `SCREENS=folder` keeps a picture of every state there. */
const folder = process.env["SCREENS"];

/**
 * Colors don't depend on places, nor places on colors: the widest window is checked for both, and its colors once more
 * when they are dark; the narrowest one for places; and the one between them only for what sticks out.
 */
const WIDTHS = [1440, 768, 390];

describe.skipIf(!hasBrowser)("a debate in every state", () => {
  let site: Site;
  let browser: Window;
  let states: Record<string, [path: string, there: string]>;

  beforeAll(async () => {
    site = await openSite({
      panels: {
        architects: architects(),
        staged: staged().config,
        essays: essays(),
        failing: failing(),
        memo: contractReview(),
        review: review(),
        council: council5(),
        sides: oversight(),
        draft: notice(),
        divided: divided(),
        strange: strange(),
        thirty: thirty(),
        version: versioning(),
        tied: tied(),
      },
    });
    browser = await openWindow();
    if (folder) mkdirSync(folder, { recursive: true });
    const hold = (panel: string, question = STORE): Promise<string> =>
      site.hold({ panel, question });
    const streaming = await site.start({ question: STORE, panel: "staged" });
    const stopped = await site.start({ question: STORE, panel: "staged" });
    const long = await hold("architects");
    const different = await hold("version", VERSION_QUESTION);
    const overruled = await hold("version", VERSION_QUESTION);
    await fetch(`${site.url}/debates/${overruled}/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        verdict: "correct",
        answer: "In a header",
        reason: "We ship official SDKs in May.",
        reviewer: "grace",
      }),
    });
    const odd = await hold("strange", `${"A long question. ".repeat(30)}\n\n${"q".repeat(200)}`);
    const many = await hold("thirty");
    const drafted = await hold("draft", "Write the notice about the power cut.");
    const memo = await site.hold({ panel: "memo", question: MEMO_QUESTION, context: [CONTRACT] });
    states = {
      streaming: [`d/${streaming}`, ".live-stream"],
      answer: [`d/${long}`, ".verdict"],
      reply: [`d/${long}/r0/ada`, ".reply.named"],
      alone: [`d/${long}/of/boole`, ".reply"],
      rounds: [`d/${long}/rounds`, ".timeline .member"],
      changes: [`d/${long}/rounds/r1/boole`, ".change-detail"],
      differences: [`d/${different}`, ".difference"],
      tied: [`d/${await hold("tied")}`, ".option"],
      overruled: [`d/${overruled}`, ".settlement"],
      memo: [`d/${memo}`, ".verdict"],
      text: [`d/${await hold("essays")}`, ".verdict"],
      ranked: [
        `d/${await hold("council", "The nightly import takes nine hours. What first?")}`,
        ".verdict",
      ],
      findings: [`d/${await hold("review", REVIEW)}`, ".finding"],
      sides: [
        `d/${await hold("sides", "May the tenant leave before the lease ends?")}`,
        ".verdict",
      ],
      draft: [`d/${drafted}`, ".verdict"],
      critique: [`d/${drafted}/r1/critic`, ".reply.named"],
      failed: [`d/${await hold("failing")}`, ".notice-failed"],
      strange: [`d/${odd}`, ".verdict"],
      "strange-reply": [`d/${odd}/r1/${encodeURIComponent("العربية")}`, ".reply.named"],
      "strange-alone": [
        `d/${odd}/of/${encodeURIComponent("日本語のとても長い名前の参加者")}`,
        ".reply",
      ],
      "strange-changes": [`d/${odd}/rounds/r1/${encodeURIComponent("العربية")}`, ".change-detail"],
      "strange-compare": [`compare/${odd}/${long}`, ".compare-rows"],
      thirty: [`d/${many}`, ".decision"],
      "thirty-rounds": [`d/${many}/rounds`, ".timeline .member"],
      runs: ["runs", ".run"],
      review: ["review", ".decision"],
      gone: ["d/deb_gone", ".no-debate"],
      stopped: [`d/${stopped}`, ".notice-stopped"],
      waiting: [`d/${await hold("divided", "Shall we keep the hosting contract?")}`, ".decision"],
    };
    await fetch(`${site.url}/debates/${stopped}/cancel`, { method: "POST" });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(WIDTHS)(
    "%i pixels wide: axe finds nothing, and nothing sticks out",
    async (width) => {
      const page = await browser.context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.goto(site.url);
      const found: string[] = [];
      for (const [name, [path, there]] of Object.entries(states)) {
        await openHash(page, path);
        await page.locator(there).first().waitFor();
        await keep(page, `${name}-${width}-light`);
        const rules = width === 390 ? "of anything but colors" : "all";
        const broken = width === 768 ? [] : await axeFindings(page, rules);
        found.push(...broken.map((finding) => `${name}: ${finding}`));
        const wider = (await page.evaluate(
          "document.documentElement.scrollWidth - innerWidth",
        )) as number;
        if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
        if (width === 390) {
          const small = await smallTargets(page);
          found.push(...small.map((target) => `${name}: too small for a finger: ${target}`));
        }
        if (width !== 1440 && !folder) continue;
        await page.emulateMedia({ colorScheme: "dark" });
        await keep(page, `${name}-${width}-dark`);
        const dark = await axeFindings(page, "of colors");
        found.push(...dark.map((finding) => `${name}, dark: ${finding}`));
        await page.emulateMedia({ colorScheme: "light" });
      }
      await page.close();
      expect(found).toEqual([]);
    },
    300_000,
  );
});

async function keep(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
