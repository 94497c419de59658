import type { Locator } from "playwright-core";

/** Exists in the page, where it is called; tests are compiled without the types of browsers. */
declare function getComputedStyle(element: unknown): { maskImage: string };

/** The computed mask of an element: "none", or the gradient that fades its top. */
export async function readMask(locator: Locator): Promise<string> {
  return locator.evaluate((element) => getComputedStyle(element).maskImage);
}
