import { chromium, type BrowserContext, type BrowserContextOptions } from "playwright-core";
import { inject } from "vitest";

/** There is a browser to test with. */
export const hasBrowser: boolean = inject("browser") !== null;

export interface Window {
  context: BrowserContext;
  close(): Promise<void>;
}

/** A phone held upright: narrow, and without a pointer. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 664 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** A window of its own in the browser of this run: nothing is kept from one to the next. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Window> {
  const browser = await chromium.connect(inject("browser") ?? "");
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(45_000);
  return {
    context,
    async close() {
      await context.close();
      await browser.close();
    },
  };
}
