import { chromium, type BrowserContext } from "playwright-core";
import { inject } from "vitest";

/** There is a browser to test with. */
export const hasBrowser: boolean = inject("browser") !== null;

export interface Window {
  context: BrowserContext;
  close(): Promise<void>;
}

/** A window of its own in the browser of this run: nothing is kept from one to the next. */
export async function openWindow(): Promise<Window> {
  const browser = await chromium.connect(inject("browser") ?? "");
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(25_000);
  return {
    context,
    async close() {
      await context.close();
      await browser.close();
    },
  };
}
