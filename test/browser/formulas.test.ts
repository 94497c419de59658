import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DebateConfig } from "../../packages/rostrum/src/index.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { openSite, type Site } from "./support/site.ts";
import { speaker } from "./support/speaker.ts";
import { watchfulPage } from "./support/watchful-page.ts";

/** Formulas as models write them. */
const DRAWN = [
  String.raw`\[
t = \frac{\ln(21000/2400)}{0.04} \approx 54 \text{ months}
\]`,
  String.raw`\[
\sum_{i=1}^{n} i^2 = \frac{n(n+1)(2n+1)}{6}
\]`,
  String.raw`\[
f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}
\]`,
  String.raw`\[
\begin{aligned} a &= b + c \\ &= \boxed{42} \end{aligned}
\]`,
  String.raw`\[
\left( \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \right)^{-1} \in \mathbb{R}^{2 \times 2}
\]`,
];

/** Formulas that ask for more than mathematics, are too large, or have an error. */
const REFUSED = [
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\url{https://evil.example/}`,
  String.raw`\includegraphics{https://evil.example/pixel.png}`,
  String.raw`\style{position:fixed;inset:0}{x}`,
  String.raw`\class{said}{x}`,
  String.raw`\id{events}{x}`,
  String.raw`\data{x=1}{x}`,
  String.raw`x \label{events} \ref{events}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\newcommand{\b}[1]{#1#1}\b{\b{x}}`,
  String.raw`\frac{1}`,
  String.raw`\left( x`,
  String.raw`\unknowncommand{x}`,
  "{x",
  String.raw`\boxed{`.repeat(300) + "x" + "}".repeat(300),
  "x".repeat(5000),
];

const block = (tex: string): string => `\\[\n${tex}\n\\]`;

describe.skipIf(!hasBrowser)("a formula in a reply", () => {
  let site: Site;
  let browser: Window;

  beforeAll(async () => {
    const say = (text: string): ReturnType<typeof speaker> =>
      speaker("ada", [{ says: text, answer: "42", sure: 0.9 }]);
    const panel = (text: string): DebateConfig => ({
      debaters: [say(text), speaker("bob", [{ says: "Yes.", answer: "42", sure: 0.9 }])],
      rounds: 0,
    });
    site = await openSite({
      panels: {
        drawn: panel(`Where \\(a_1^2 + b\\) holds:\n\n${DRAWN.join("\n\n")}`),
        // The first one is drawn: then the others have had their chance.
        refused: panel(["x", ...REFUSED].map(block).join("\n\n")),
        wordy: panel("No formula, just $5."),
      },
    });
    browser = await openWindow();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("is drawn, within the page's policy", async () => {
    const id = await site.hold({ question: "Q?", panel: "drawn" });
    const { page, trouble } = await watchfulPage(browser.context, site.url);
    await page.goto(`${site.url}/#/d/${id}/r0/ada`);
    await page.locator(".formula math msubsup").first().waitFor();
    expect(await page.locator(".formula-frame math").count()).toBeGreaterThanOrEqual(DRAWN.length);
    expect(await page.locator(".formula-frame math mfrac").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator(".formula-frame code").count()).toBe(0);
    await page.close();
    expect(trouble).toEqual([]);
  });

  test("is shown as it was written where it isn't plain mathematics", async () => {
    const id = await site.hold({ question: "Q?", panel: "refused" });
    const { page, trouble } = await watchfulPage(browser.context, site.url);
    await page.goto(`${site.url}/#/d/${id}/r0/ada`);
    await page.locator(".formula-frame math").first().waitFor();
    const undrawn = page.locator(".formula-frame").filter({ has: page.locator("code") });
    const listUndrawn = async (): Promise<string[]> =>
      [...new Set(await undrawn.allTextContents())].filter((text) => !text.endsWith("…")); // Previews are cut.
    await expect.poll(listUndrawn).toEqual(REFUSED);
    expect(await undrawn.locator(":is(math, a, img, [id], [style])").count()).toBe(0);
    await page.close();
    expect(trouble).toEqual([]);
  });

  test("is what loads the code that draws formulas", async () => {
    const id = await site.hold({ question: "Q?", panel: "wordy" });
    const page = await browser.context.newPage();
    const files: string[] = [];
    page.on("request", (request) => files.push(request.url()));
    await page.goto(`${site.url}/#/d/${id}/r0/ada`);
    await page.getByText("No formula, just $5.").first().waitFor();
    expect(files.filter((file) => file.includes("formula"))).toEqual([]);
    await page.close();
  });
});
