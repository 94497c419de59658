import type { Locator, Page } from "playwright-core";

/** The button that starts a debate. It has the name of the panel that is asked. */
export const askButton = (page: Page): Locator => page.locator('.ask button[type="submit"]');
