import { describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { trio } from "./support/panels.ts";
import { onPage, page, site } from "./support/stage.ts";

describe.skipIf(!hasBrowser)("keys", () => {
  onPage({ panels: { trio: trio() } });

  test("a question mark lists the keys, and is a letter where somebody types", async () => {
    await page.goto(`${site.url}/#/runs`);
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keys" });
    await list.getByText("shows this list").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });

    await page.getByLabel("Search").pressSequentially("why?");
    expect(await page.getByLabel("Search").inputValue()).toBe("why?");
    expect(await list.isVisible()).toBe(false);
  });
});
