import type { Page } from "playwright-core";

/**
 * Leads a page to another screen. Nothing of the screen before is left then, so that whatever a test waits for
 * belongs to the new one.
 */
export async function openHash(page: Page, path: string): Promise<void> {
  await page.evaluate('location.hash = "#/nowhere"');
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.evaluate(`location.hash = "#/${path}"`);
}
