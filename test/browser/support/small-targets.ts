import type { Page } from "playwright-core";

/** What can be pressed, except links within sentences. A label belongs to its field. */
const TARGETS =
  "a[href], button, summary, select, textarea, input:not([type=file]):not([hidden]), [role=option]";

const LEAST = 40;

/** Everything on the page that a finger can press and that is lower than 40 pixels. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll(${JSON.stringify(TARGETS)})].flatMap((each) => {
      const inText = each.closest(".said, .empty, .notice, .memo, .claims, .setup, .skip") !== null;
      // A name above a column is as large as the head of the column.
      const target = each.closest("label, .board-head li") ?? each;
      const { width, height } = target.getBoundingClientRect();
      if (inText || width < 3 || !each.checkVisibility() || height >= ${LEAST} - 0.5) return [];
      return [each.tagName + " " + (each.textContent || each.name || "").trim().slice(0, 40) + " " + height];
    })
  `);
}
