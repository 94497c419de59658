import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * The shell comes first: a window of the whole browser, with its tabs and menus, takes twice the time of a page. Then
 * comes Debian's browser without the script that starts it, which adds extensions and drawing by a graphics card.
 */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where Chromium is. Installed where it is missing and that is possible; `null` where it isn't. */
export function findChromium(): string | null {
  const found = (): string | undefined => PLACES.find((place) => existsSync(place));
  if (found() === undefined) install();
  return found() ?? null;
}

function install(): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const quietly = { stdio: "ignore", timeout: 240_000 } as const;
  try {
    execFileSync("apt-get", ["update"], quietly);
    const name = "chromium-headless-shell";
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", name], quietly);
  } catch {
    // Without a network there is no browser; the tests say that they were skipped.
  }
}
