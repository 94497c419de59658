import type { Locator, Page } from "playwright-core";

/** Somebody with a mouse or a finger, who counts how often they have to press. Typing costs them nothing. */
export interface Hand {
  page: Page;
  click(target: Locator): Promise<void>;
  /** How often they have pressed. */
  count(): number;
}

export function createHand(page: Page): Hand {
  let clicks = 0;
  return {
    page,
    async click(target) {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}
