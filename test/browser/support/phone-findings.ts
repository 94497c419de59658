import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { axeFindings } from "./axe.ts";
import { smallTargets } from "./small-targets.ts";

/** `SCREENS=folder` keeps a picture of every step there. */
const folder = process.env["SCREENS"];

/** Fields with smaller letters make Safari zoom in. */
const SMALL_FIELDS = `
  [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea")]
    .filter((each) => each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 16)
    .map((each) => "small letters: " + each.tagName + " " + each.name + each.id)
`;

/** What somebody with a phone would complain about on the page as it is now. */
export async function phoneFindings(page: Page, name: string): Promise<string[]> {
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `phone-${name}.png`) });
  }
  // Not `innerWidth`, which grows with what is too wide.
  const wider = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  return [
    ...(wider > 0 ? [`${wider} pixels wider than the window`] : []),
    ...(await smallTargets(page)).map((target) => `too small for a finger: ${target}`),
    ...(await page.evaluate<string[]>(SMALL_FIELDS)),
    ...(await axeFindings(page)),
  ].map((finding) => `${name}: ${finding}`);
}
