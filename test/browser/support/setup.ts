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

export const setup = (project: TestProject): Promise<() => void> => setUp(project, "page");

/** Builds the page or the playground once for all tests of a project; the build is gone with them. */
export async function setUp(
  { provide }: TestProject,
  name: "page" | "playground",
): Promise<() => void> {
  const place = findChromium();
  provide("browser", place);
  if (place === null) {
    console.log("browser tests skipped: there is no Chromium here, and it can't be installed");
    provide(name, "");
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), `rostrum-${name}-`));
  const { code, output } = await runNode([join(ROOT, `packages/${name}/build.ts`), folder]);
  if (code !== 0) throw new Error(`the ${name} could not be built:\n${output}`);
  // The workers' own browsers don't tell how they were started.
  const server = await chromium.launchServer({ executablePath: place, args: CHROMIUM_FLAGS });
  checkFlags(server.process().spawnargs);
  await server.close();
  provide(name, folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
