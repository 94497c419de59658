import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { debate } from "../../packages/rostrum/src/index.ts";
import { LATE_MS } from "../../packages/playground/src/runs/late-ms.ts";
import { axeFindings } from "../browser/support/axe.ts";
import { hasBrowser, openWindow, type Window } from "../browser/support/browser.ts";
import { startFakeProvider } from "../browser/support/fake-provider.ts";
import { serveFolder, type FileServer } from "../browser/support/file-server.ts";
import { watchfulPage } from "../browser/support/watchful-page.ts";

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

describe.skipIf(!hasBrowser).each(Object.entries(SIZES))("the playground: %s", (kind, size) => {
  let site: FileServer;
  let window: Window;
  let page: Page;
  let trouble: string[];
  /** What a test does on purpose. */
  let expected: RegExp;

  beforeAll(async () => {
    site = await serveFolder(inject("playground"), "/under/a/path/");
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    // The tests with routes run on the desktop; a service worker would answer in their place.
    const serviceWorkers = kind === "phone" ? "allow" : "block";
    window = await openWindow({ viewport: size, serviceWorkers });
    ({ page, trouble } = await watchfulPage(window.context, site.url));
    await page.goto(site.url);
    expected = /^$/;
  });
  afterEach(async () => {
    await window.close();
    expect(trouble.filter((line) => !expected.test(line))).toEqual([]);
  });

  const start = (): Promise<void> => page.getByRole("button", { name: "Start the debate" }).click();
  const finished = (): Promise<void> => page.getByRole("button", { name: "Copy link" }).waitFor();

  test("the networks debate live, a link contains the debate, and the result is the same as in Node", async () => {
    await page.getByLabel("Question").fill("What is 97*74*78+23*86*91?");
    await start();
    // Words appear while they are written.
    await page.getByText("Writing").first().waitFor();
    await page.getByRole("button", { name: "Show all now" }).click();
    await finished();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    const names = ["m 1", "m 2", "m 3"];
    const result = await debate("What is 97*74*78+23*86*91?", {
      debaters: names.map((name) => ({ name, model: "embedded/m", temperature: 0.8 })),
      seed: 1,
      rounds: 2,
    });
    const verdict = page
      .getByRole("main")
      .getByText(result.answer ?? "no answer")
      .first();
    await verdict.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.evaluate(
      "document.execCommand = () => false; navigator.clipboard.writeText = () => Promise.reject()",
    );
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("alert").filter({ hasText: "The link is in the address bar" }).waitFor();
    await expect.poll(() => page.url()).toContain("#/r/");
    await page.evaluate("navigator.clipboard.writeText = () => Promise.resolve()");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    const other = await window.context.newPage();
    await other.goto(page.url());
    await other.getByRole("heading", { name: "What is 97*74*78" }).waitFor();
    await other
      .getByText(result.answer ?? "no answer")
      .first()
      .waitFor();
    await other.getByRole("link", { name: "Rounds" }).click();
    await other.reload();
    await other.getByRole("link", { name: "Rounds" }).waitFor();
    await other.close();
  });

  test.skipIf(kind === "phone")("focus, title and scroll position follow the screens", async () => {
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement.id || document.activeElement.textContent");
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.getByLabel("Question").press("Enter");
    await finished();
    expect(await focused()).toBe("main");
    await expect.poll(() => page.title()).toBe("What is 97*74*78+23*86*91? · rostrum playground");
    await page.getByRole("link", { name: "Rounds" }).press("Enter");
    await page.locator(".timeline").waitFor();
    expect(await focused()).toMatch(/^Rounds/);
    await page.evaluate("scrollTo(0, 400)");
    await expect.poll(() => page.evaluate("history.state?.y")).toBe(400);
    // To reach a link in the head would be to scroll.
    await page.evaluate("location.hash = '#/models'");
    await page.getByRole("heading", { name: "A debate among your own models" }).waitFor();
    expect(await page.evaluate("scrollY")).toBe(0);
    expect(await page.title()).toBe("Your models · rostrum playground");
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(400);
    // On paper, nothing can be pressed.
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
  });

  test("rules, seed and panel size change the debate; the page says what the networks can't do", async () => {
    await page.getByLabel("Question").fill("Who wrote Hamlet?");
    await page.getByText("The networks can't answer this: it isn't plain arithmetic").waitFor();
    await start();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Question").fill("What is 12*11+5?");
    await page.getByLabel("Networks").selectOption("xs");
    await page.getByLabel("Debaters").fill("5");
    await page.getByLabel("Protocol").selectOption("vote");
    await page.getByLabel("Seed").fill("7");
    await page.getByText("Rules", { exact: true }).click();
    await page.getByLabel("Decide by").selectOption("weighted");
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await start();
    await finished();
    await page.getByText("137").first().waitFor();
    await page.getByText("xs-2 again").first().waitFor();
  });

  test("with letters of twice their size, every view fits and no word is broken into letters", async () => {
    const settings = await window.context.newCDPSession(page);
    await settings.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate("getComputedStyle(document.documentElement).fontSize")).toBe("32px");
    // Cells of three letters and less that need a second line.
    const slender = `[...document.querySelectorAll("dd, .round-name, .member-name bdi, .stacked td, .what-if td")]
      .filter((each) => {
        const em = parseFloat(getComputedStyle(each).fontSize);
        return each.clientWidth < 3 * em && each.clientHeight > 2 * em;
      })
      .map((each) => each.className + " " + each.textContent)`;
    const findings = async (): Promise<unknown[]> => [
      (await sidewaysScroll(page)) <= 0,
      await page.evaluate(slender),
      await axeFindings(page),
    ];
    expect(await findings()).toEqual([true, [], []]);
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await start();
    await finished();
    const details = page.getByRole("complementary", { name: "Details" }).locator("summary").first();
    if (await details.isVisible()) await details.click();
    await page.getByText("Decided by", { exact: true }).waitFor();
    expect(await findings()).toEqual([true, [], []]);
    for (const view of ["Rounds", "Answer"]) {
      await page.getByRole("link", { name: view }).click();
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      expect(await findings()).toEqual([true, [], []]);
    }
  });

  test.skipIf(kind === "phone")(
    "an address that changes before the first frame is shown",
    async () => {
      await page.addInitScript(
        `addEventListener("DOMContentLoaded", () => (location.hash = "#/open"));`,
      );
      await page.goto("about:blank");
      await page.goto(site.url);
      await page.getByRole("heading", { name: "Open a debate or a report" }).waitFor();
    },
  );

  test.skipIf(kind === "phone")("without WebAssembly and storage, the same debate", async () => {
    const BLOCKED = `for (const name of ["sessionStorage", "localStorage"])
      Object.defineProperty(window, name, { get() { throw new DOMException("blocked"); } });`;
    await page.addInitScript(BLOCKED);
    let threads = 0;
    await page.route("**/assets/worker-*.js", async (route) => {
      threads += 1;
      const code = await (await route.fetch()).text();
      await route.fulfill({
        contentType: "text/javascript",
        body: `delete globalThis.WebAssembly;\n${code}`,
      });
    });
    await page.goto(site.url);
    await page.getByLabel("Question").fill("What is 77*35*86+12?");
    await page.getByLabel("Networks").selectOption("xs");
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await start();
    await finished();
    expect(threads).toBe(1);
    await page.getByText("231782").first().waitFor();
  });

  test.skipIf(kind === "phone")("a debate can be stopped", async () => {
    // However quick the networks are, their end is reported only after the click.
    const held = `const say = postMessage.bind(globalThis), ends = [];
      let stopped = false;
      globalThis.postMessage = (report) =>
        stopped || (report.kind === "event" && report.event.type !== "debate.completed")
          ? say(report)
          : void ends.push(report);
      addEventListener("message", ({ data }) => {
        if (data.kind !== "stop") return;
        stopped = true;
        ends.forEach((report) => say(report));
      });\n`;
    await page.route("**/assets/worker-*.js", async (route) => {
      const code = await (await route.fetch()).text();
      await route.fulfill({ contentType: "text/javascript", body: held + code });
    });
    await page.goto(site.url);
    await page.getByLabel("Slow down, so that I can follow").uncheck();
    await start();
    await page.getByRole("heading", { name: "Progress" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await finished();
  });

  test.skipIf(kind === "phone")(
    "a debate that is shown slowly can be stopped only while the networks work",
    async () => {
      await start();
      await page.getByRole("button", { name: "Show all now" }).waitFor();
      // The networks are done long before everything is shown.
      await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Show all now" }).click();
      await finished();
    },
  );

  test.skipIf(kind === "phone").each([0, 1])(
    "a worker that is lost without a word after %i reports can be stopped",
    async (reports) => {
      await page.route("**/assets/worker-*.js", async (route) => {
        const code = await (await route.fetch()).text();
        const lost = `let left = ${reports};
          const say = postMessage.bind(globalThis);
          globalThis.postMessage = (report) => left-- > 0 && say(report);\n`;
        await route.fulfill({ contentType: "text/javascript", body: lost + code });
      });
      // The time that the worker has to answer is over at once.
      await page.addInitScript(`{
        const start = setTimeout;
        setTimeout = (task, ms, ...rest) => start(task, ms === ${LATE_MS} ? 0 : ms, ...rest);
      }`);
      await page.goto(site.url);
      await start();
      const sign =
        reports === 0
          ? page.getByText("Loading the networks").first()
          : page.getByRole("heading", { name: "Progress" });
      await sign.waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("the worker with the networks did not answer").waitFor();
      expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
      // A worker that is still being fetched is no concern of this test any more.
      await page.unrouteAll({ behavior: "ignoreErrors" });
    },
  );

  test("four arms side by side, with intervals while they run; stopping keeps what is done", async () => {
    await page.goto(`${site.url}#/arms`);
    await page.getByRole("heading", { name: "Four methods" }).waitFor();
    await page.getByLabel("Networks").selectOption("xs");
    await page.getByLabel("Number of questions").fill("1000");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("rowheader", { name: "guarded" }).waitFor();
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual([
      "one",
      "vote",
      "debate",
      "guarded",
    ]);
    await expect.poll(() => page.getByText(/^\d+\.\d % to \d+\.\d %$/).count()).toBe(4);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/Stopped after \d+ questions/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    // A report that is saved here can be opened here. It tells with which settings it was made.
    await page.getByLabel("Seed").fill("77");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the report" }).click(),
    ]);
    await page.goto(`${site.url}#/open`);
    const buffer = Buffer.concat(await (await download.createReadStream()).toArray());
    const { options } = JSON.parse(buffer.toString()) as { options: object };
    expect(options).toEqual({
      ...{ network: "xs", size: 3, form: "two_triples", count: 1000 },
      ...{ seed: 1, temperature: 0.8 },
    });
    const file = { name: "report.json", mimeType: "application/json", buffer };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("heading", { name: /^Evaluation playground-two_triples-1/ }).waitFor();
  });

  test("your own key goes to one host, and the page can reach no other from then on", async () => {
    const provider = await startFakeProvider("Six times seven.\n\nAnswer: 42");
    const elsewhere = await startFakeProvider("caught");
    expected = /^request: http:\/\/127\.0\.0\.1:\d+\/v1|content security policy|^console: policy:/i;
    try {
      await page.goto(`${site.url}#/models`);
      await page.getByLabel("Provider").selectOption("local");
      await page.getByLabel("Address").fill(provider.url);
      await page.getByLabel("Key").fill("sk-very-secret");
      await page.getByLabel("Question").fill("What is 6 × 7?");
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await start();
      await finished();
      expect(provider.calls).toEqual(
        Array.from({ length: 3 }, () => ({
          authorization: "Bearer sk-very-secret",
          referer: undefined,
        })),
      );
      const stored = await page.evaluate(
        "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
      );
      expect(stored).not.toContain("sk-very-secret");
      const sent = await page.evaluate(
        `fetch(${JSON.stringify(elsewhere.url)}, { method: "POST" }).then(() => "sent", () => "refused")`,
      );
      expect(sent).toBe("refused");
      expect(elsewhere.calls).toEqual([]);
    } finally {
      await provider.close();
      await elsewhere.close();
    }
  });

  test.skipIf(kind === "phone")(
    "a provider that can't be reached, and a key that can't be one",
    async () => {
      // Nobody listens at this port.
      expected = /^request: http:\/\/127\.0\.0\.1:9\/v1|script-src eval/;
      await page.goto(`${site.url}#/models`);
      await page.getByLabel("Provider").selectOption("local");
      await page.getByLabel("Address").fill("http://127.0.0.1:9/v1");
      await page.getByLabel("Key").fill("sk-very-secret\u200b");
      await page.getByLabel("Question").fill("What is 6 × 7?");
      await start();
      await page
        .getByRole("alert")
        .filter({ hasText: "Expected a key of plain letters" })
        .waitFor();
      await page.getByLabel("Key").fill("sk-very-secret");
      await start();
      await page
        .getByText(/127\.0\.0\.1:9 can't be reached from this page.*OLLAMA_ORIGINS/)
        .first()
        .waitFor();
    },
  );

  test.skipIf(kind === "phone")("a provider's error is shown, without the key", async () => {
    // zod, which reads the error, tries whether it may compile code; it may not.
    expected = /^request: http:\/\/127\.0\.0\.1:\d+\/v1|script-src eval/;
    const provider = await startFakeProvider("Incorrect API key: sk-very-secret", 401);
    try {
      await page.goto(`${site.url}#/models`);
      await page.getByLabel("Provider").selectOption("local");
      await page.getByLabel("Address").fill(provider.url);
      await page.getByLabel("Key").fill("sk-very-secret");
      await page.getByLabel("Question").fill("What is 6 × 7?");
      await start();
      await page.getByText("Incorrect API key: [key]").first().waitFor();
      expect(await page.content()).not.toContain("sk-very-secret");
    } finally {
      await provider.close();
    }
  });
});
