import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { openWindow, type Window } from "./browser.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";
import { watchfulPage } from "./watchful-page.ts";

/** The site and the window of this file's tests, and the page of the current test. */
export let site: Site;
export let browser: Window;
export let page: Page;

/**
 * Gives the tests of a block one site and one window, and each of them a page of its own, on which
 * nothing may go wrong.
 */
export function onPage(options: SiteOptions): void {
  let trouble: string[] = [];
  beforeAll(async () => {
    site = await openSite(options);
    browser = await openWindow();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    ({ page, trouble } = await watchfulPage(browser.context, site.url));
  });
  afterEach(async () => {
    await page.close();
    expect(trouble).toEqual([]);
  });
}
