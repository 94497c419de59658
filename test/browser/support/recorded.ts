import { join } from "node:path";
import type { Page } from "playwright-core";

/** `SCREENS=folder` keeps pictures there. */
const folder = process.env["SCREENS"];

export async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Shows a recorded debate to its end. */
export async function watchRecorded(page: Page, question: string): Promise<void> {
  await page.getByRole("link", { name: question }).click();
  // Texts grow while they are written.
  await page.getByText("Writing").first().waitFor();
  await page.getByRole("button", { name: "Show all now" }).click();
  await page.getByText("Three instances of one large model").first().waitFor();
}
