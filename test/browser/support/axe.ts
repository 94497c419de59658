import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The rules that colours decide. They take as long as all others together. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

const RULES = {
  all: {},
  "of colors": { runOnly: OF_COLORS },
  "of anything but colors": {
    rules: Object.fromEntries(OF_COLORS.map((name) => [name, { enabled: false }])),
  },
};

/** What axe finds wrong on a page as it is now, in a line each. */
export async function axeFindings(
  page: Page,
  rules: keyof typeof RULES = "all",
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(SOURCE);
  // Only rules about sounds and the turning of screens need all style sheets read again first; the page has neither.
  const options = JSON.stringify({ resultTypes: ["violations"], preload: false, ...RULES[rules] });
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}
