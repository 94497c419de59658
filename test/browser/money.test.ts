import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatCost } from "../../packages/core/src/export/phrases.ts";
import { sqliteJournal } from "../../packages/rostrum/src/index.ts";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { holdRandomRun } from "../support/random-runs.ts";
import { hasBrowser, openWindow } from "./support/browser.ts";
import { openHash } from "./support/open-hash.ts";
import { trio } from "./support/panels.ts";
import { openSite } from "./support/site.ts";

/** Where the seven begin; some have unknown costs, some failed, some were cut off and resumed. */
const FIRST_SEEDS = [1, 41];

describe.skipIf(!hasBrowser)("what debates cost", () => {
  test.each(FIRST_SEEDS)(
    "seven random runs from seed %s cost the same on every screen, in the API and on the command line",
    async (first) => {
      using home = newHome();
      const path = join(home.folder, "runs.db");
      const journal = sqliteJournal(path);
      const site = await openSite({ panels: { trio: trio() }, journal });
      const browser = await openWindow();
      try {
        for (let seed = first, held = 0; held < 7; seed++)
          if ((await holdRandomRun(seed, journal)) !== null) held += 1;
        const { runs, totals } = await journal.list({ limit: 50, totals: true });
        expect(runs).toHaveLength(7);
        const total = formatCost(totals?.costUsd ?? null, totals?.atLeastUsd ?? 0, "cost unknown");
        const page = await browser.context.newPage();
        await page.goto(site.url);

        await openHash(page, "runs");
        await page.locator(".runs-foot").getByText(` · ${total}`).waitFor();
        for (const { id, costUsd, atLeastUsd } of runs) {
          const words = formatCost(costUsd, atLeastUsd, "unknown");
          const row = page.locator(".run").filter({ has: page.locator(`a[href="#/d/${id}"]`) });
          const cost = await row.locator(".run-cost").textContent();
          expect([id, cost?.replace("≥ ", "")]).toEqual([id, words]);
        }
        for (const { id, costUsd, atLeastUsd } of runs) {
          await openHash(page, `d/${id}`);
          const cost = page.locator(".rail .facts > div").filter({ hasText: /^Cost/ });
          const words = formatCost(costUsd, atLeastUsd);
          expect([id, (await cost.locator("dd").innerText()).toLowerCase()]).toEqual([id, words]);
        }
        // The sums of both screens, by any grouping.
        const sum = formatCost(totals?.costUsd ?? null, totals?.atLeastUsd ?? 0);
        for (const by of ["day", "user", "team", "project", "panel", "model"]) {
          await openHash(page, `usage?by=${by}`);
          await page.locator(".usage-table").waitFor();
          expect([by, await page.locator(".usage-total dd").first().innerText()]).toEqual([
            by,
            sum,
          ]);
        }
        await openHash(page, "admin/spending");
        await page.locator(".data").waitFor();
        const tiles = await page.locator(".usage-total dd").allInnerTexts();
        expect(tiles.slice(0, 2)).toEqual([sum, sum]);

        const printed = await rostrum(home, ["runs", "-n", "50", "--journal", path]);
        for (const { id, costUsd, atLeastUsd } of runs) {
          const line = printed.stdout.split("\n").find((each) => each.includes(id));
          expect([id, line]).toEqual([
            id,
            expect.stringContaining(formatCost(costUsd, atLeastUsd)),
          ]);
        }
      } finally {
        await browser.close();
        await site.close();
        await journal.close();
      }
    },
    120_000,
  );
});
