import { describe, expect, test } from "vitest";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { askButton } from "./support/ask-button.ts";
import { hasBrowser, PHONE } from "./support/browser.ts";
import { planets, QUESTION, trio } from "./support/panels.ts";
import { phoneFindings } from "./support/phone-findings.ts";
import { staged } from "./support/reading-panels.ts";
import { speaker } from "./support/speaker.ts";
import { onPage, page, site } from "./support/stage.ts";

const GIVE = `(element, { how, files }) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  const event = how === "paste"
    ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
    : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}`;

/** Pastes or drops files onto an element. Says whether the page took them from the browser. */
const give = (
  where: string,
  how: "paste" | "drop",
  ...files: [name: string, text: string][]
): Promise<boolean> =>
  page.evaluate<boolean>(
    `(${GIVE})(document.querySelector("${where}"), ${JSON.stringify({ how, files })})`,
  );

/** Replies with tables and code, a name without spaces, Hebrew and Japanese; nobody agrees. */
function strange(): DebateConfig {
  const cells = Array.from({ length: 8 }, (_, at) => `column ${at}`).join(" | ");
  const reply = `## Why\n\n${"Because of **this** and `that`. ".repeat(20)}\n\n| ${cells} |\n|${"---|".repeat(8)}\n| ${cells} |\n\n\`\`\`ts\nconst value = ${"veryLongName.".repeat(30)}end;\n\`\`\`\n\n`;
  return {
    debaters: [
      speaker("ada", [{ says: reply.repeat(3), answer: "Left", sure: 0.6 }]),
      speaker("W".repeat(64), [{ says: reply, answer: "R".repeat(300), sure: 0.6 }]),
      speaker("אברהם", [{ says: "אני חושב שצריך לבדוק שוב (2024).", answer: "ישר", sure: 0.6 }]),
      speaker("日本語", [{ says: "右だと思います。".repeat(40), answer: "右", sure: 0.6 }]),
    ],
    rounds: 0,
    answer: "exact",
    onEscalate: "wait",
  };
}

/** Words that no line holds, a wide table, long lines of code, deep headings and 40 kB of prose; two agree. */
function endless(): DebateConfig {
  const word = "Donaudampfschifffahrtsgesellschaft".repeat(8);
  const prose = "The order in which the services are deployed decides how long both must run. ";
  const cells = Array.from({ length: 12 }, (_, at) => `column ${at}`).join(" | ");
  const reply = [
    `Split it 🐘 ${word}`,
    ...["#", "##", "###", "####", "#####", "######"].map((marks) => `${marks} ${word}`),
    `| ${cells} |\n|${"---|".repeat(12)}\n| ${cells} |`,
    `\`\`\`ts\nconst line = "${"abc ".repeat(125)}";\n\`\`\``,
    `Inline \`${"y".repeat(400)}\` and https://example.com/${"path/".repeat(80)}`,
    `- עברית: טקסט ארוך מימין לשמאל 123\n- ${prose}\n  - ${word}\n    - ${prose}`,
    `> ${word}\n>> ${prose}`,
    `$$ ${Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join(" + ")} $$`,
    `${prose.repeat(8)}\n\n`.repeat(66),
  ].join("\n\n");
  const model = (text: string) => () => ({ text, usage: { inputTokens: 9, outputTokens: 9 } });
  return {
    debaters: [
      { name: "W".repeat(64), model: model(reply) },
      { name: "אברהם־בן־שם־ארוך", model: model(reply.replace("Split", "Keep")) },
      { name: "👩‍👩‍👧‍👦", model: model(reply.replace("Split", "Divide")) },
    ],
    rounds: 0,
    answer: "text",
    compare: () =>
      JSON.stringify({
        groups: [
          { items: [1, 3], label: `Split ${word}` },
          { items: [2], label: "Keep" },
        ],
        differences: [
          {
            about: `Is ${word} right?`,
            kind: "conflict",
            says: [
              { items: [1, 3], text: `\`${"z".repeat(300)}\`` },
              { items: [2], text: word },
            ],
          },
        ],
      }),
  };
}

describe.skipIf(!hasBrowser)("with a phone: asking and reading", () => {
  onPage(
    {
      panels: {
        planets: { ...planets(), purpose: "Planets, stars and moons." },
        trio: trio(),
        held: staged().config,
        strange: strange(),
        endless: endless(),
      },
    },
    PHONE,
  );

  test("the header is one row, whose links are a menu", async () => {
    await page.goto(`${site.url}/#/runs`);
    const header = page.locator(".shell");
    const link = header.getByRole("link", { name: "Panels" });
    await header.waitFor();
    expect((await header.boundingBox())?.height).toBeLessThan(64);
    await expect.poll(() => link.isVisible()).toBe(false);
    const menu = header.getByRole("button", { name: "Menu" });
    await menu.tap();
    expect(await phoneFindings(page, "menu")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => link.isVisible()).toBe(false);
    await menu.tap();
    await link.tap();
    await page.getByRole("heading", { name: "Panels" }).waitFor();
    await expect.poll(() => link.isVisible()).toBe(false);
  });

  test("the follow-up question is in reach at the window's end", async () => {
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.getByRole("button", { name: "Ask a follow-up…" }).tap();
    await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe("follow-up-question");
    await page.getByRole("button", { name: "Ask a follow-up…" }).waitFor({ state: "detached" });
  });

  test("context comes from files that are pasted, dropped or chosen, and from texts", async () => {
    await page.goto(site.url);
    const question = page.getByLabel("Question");
    await question.tap();
    expect(
      await give(
        ".ask-question textarea",
        "paste",
        ["notes.md", "# Notes"],
        ["plan.md", "A plan."],
      ),
    ).toBe(true);
    await page.getByText("plan.md").waitFor();
    // A file that misses the box must not replace the page.
    expect(await give(".ask-question textarea", "drop", ["dropped.txt", "Dropped."])).toBe(true);
    await page.getByText("dropped.txt").waitFor();

    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach" }).tap();
    const long = `${"a-file-with-a-long-name-".repeat(6)}.txt`;
    await (
      await chooser
    ).setFiles([{ name: long, mimeType: "text/plain", buffer: Buffer.from("Chosen.") }]);
    await page.getByText("a-file-with-a-long-name").waitFor();

    await page.getByRole("button", { name: "Paste text" }).tap();
    const text = page.getByLabel("Text for the context");
    await text.waitFor();
    expect(await give(".pasted textarea", "paste", ["late.md", "Pasted where texts go."])).toBe(
      true,
    );
    await page.getByText("late.md").waitFor();
    await text.fill("A remark that was pasted.");
    expect(await phoneFindings(page, "context")).toEqual([]);
    await page.getByRole("button", { name: "Add the text" }).tap();
    await page.getByRole("button", { name: "Remove plan.md" }).tap();
    await page.getByText("plan.md").waitFor({ state: "detached" });

    await question.fill(QUESTION);
    const asked = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/debates"),
    );
    await askButton(page).tap();
    expect((await asked).postDataJSON()).toMatchObject({
      context: [
        { document: "notes.md", text: "# Notes" },
        { document: "dropped.txt", text: "Dropped." },
        { document: long, text: "Chosen." },
        { document: "late.md" },
        { document: "pasted text", text: "A remark that was pasted." },
      ],
    });
    await page.locator(".headline:not(.pending)").waitFor();
    await page.getByRole("link", { name: "Context", exact: true }).tap();
    await page.locator(".documents").waitFor();
    expect(await phoneFindings(page, "documents")).toEqual([]);
  });

  test("a debate is watched, one column is read alone, and it is stopped", async () => {
    await page.goto(site.url);
    await page.locator(".panel-card", { hasText: "held" }).tap();
    await page.getByText("Settings", { exact: true }).tap();
    await page.getByLabel("Revision rounds").waitFor();
    expect(await phoneFindings(page, "ask")).toEqual([]);
    await page.getByLabel("Question").fill(QUESTION);
    await askButton(page).tap();
    await page.locator(".live-stream").first().waitFor();
    expect(await phoneFindings(page, "live")).toEqual([]);
    await page.getByRole("link", { name: "boole", exact: true }).first().tap();
    await page.locator(".live-row.open").waitFor();
    expect(await phoneFindings(page, "one member")).toEqual([]);
    await page.getByRole("button", { name: "Stop" }).tap();
    await page.getByText(/\d+ repl(?:y is|ies are) kept/).waitFor();
    expect(await phoneFindings(page, "stop")).toEqual([]);
    await page.getByRole("button", { name: "Stop it now" }).tap();
    await page.locator(".remedy").waitFor();
    expect(await phoneFindings(page, "stopped")).toEqual([]);
  });

  test("a verdict is read to its changes of mind, and followed up", async () => {
    const id = await site.hold({ question: QUESTION, panel: "planets" });
    await page.goto(`${site.url}/#/d/${id}`);
    await page.locator(".who-said-what").waitFor();
    expect(await phoneFindings(page, "verdict")).toEqual([]);
    await page.getByRole("link", { name: "Rounds" }).tap();
    await page.getByText("Who changed their mind").tap();
    await page.locator(".change-detail").waitFor();
    await page
      .locator(".change-list a", { hasText: /ada, round 3/ })
      .first()
      .tap();
    await page.locator(".change-detail").getByText("ada").first().waitFor();
    expect(await phoneFindings(page, "changes")).toEqual([]);
    await page.getByText("Would fewer calls have done?").tap();
    await page.locator(".chart canvas").waitFor();
    expect(await phoneFindings(page, "convergence")).toEqual([]);
    await page.getByRole("link", { name: "Answer" }).tap();
    await page.locator(".rail summary").first().tap();
    await page.getByText("More", { exact: true }).tap();
    await page.getByText("Other ways to count").tap();
    await page.locator(".rulings").waitFor();
    expect(await phoneFindings(page, "decisions")).toEqual([]);
    await page.getByLabel("Ask a follow-up").tap();
    await page.keyboard.type("And the shortest?");
    await page.getByRole("button", { name: "Ask the panel" }).tap();
    await page.getByText(`Follow-up to: ${QUESTION}`).waitFor();
    await page.locator(".headline:not(.pending)").waitFor();
    expect(await phoneFindings(page, "thread")).toEqual([]);
  });

  test("runs are found, filtered, compared and deleted", async () => {
    const first = await site.hold({ question: "Which moon is the largest?", panel: "planets" });
    await site.hold({ question: "Which moon is the smallest?", panel: "trio" });
    const found = (size: string) =>
      page.getByRole("option", { name: `Which moon is the ${size}?` });
    await page.goto(site.url);
    await page.getByRole("button", { name: "Find" }).tap();
    await page.getByRole("combobox").fill("largest");
    await found("largest").waitFor();
    await found("smallest").waitFor({ state: "detached" });
    expect(await phoneFindings(page, "find")).toEqual([]);
    await found("largest").tap();
    await page.getByRole("heading", { name: "Which moon is the largest?" }).waitFor();

    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Runs", exact: true }).tap();
    await page.getByLabel("Search").fill("moon");
    const runs = page.locator(".run");
    await expect.poll(() => runs.count()).toBe(2);
    expect(await phoneFindings(page, "runs")).toEqual([]);
    await page.getByRole("button", { name: "Compare…" }).tap();
    for (const at of [0, 1]) await runs.nth(at).locator("input[type=checkbox]").tap();
    expect(await phoneFindings(page, "comparing")).toEqual([]);
    await page.getByRole("link", { name: "Compare both" }).tap();
    await page.locator(".compare-rows").first().waitFor();
    expect(await phoneFindings(page, "compare")).toEqual([]);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Usage", exact: true }).tap();
    await page.locator(".usage-total").waitFor();
    expect(await phoneFindings(page, "usage")).toEqual([]);

    await page.goto(`${site.url}/#/d/${first}`);
    await page.locator(".menu > summary").tap();
    expect(await phoneFindings(page, "menu")).toEqual([]);
    await page.getByRole("button", { name: "Delete…" }).tap();
    await page.getByRole("dialog", { name: "Delete this debate?" }).waitFor();
    expect(await phoneFindings(page, "delete")).toEqual([]);
    await page.getByRole("button", { name: "Delete for good" }).tap();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    expect((await fetch(`${site.url}/debates/${first}`)).status).toBe(404);
  });

  test("Back leaves the box that finds things, together with the screen", async () => {
    await page.goto(site.url);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Runs", exact: true }).tap();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.getByRole("button", { name: "Find" }).tap();
    await page.getByRole("option").first().waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "What should the panel decide?" }).waitFor();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    // It opens again.
    await page.getByRole("button", { name: "Find" }).tap();
    await page.getByRole("option").first().waitFor();
  });

  test("long replies, long names and other scripts fit, also where a person decides", async () => {
    const decided = await site.hold({ question: "Which way?", panel: "strange" });
    for (const [name, path, there] of [
      ["strange-rounds", `d/${decided}/rounds`, ".timeline .member"],
      ["strange-review", "review", ".decision"],
      ["strange-own", `d/${decided}`, ".decision"],
    ] as const) {
      await page.goto(`${site.url}/#/${path}`);
      await page.locator(there).first().waitFor();
      expect(await phoneFindings(page, name)).toEqual([]);
      const cut = await page.evaluate<string[]>(
        `[...document.querySelectorAll("main *")].filter((each) => each.scrollWidth > each.clientWidth + 1
          && getComputedStyle(each).overflowX === "visible" && each.clientWidth > 0
          && each.getBoundingClientRect().left + each.scrollWidth > innerWidth + 1
          && !each.closest(".track, .tabs, pre, .table-frame, svg, .said-table"))
          .map((each) => each.tagName + "." + each.className)`,
      );
      expect([name, cut]).toEqual([name, []]);
    }
    await page.goto(`${site.url}/#/d/${decided}/of/ada`);
    await page.locator(".reply").first().waitFor();
    expect(await page.locator("main").innerText()).not.toContain("u00a0");
  });

  test("nothing but code, tables and formulas scrolls sideways, whatever was asked and answered", async () => {
    const id = await site.hold({
      question: `Which ${"W".repeat(300)} 🐘 עברית?\n\n${"Context. ".repeat(500)}`,
      panel: "endless",
    });
    for (const [path, there] of [
      // The fold about the outcome has the same class, and its file may arrive first.
      [`d/${id}`, ".late-review :text-matches('Change or confirm|Choose another')"],
      [`d/${id}/rounds`, ".timeline .member"],
      [`d/${id}/calls`, ".call"],
      ["runs", ".run"],
      ["", ".recent-run"],
    ] as const) {
      await page.goto(`${site.url}/#/${path}`);
      await page.locator(there).first().waitFor();
      await page.evaluate(
        "document.querySelectorAll('details:not(.menu)').forEach((each) => (each.open = true))",
      );
      if (path === `d/${id}`) {
        await page.locator(".decision").waitFor();
        await page.locator(".formula-frame math").first().waitFor();
      }
      expect(await phoneFindings(page, `endless ${path}`)).toEqual([]);
      const wide = await page.evaluate<string[]>(
        `[...document.querySelectorAll("main *")].filter((each) => each.scrollWidth > each.clientWidth + 1
          && /auto|scroll/.test(getComputedStyle(each).overflowX)
          && !each.matches(".code pre, .said-table, .formula-frame, .filter-row"))
          .map((each) => each.tagName + "." + each.className)`,
      );
      expect([path, wide]).toEqual([path, []]);
    }
  });
});
