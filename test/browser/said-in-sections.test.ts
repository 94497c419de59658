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
    const detail = page.getByRole("region", { name: "ada in round 0" });
    await detail.waitFor();
    const verdict = page.locator(".verdict-answer pre code");
    expect(await verdict.innerText()).toBe(QUERY);
    expect(await detail.locator("pre code").first().innerText()).toBe(QUERY);
    expect(await page.locator("#r0-1").innerText()).toContain(
      "could not be read, doesn't vote: its provider refused to answer or filtered the reply",
    );
    expect(await page.locator("#r0-2").innerText()).toMatch(
      /no answer\s+could not be read, doesn't vote\s+I'm sorry, but I can't help/,
    );
    await page.getByText("The reply as it was received").first().click();
    expect(await page.locator("body").innerText()).not.toMatch(/\[\[(?:answer|end) /);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a debater's own estimate is called so, and one that was asked again is marked", async () => {
    const id = await site.hold({ question: "How many hours has February?", panel: "hours" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".verdict").waitFor();
    expect(await page.locator("#r0-0").innerText()).toContain("own estimate 97%");
    expect(await page.locator("#r0-1 .cell-notes").innerText()).toBe("asked again");
    expect(await page.locator(".strip").innerText()).toMatch(
      /Agreement\s+100%[\s\S]*3\s+some asked again/,
    );
    expect(await page.locator(".facts dt").allInnerTexts()).toEqual([
      "Agreement",
      "Decided by",
      "Compared",
      "Stopped because",
      "Members' own estimate",
    ]);
    expect(await page.locator("body").innerText()).not.toMatch(/\[\[(?:answer|end) /);
  });
});
