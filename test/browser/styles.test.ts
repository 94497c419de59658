import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { contractReview, CONTRACT, MEMO_QUESTION } from "./support/memo-panel.ts";
import { divided } from "./support/panels.ts";
import { review, REVIEW } from "./support/protocols.ts";
import { failing, STORE, tied } from "./support/reading-panels.ts";
import { versioning, VERSION_QUESTION } from "./support/difference-panel.ts";
import { openSite, type Site } from "./support/site.ts";

describe.skipIf(!hasBrowser)("a screen that is opened directly", () => {
  let site: Site;
  let browser: Window;
  let screens: Record<string, [path: string, there: string]>;

  beforeAll(async () => {
    site = await openSite({
      panels: {
        version: versioning(),
        memo: contractReview(),
        review: review(),
        divided: divided(),
        failing: failing(),
        tied: tied(),
      },
    });
    browser = await openWindow();
    const hold = (panel: string, question = STORE): Promise<string> =>
      site.hold({ panel, question });
    const version = await hold("version", VERSION_QUESTION);
    const memo = await site.hold({ panel: "memo", question: MEMO_QUESTION, context: [CONTRACT] });
    const waiting = await hold("divided", "Shall we keep the hosting contract?");
    screens = {
      ask: ["", ".panel-card"],
      runs: ["runs", ".run"],
      "to decide": ["review", ".option"],
      panels: ["panels", ".panel-item"],
      usage: ["usage", ".usage-table"],
      admin: ["admin", ".admin-list, .data-table, table"],
      compare: [`compare/${version}/${memo}`, ".compare-rows"],
      answer: [`d/${version}`, ".difference"],
      reply: [`d/${version}/r0/ada`, ".reply.named"],
      rounds: [`d/${version}/rounds`, ".timeline .member"],
      memo: [`d/${memo}/memo`, ".memo"],
      calls: [`d/${memo}/calls`, ".calls"],
      tied: [`d/${await hold("tied")}`, ".option"],
      findings: [`d/${await hold("review", REVIEW)}`, ".finding"],
      failed: [`d/${await hold("failing")}`, ".notice-failed"],
      waiting: [`d/${waiting}`, ".option"],
      lost: ["nowhere", "h1"],
    };
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  // Which styles are loaded depends on the screens that were visited before, so none may change another.
  test("has all styles that it uses, and those of other screens don't change it", async () => {
    const sheets = readdirSync(join(inject("page"), "assets")).filter((name) =>
      name.endsWith(".css"),
    );
    const found: string[] = [];
    for (const [name, [path, there]] of Object.entries(screens)) {
      const page = await browser.context.newPage();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(`${site.url}/#/${path}`);
      await page.locator(there).first().waitFor();
      const differences = await compareStyles(page, sheets);
      found.push(...differences.map((difference) => `${name}: ${difference}`));
      await page.close();
    }
    expect(found).toEqual([]);
  }, 120_000);
});

/** Adds all style sheets of the page, and lists the elements that then look different. */
async function compareStyles(page: Page, sheets: readonly string[]): Promise<string[]> {
  return (await page.evaluate(`(${COMPARE})(${JSON.stringify(sheets)})`)) as string[];
}

const COMPARE = `async (sheets) => {
  const links = sheets.map((name) => {
    const link = document.createElement("link");
    return Object.assign(link, { rel: "stylesheet", href: "assets/" + name });
  });
  document.head.append(...links);
  await Promise.all(links.map((link) => new Promise((resolve, reject) => {
    Object.assign(link, { onload: resolve, onerror: reject });
  })));
  // What no sheet mentions, no sheet can change. Elements list hundreds of properties.
  const mentioned = new Set();
  const note = (rules) => {
    for (const { style, cssRules = [] } of rules) {
      for (const property of style ?? []) mentioned.add(property);
      note(cssRules);
    }
  };
  for (const { cssRules } of document.styleSheets) note(cssRules);
  const elements = [...document.querySelectorAll("body *")];
  // Sizes and places follow from the other properties.
  const isLayout = (property) =>
    /size$|^(width|height|grid-template|inset|top|left|right|bottom|perspective|transform)/.test(property);
  const names = [...mentioned].filter(
    (property) => !isLayout(property) && !property.startsWith("--"),
  );
  const read = (isAdded) => {
    for (const link of links) link.disabled = !isAdded;
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return new Map(names.map((property) => [property, style.getPropertyValue(property)]));
    });
  };
  const [alone, together] = [read(false), read(true)];
  return elements.flatMap((element, at) => {
    const changed = [...together[at]].filter(([name, value]) => alone[at].get(name) !== value);
    if (changed.length === 0) return [];
    const words = changed.slice(0, 4).map((each) => each.join(": ")).join("; ");
    return ["<" + element.localName + ' class="' + (element.getAttribute("class") ?? "") + '"> ' + words];
  });
}`;
