import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quietly);
  } catch {
    // Without a network there is no browser; the tests say that they were skipped.
  }
}
