import type { Locator, Page } from "playwright-core";

/** The headline of a debate that is over. */
export const finalAnswer = (page: Page): Locator => page.locator("#answer .headline:not(.pending)");
