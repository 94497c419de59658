import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where Chromium is. Installed where it is missing and that is possible; `null` where it isn't. */
export function findChromium(): string | null {
  const found = (): string | undefined => PLACES.find((place) => existsSync(place));
  if (found() === undefined) install();
  const place = found() ?? null;
  if (place === null) console.log("skipped: there is no Chromium here, and it can't be installed");
  return place;
}

function install(): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const quietly = { stdio: "ignore", timeout: 240_000 } as const;
  try {
    execFileSync("apt-get", ["update"], quietly);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quietly);
  } catch {
    // Without a network there is no browser; the tests say that they were skipped.
  }
}

export interface Browser {
  context: BrowserContext;
  close(): Promise<void>;
}

export type ContextOptions = Parameters<typeof chromium.launchPersistentContext>[1];

/** A browser with a profile of its own, which is gone with it. */
export async function openBrowser(place: string, options: ContextOptions = {}): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "rostrum-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: place,
    args: FLAGS,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(10_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
