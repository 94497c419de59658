import { describe, expect, test } from "vitest";
import {
  number,
  type Debater,
  type ModelReply,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { inSection } from "../support/panel.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser } from "./support/browser.ts";
import { onPage, page, site } from "./support/stage.ts";

const QUERY = [
  "SELECT dept, MAX(salary)",
  "FROM (",
  "  -- the best paid are left out",
  "  SELECT dept, salary FROM ranked WHERE place > 1",
  ") AS rest",
  "GROUP BY dept;",
].join("\n");

const member = (name: string, says: (request: ModelRequest) => string | ModelReply): Debater => ({
  name,
  model: (request) => {
    const reply = says(request);
    request.onText?.(typeof reply === "string" ? reply : reply.text);
    return reply;
  },
});

describe.skipIf(!hasBrowser)("replies of models: sections, code, refusals", () => {
  onPage({
    panels: {
      queries: {
        debaters: [
          member("ada", (request) =>
            [
              "Ties count once.",
              "",
              inSection(request, `\`\`\`sql\n${QUERY}\n\`\`\``),
              "**Confidence:** 0.95",
            ].join("\n"),
          ),
          member("boole", () => ({ text: "", finishReason: "content-filter" })),
          member("curie", () => "I'm sorry, but I can't help with that."),
        ],
        rounds: 0,
      },
      hours: {
        debaters: [
          member("ada", (request) => `${inSection(request, "672 hours")}\nConfidence: 0.97`),
          member("boole", (request) =>
            request.stepId.endsWith("_again")
              ? inSection(request, "672")
              : "It has 28 days, or 29 in a leap year.\n\nSo it depends on the year.",
          ),
        ],
        answer: number(),
        rounds: 0,
        limits: { clarify: 1 },
      },
    },
  });

  test("code keeps its lines and indents, and what was not read says why", async () => {
    const id = await site.hold({ question: "Which query?", panel: "queries" });
    await page.goto(`${site.url}/#/d/${id}/r0/ada`);
    const detail = page.locator(".reply.named");
    await detail.waitFor();
    const verdict = page.locator(".verdict-answer pre code");
    expect(await verdict.innerText()).toBe(QUERY);
    expect(await detail.locator("pre code").first().innerText()).toBe(QUERY);
    for (const memberNumber of [1, 2]) {
      await page.locator(`#member-${memberNumber} > summary`).click();
      expect(await page.locator(`#member-${memberNumber} > summary`).innerText()).toContain(
        "Not counted",
      );
    }
    await expect
      .poll(() => page.locator("#member-1 .reply").innerText())
      .toContain(
        "could not be read, doesn't vote: its provider refused to answer or filtered the reply",
      );
    await expect
      .poll(() => page.locator("#member-2 .reply").innerText())
      .toMatch(/could not be read, doesn't vote[\s\S]*I'm sorry, but I can't help/);
    await page.getByText("Full reply").first().click();
    expect(await page.locator("body").innerText()).not.toMatch(/\[\[(?:answer|end) /);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("how sure a debater is comes in its own name, and one that was asked again is marked", async () => {
    const id = await site.hold({ question: "How many hours has February?", panel: "hours" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".who-said-what").waitFor();
    expect(await page.locator(".support").innerText()).toContain("all agree");
    expect(await page.locator(".rail .facts").first().innerText()).toMatch(
      /Calls\s+3, 1 asked again/,
    );
    await page.locator(".rail").getByText("More", { exact: true }).click();
    await expect
      .poll(() => page.locator(".facts dt").allInnerTexts())
      .toEqual(
        expect.arrayContaining(["Decided by", "Ended", "How sure the members say they are"]),
      );
    await page.locator("#member-0 > summary").click();
    await expect
      .poll(() => page.locator("#member-0 .reply").innerText())
      .toContain("says it is 97% sure");
    // The first reply moves the second row, so that one is opened after it.
    await page.locator("#member-1 > summary").click();
    await expect.poll(() => page.locator("#member-1 .reply").innerText()).toContain("asked again");
    expect(await page.locator("body").innerText()).not.toMatch(/\[\[(?:answer|end) /);
  });
});
