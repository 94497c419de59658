import { describe, expect, test } from "vitest";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { onPage, page, site } from "./support/stage.ts";

describe.skipIf(!hasBrowser)("panels that are saved on the server", () => {
  onPage({
    panels: { sums: { debaters: ["embedded*3"], rounds: 0 } },
    savedPanels: true,
  });

  test("a panel is built, saved, asked, changed and deleted", async () => {
    await page.goto(`${site.url}/#/panels`);
    const save = page.getByRole("button", { name: "Save on the server" });
    await save.click();
    await page.getByText("Give it a name first.").waitFor();
    await page.getByLabel("Name", { exact: true }).first().fill("Quick sums");
    await save.click();
    await page.getByText("Add two members first.").waitFor();
    await page.getByLabel("Purpose").fill("Sums, by two.");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByRole("button", { name: "Add a member" }).click();
    await save.click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const item = page.locator(".panel-list li", { hasText: "Quick sums" });
    await item.getByText("saved here").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Add a member" }).click();
    await save.click();
    await page.getByText("Saved as version 2.").waitFor();
    await item.getByText("saved here, version 2").waitFor();

    await page.reload();
    await item.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByText(/\d+ calls/).waitFor();
    await page.getByLabel("Question").fill("What is 3 + 4?");
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();

    await page.goto(`${site.url}/#/panels`);
    await item.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the panel Quick sums?" });
    await dialog.getByText("Running debates continue.").waitFor();
    await dialog.getByRole("button", { name: "Delete the panel" }).click();
    await item.waitFor({ state: "detached" });
  });

  test("the name of a panel of the config is refused, in words", async () => {
    await page.goto(`${site.url}/#/panels`);
    await page.getByLabel("Name", { exact: true }).first().fill("sums");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByRole("button", { name: "Save on the server" }).click();
    await page.getByText(/is a panel of the config: use another name/).waitFor();
  });
});
