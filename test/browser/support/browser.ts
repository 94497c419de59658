import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from "playwright-core";
import { inject } from "vitest";
import { CHROMIUM_FLAGS } from "./chromium-flags.ts";

/** There is a browser to test with. */
export const hasBrowser: boolean = inject("browser") !== null;

export interface Window {
  context: BrowserContext;
  close(): Promise<void>;
}

/** A phone held upright: narrow, and without a pointer. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 664 },
  // More points for each pixel would only take longer to draw.
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
};

/** One for all files of a worker, with which it ends; its profile is a new folder. */
let browser: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const executablePath = inject("browser") ?? "";
  const launched = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  // After a crash, the next test has another.
  return launched.on("disconnected", () => (browser = undefined));
}

/**
 * A window of its own in the browser of this worker: nothing is kept from one to the next. What is animated would be
 * drawn again for as long as the machine is slow, and a click waits until it has come to rest.
 */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Window> {
  browser ??= launch();
  const size = { width: 1280, height: 800 };
  const context = await (
    await browser
  ).newContext({ viewport: size, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(45_000);
  return { context, close: () => context.close() };
}
