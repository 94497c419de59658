import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  Debate,
  fold,
  toJson,
  type ModelRequest,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { evaluate, arithmetic, reportJson } from "../../packages/rostrum/src/eval/index.ts";
import { ATTACKS, MARK } from "./support/attacks.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { serveFolder, type FileServer } from "./support/file-server.ts";
import { watchfulPage } from "./support/watchful-page.ts";

async function eventsOf(question: string, says: string): Promise<StoredEvent[]> {
  const model = (): string => `${says}\n\nAnswer: 42`;
  const debaters = ["a", "b"].map((name) => ({ name, model }));
  const events: StoredEvent[] = [];
  for await (const event of new Debate({ debaters }).stream(question)) {
    if (event.type !== "debate.delta") events.push(event);
  }
  return events;
}

const packed = (text: string): string => deflateRawSync(text).toString("base64url");

describe.skipIf(!hasBrowser)("files and links in the playground", () => {
  let site: FileServer;
  let window: Window;
  let page: Page;
  let trouble: string[];

  beforeAll(async () => {
    site = await serveFolder(inject("playground"));
    window = await openWindow();
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
      ["hello", /Expected JSON/],
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
        ? { ...event, text: { a: 1 }, reasoning: 7, call: null }
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
    await page.goto(`${site.url}#/r/${good}`);
    await page.getByRole("heading", { name: "How many?" }).waitFor();
  });

  test("a hostile record runs nothing and loads nothing", async () => {
    const events = await eventsOf(ATTACKS[0] ?? "", ATTACKS.join("\n\n"));
    await choose("hostile.json", JSON.stringify(events));
    await page.getByText(MARK).first().waitFor();
    expect(await page.evaluate("window.attacked")).toBeUndefined();
    expect(await page.locator("main iframe, main img, main script, main form").count()).toBe(0);
  });
});
