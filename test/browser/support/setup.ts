import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ROOT } from "../../../scripts/lib/root.ts";
import { runNode } from "../../../scripts/lib/run.ts";
import { checkFlags, CHROMIUM_FLAGS } from "./chromium-flags.ts";
import { findChromium } from "./find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file of the browser; `null` where there is none. */
    browser: string | null;
    /** Where the page was built. */
    page: string;
    /** Where the playground was built. */
    playground: string;
  }
}

/** One build of each page for all browser tests; it is gone with them. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const place = findChromium();
  if (place === null) {
    console.log("browser tests skipped: there is no Chromium here, and it can't be installed");
    provide("browser", null);
    provide("page", "");
    provide("playground", "");
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "rostrum-page-"));
  const [page, playground] = [join(folder, "page"), join(folder, "playground")];
  const builds = [
    [join(ROOT, "packages/page/build.ts"), page],
    [join(ROOT, "packages/playground/build.ts"), playground],
  ].map((args) => runNode(args));
  for (const { code, output } of await Promise.all(builds)) {
    if (code !== 0) throw new Error(`the page could not be built:\n${output}`);
  }
  // The workers' own browsers don't tell how they were started.
  const server = await chromium.launchServer({ executablePath: place, args: CHROMIUM_FLAGS });
  checkFlags(server.process().spawnargs);
  await server.close();
  provide("browser", place);
  provide("page", page);
  provide("playground", playground);
  return () => rmSync(folder, { recursive: true, force: true });
}
