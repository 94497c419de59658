import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeEach, expect } from "vitest";
import { openWindow, type Window } from "./browser.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";
import { watchfulPage } from "./watchful-page.ts";

/** The site, the window and the page of the current test. */
export let site: Site;
export let browser: Window;
export let page: Page;

/**
 * Gives each test of a block a site, a window and a page of its own, on which nothing may go wrong. A second
 * try begins with nothing that the first has left.
 */
export function onPage(
  options: SiteOptions | (() => SiteOptions),
  window: BrowserContextOptions = {},
): void {
  let trouble: string[] = [];
  beforeEach(async () => {
    site = await openSite(typeof options === "function" ? options() : options);
    browser = await openWindow(window);
    ({ page, trouble } = await watchfulPage(browser.context, site.url));
  });
  afterEach(async () => {
    await browser.close();
    await site.close();
    expect(trouble).toEqual([]);
  });
}
