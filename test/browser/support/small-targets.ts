import type { Page } from "playwright-core";

/** What can be pressed, except links within sentences. A label belongs to its field. */
const TARGETS =
  "a[href], button, summary, select, textarea, input:not([type=file]):not([hidden]), [role=option]";

const MIN_PX = 40;

/** Everything on the page that a finger can press and that is lower than 40 pixels. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll(${JSON.stringify(TARGETS)})].flatMap((each) => {
      const inText = each.closest(".said, .empty, .notice, .memo, .claims, .setup, .skip") !== null;
      const target = each.closest("label") ?? each;
      const { width, height: own } = target.getBoundingClientRect();
      // A link of which a part lies over a whole row is as high as the row.
      const over = getComputedStyle(each, "::after");
      const height = Math.max(own, over.position === "absolute" ? parseFloat(over.height) || 0 : 0);
      if (inText || width < 3 || !each.checkVisibility() || height >= ${MIN_PX} - 0.5) return [];
      return [each.tagName + " " + (each.textContent || each.name || "").trim().slice(0, 40) + " " + height];
    })
  `);
}
