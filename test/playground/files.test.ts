import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  Debate,
  fold,
  toJson,
  type DebateRecord,
  type ModelRequest,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { evaluate, arithmetic, reportJson } from "../../packages/eval/src/index.ts";
import { ATTACKS, MARK } from "../browser/support/attacks.ts";
import { hasBrowser, openWindow, type Window } from "../browser/support/browser.ts";
import { serveFolder, type FileServer } from "../browser/support/file-server.ts";
import { watchfulPage } from "../browser/support/watchful-page.ts";

async function eventsOf(question: string, says: string, id?: string): Promise<StoredEvent[]> {
  const model = (): string => `${says}\n\nAnswer: 42`;
  const debaters = ["a", "b"].map((name) => ({ name, model }));
  const events: StoredEvent[] = [];
  for await (const event of new Debate({ debaters }).stream(
    question,
    id === undefined ? {} : { id },
  )) {
    if (event.type !== "debate.delta") events.push(event);
  }
  return events;
}

const packed = (text: string): string => gzipSync(text).toString("base64url");

describe.skipIf(!hasBrowser)("files and links in the playground", () => {
  let site: FileServer;
  let window: Window;
  let page: Page;
  let trouble: string[];

  beforeAll(async () => {
    site = await serveFolder(inject("playground"));
    // A service worker would fetch everything for each; it has tests of its own.
    window = await openWindow({ serviceWorkers: "block" });
  });
  afterAll(async () => {
    await window.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, trouble } = await watchfulPage(window.context, site.url));
    await page.goto(`${site.url}#/open`);
  });
  afterEach(async () => {
    await page.close();
    expect(trouble).toEqual([]);
  });

  const choose = (name: string, text: string): Promise<void> =>
    page.getByLabel("File").setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });

  /** Drops a file from outside on the page, as a person does. `FILL` becomes many words. */
  const drop = (text: string, fill = 0): Promise<unknown> =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer();
      const text = ${JSON.stringify(text)}.replaceAll("FILL", () => "words ".repeat(${fill}));
      dataTransfer.items.add(new File([text], "dropped"));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("main").dispatchEvent(event);
    }`);

  test("events, lines of events, a record, a result and a shared page open", async () => {
    const events = await eventsOf("How many?", "Because.");
    const record = fold(events);
    const shared = `<!doctype html><script type="application/json" id="events">${JSON.stringify(events)}</script>`;
    const forms = {
      "events.json": JSON.stringify(events),
      "events.jsonl": events.map((event) => JSON.stringify(event)).join("\n"),
      "record.json": toJson(record),
      "result.json": JSON.stringify(record.result),
      "shared.html": shared,
    };
    for (const text of Object.values(forms)) {
      await drop(text);
      await page.getByRole("heading", { name: "How many?" }).waitFor();
      await page.goto(`${site.url}#/open`);
    }
  });

  test("a report of an evaluation opens, and so does a debate in it", async () => {
    const items = arithmetic({ count: 3 });
    const right = new Map(items.map(({ question, gold }) => [question, gold]));
    const knows = ({ question }: ModelRequest): string => `Answer: ${right.get(question)}`;
    const report = await evaluate({
      items,
      panel: { debaters: [() => "Answer: 1", () => "Answer: 1", knows] },
      arms: [{ type: "single" }, { type: "vote" }, { type: "oracle" }, { type: "debate" }],
    });
    const text = JSON.stringify(reportJson(report, { date: new Date(0), options: {} }));
    await drop(text);
    await page.getByRole("rowheader", { name: "single" }).waitFor();
    const debate = page.getByRole("button", { name: /right|wrong/ }).first();
    await debate.click();
    await page.getByRole("heading", { name: /^What is/ }).waitFor();
  });

  test("anything that is not a debate is refused with a message", async () => {
    const events = await eventsOf("How many?", "Because.");
    const [first] = events;
    const bad: [string, RegExp][] = [
      ["", /Expected JSON/],
      ["hello", /Expected JSON, got something else\.$/],
      [
        JSON.stringify(events, null, 1).slice(0, 600),
        /Expected JSON.*else\. Perhaps the file was cut/,
      ],
      [`${JSON.stringify(first)}\n{"type":`, /else in line 2\. Perhaps the file was cut off/],
      ["{}", /got other JSON/],
      ["[]", /begin with debate.started/],
      ["null", /got other JSON/],
      ['{"version":7,"arms":[],"rows":[]}', /report of version 1, got version 7/],
      ['{"version":1,"arms":[{}],"rows":[]}', /with its arms and rows/],
      ["<p>hello</p>", /page that rostrum shared/],
      [JSON.stringify([first, 1]), /item 2 is not an event/],
      [JSON.stringify([{ ...first, panel: [] }]), /begin with debate.started/],
      ["[".repeat(100_000), /Expected JSON/],
    ];
    for (const [text, words] of bad) {
      await choose("bad.json", text);
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
    }
    // Events whose parts have the wrong types are detected when they are folded or drawn.
    const wrong = events.map((event) =>
      event.type === "debate.response"
        ? { ...event, text: { a: 1 }, reasoning: 7, calls: null }
        : event,
    );
    await choose("wrong.json", JSON.stringify(wrong));
    await page.getByRole("alert").waitFor();
    await drop("FILL", 3_500_000);
    await page
      .getByRole("alert")
      .filter({ hasText: /at most 20 MB/ })
      .waitFor();
    trouble.length = 0;
  });

  test("five megabytes open", async () => {
    await drop(JSON.stringify(await eventsOf("Long?", "FILL")), 300_000);
    await page.getByRole("heading", { name: "Long?" }).waitFor();
  });

  test("links that are cut off, too long, or zip bombs are refused with a message", async () => {
    const events = await eventsOf("How many?", "Because.");
    const good = packed(JSON.stringify(events));
    const bad: [string, RegExp][] = [
      [good.slice(0, good.length / 2), /damaged|Expected JSON/],
      ["%00%ff", /damaged/],
      ["A".repeat(31_000), /too long/],
      [packed(`[${" ".repeat(20_000_000)}]`), /a larger one|too long/],
      [packed("[]"), /begin with debate.started/],
      [packed('{"a":1}'), /Expected the events/],
      ["", /damaged/],
    ];
    for (const [link, words] of bad) {
      await page.goto(`${site.url}#/r/${link}`);
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
    }
    // Programs that pass a link on escape it, break it and add to it.
    for (const received of [
      good,
      `${good}.`,
      `${good})`,
      `${good}?utm_source=chat`,
      `${good.slice(0, 70)}%0A${good.slice(70)}`,
      `${good}%253D`,
    ]) {
      for (const start of ["#/r/", "#%2Fr%2F", "#%252fr%252f"]) {
        await page.goto("about:blank");
        await page.goto(`${site.url}${start}${received}`);
        await page.getByRole("heading", { name: "How many?" }).waitFor();
      }
    }
  });

  test("debates with the same id are different debates", async () => {
    const questions = ["First?", "Second?"];
    for (const question of questions) {
      const [link, events] = [`${site.url}#/r/`, await eventsOf(question, "Because.", "same")];
      await page.goto(link + packed(JSON.stringify(events)));
      await page.getByRole("heading", { name: question }).waitFor();
      // The same one is not opened twice.
      await drop(JSON.stringify(events));
      await page.waitForURL(/#\/d\/same/);
    }
    await page.goto(`${site.url}#/`);
    const list = page.locator(".play-earlier a");
    await expect.poll(() => list.allInnerTexts()).toEqual(["Second?", "First?"]);
    await page.getByRole("link", { name: "First?" }).click();
    await page.getByRole("heading", { name: "First?" }).waitFor();
  });

  test("a reload shows the same debates, also one that came as a record, with its agreement", async () => {
    await drop(JSON.stringify(await eventsOf("How many?", "Because.")));
    await page.getByRole("heading", { name: "How many?" }).waitFor();
    await drop(toJson(fold(await eventsOf("How far?", "Because."))));
    await page.getByRole("heading", { name: "How far?" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "How far?" }).waitFor();
    await page.locator(".support").getByText("all agree").waitFor();
    await page.getByRole("link", { name: "Ask another" }).click();
    await expect
      .poll(() => page.locator(".play-earlier a").allInnerTexts())
      .toEqual(["How far?", "How many?"]);
  });

  test("a debate that was not finished says so", async () => {
    const events = await eventsOf("How many?", "Because.");
    await drop(JSON.stringify(events.slice(0, -1)));
    await page.getByText("This debate was not finished when it was saved.").waitFor();
  });

  test("text can be dragged into a field", async () => {
    const taken = `["dragover", "drop"].map((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/plain", "12*12");
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("main input").dispatchEvent(event);
      return event.defaultPrevented;
    })`;
    expect(await page.evaluate(taken)).toEqual([false, false]);
  });

  /** Records with one part that nobody would write. */
  const HOSTILE: [string, (record: DebateRecord) => unknown][] = [
    ["an answer that can't be text", ({ result }) => ({ ...result, answer: { toString: null } })],
    ["half a character as its id", ({ result }) => ({ ...result, id: "\ud800" })],
    ["a very long id", ({ result }) => ({ ...result, id: "x".repeat(100_000) })],
    ["a very long question", ({ result }) => ({ ...result, question: "why ".repeat(25_000) })],
    ["a very long answer", ({ result }) => ({ ...result, answer: "so ".repeat(30_000) })],
    ["directions and nulls", ({ result }) => ({ ...result, question: "\u202e\u0000?" })],
    ["no unit", ({ result }) => ({ ...result, answer: 7, unit: { toString: null } })],
  ];
  test.each(HOSTILE)("after a record with %s, all screens still work", async (_name, change) => {
    const record = fold(await eventsOf("How many?", "Because."));
    await drop(JSON.stringify(change(record)));
    await page.waitForURL(/#\/d\//);
    await page.goto(`${site.url}#/`);
    await page.locator(".play-earlier li").waitFor();
    expect((await page.locator(".play-earlier").innerText()).length).toBeLessThan(300);
    await page.getByRole("button", { name: "Start the debate" }).waitFor();
    await page.reload();
    await page.locator(".play-earlier li").waitFor();
    await page.getByRole("button", { name: "Start the debate" }).waitFor();
    // What can't be shown is caught and told.
    trouble.length = 0;
  });

  test("a report with many long questions fits, and a debate in it that is none says so", async () => {
    const [item] = arithmetic({ count: 1 });
    const report = await evaluate({
      items: [
        { ...item, id: "a", question: "Why not? ".repeat(60), gold: "1" },
        ...arithmetic({ count: 1 }),
      ],
      panel: { debaters: [() => "Answer: 1", () => "Answer: 2"] },
      arms: [{ type: "single" }, { type: "vote" }, { type: "debate" }],
    });
    const { rows, ...rest } = reportJson(report, { date: new Date(0), options: {} });
    const [row] = rows;
    const [right, wrong] = [true, false].map((each) => ({
      ...row?.outcomes["debate"],
      right: each,
      debate: 0,
    }));
    const outcomes = { single: right, vote: wrong, debate: wrong };
    const many = Array.from({ length: 301 }, () => ({ ...row, outcomes, debates: [{ hello: 1 }] }));
    await drop(JSON.stringify({ ...rest, rows: many }));
    await page.getByText("Where they differ: 301 questions").waitFor();
    await page.getByText("The first 300 are shown.").waitFor();
    const wide =
      "document.querySelector('.questions').offsetWidth - document.querySelector('main').offsetWidth";
    expect(await page.evaluate(wide)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "right" }).first().click();
    await page.getByRole("alert").filter({ hasText: "got other JSON" }).waitFor();
    await drop(JSON.stringify({ ...rest, rows: [] }));
    await page.getByText("0 questions").waitFor();
  });

  test("a hostile record runs nothing and loads nothing", async () => {
    const events = await eventsOf(ATTACKS[0] ?? "", ATTACKS.join("\n\n"));
    await choose("hostile.json", JSON.stringify(events));
    await page.getByText(MARK).first().waitFor();
    expect(await page.evaluate("window.attacked")).toBeUndefined();
    expect(await page.locator("main iframe, main img, main script, main form").count()).toBe(0);
  });
});
