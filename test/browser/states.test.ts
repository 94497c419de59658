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
} from "./support/reading-panels.ts";
import { openHash } from "./support/open-hash.ts";
import { openSite, type Site } from "./support/site.ts";
import { smallTargets } from "./support/small-targets.ts";

/** `SCREENS=folder` keeps a picture of every state there. */
const folder = process.env["SCREENS"];

/** Places don't depend on colors: without pictures, the dark ones are checked at one width. */
const LOOKS = [1440, 768, 390].flatMap((width) =>
  (["light", "dark"] as const)
    .filter((scheme) => folder !== undefined || scheme === "light" || width === 1440)
    .map((scheme) => ({ width, scheme })),
);

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
      },
    });
    browser = await openWindow();
    if (folder) mkdirSync(folder, { recursive: true });
    const hold = (panel: string, question = STORE): Promise<string> =>
      site.hold({ panel, question });
    const streaming = await site.start({ question: STORE, panel: "staged" });
    const stopped = await site.start({ question: STORE, panel: "staged" });
    const long = await hold("architects");
    const odd = await hold("strange", `${"A long question. ".repeat(30)}\n\n${"q".repeat(200)}`);
    const many = await hold("thirty");
    const memo = await site.hold({ panel: "memo", question: MEMO_QUESTION, context: [CONTRACT] });
    states = {
      streaming: [`d/${streaming}`, ".cell-writing"],
      column: [`d/${streaming}/of/boole`, ".turn .said"],
      answer: [`d/${long}`, ".verdict"],
      reply: [`d/${long}/r0/ada`, ".detail"],
      alone: [`d/${long}/of/boole`, ".turn"],
      changes: [`d/${long}/changes`, ".change-detail"],
      decisions: [`d/${long}/decisions`, ".decisions-view table"],
      convergence: [`d/${long}/convergence`, ".chart canvas"],
      memo: [`d/${memo}`, ".verdict"],
      text: [`d/${await hold("essays")}`, ".verdict"],
      ranked: [
        `d/${await hold("council", "The nightly import takes nine hours. What first?")}`,
        ".ranking",
      ],
      findings: [`d/${await hold("review", REVIEW)}`, ".finding"],
      sides: [`d/${await hold("sides", "May the tenant leave before the lease ends?")}`, ".facts"],
      draft: [`d/${await hold("draft", "Write the notice about the power cut.")}`, ".verdict"],
      failed: [`d/${await hold("failing")}`, ".notice-failed"],
      strange: [`d/${odd}`, ".verdict"],
      "strange-reply": [`d/${odd}/r1/${encodeURIComponent("العربية")}`, ".detail"],
      "strange-alone": [
        `d/${odd}/of/${encodeURIComponent("日本語のとても長い名前の参加者")}`,
        ".turn",
      ],
      "strange-changes": [`d/${odd}/changes`, ".change-detail"],
      "strange-decisions": [`d/${odd}/decisions`, ".decisions-view table"],
      "strange-compare": [`compare/${odd}/${long}`, ".compare-rows"],
      thirty: [`d/${many}`, ".decision"],
      "thirty-changes": [`d/${many}/changes`, ".flow"],
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

  test.each(LOOKS)(
    "$width pixels, $scheme: axe finds nothing, and nothing sticks out",
    async (look) => {
      const page = await browser.context.newPage();
      await page.setViewportSize({ width: look.width, height: 900 });
      await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: "reduce" });
      await page.goto(site.url);
      const found: string[] = [];
      for (const [name, [path, there]] of Object.entries(states)) {
        await openHash(page, path);
        await page.locator(there).first().waitFor();
        await keep(page, name, look);
        found.push(...(await axeFindings(page)).map((finding) => `${name}: ${finding}`));
        const wider = (await page.evaluate(
          "document.documentElement.scrollWidth - innerWidth",
        )) as number;
        if (wider > 0) found.push(`${name} is ${wider} pixels wider than the window`);
        if (look.width === 390) {
          const small = await smallTargets(page);
          found.push(...small.map((target) => `${name}: too small for a finger: ${target}`));
        }
      }
      await page.close();
      expect(found).toEqual([]);
    },
    180_000,
  );

  async function keep(page: Page, name: string, look: (typeof LOOKS)[number]): Promise<void> {
    if (!folder) return;
    const path = join(folder, `${name}-${look.width}-${look.scheme}.png`);
    await page.screenshot({ path, fullPage: true });
  }
});
