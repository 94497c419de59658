import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hashToken, newToken } from "../../packages/server/src/index.ts";
import { reverseProxy, type ProxyOptions } from "../support/proxy.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { planets, QUESTION, trio } from "./support/panels.ts";
import { openSite, type Site } from "./support/site.ts";
import { watchfulPage } from "./support/watchful-page.ts";

const PREFIX = "/tools/rostrum";
const stripped = (path: string): string => path.slice(PREFIX.length) || "/";

const token = newToken();
const auth = { tokens: [{ user: "ada", hash: hashToken(token), role: "admin" as const }] };

describe.skipIf(!hasBrowser)("the page behind a proxy", () => {
  let window: Window;
  beforeAll(async () => {
    window = await openWindow();
  });
  afterAll(() => window.close());

  interface Visit {
    site: Site;
    page: Page;
    trouble: string[];
    url: string;
  }

  async function visit(
    proxying: ProxyOptions,
    server: { basePath?: string; proxies?: string[] } = {},
  ): Promise<Visit> {
    const site = await openSite({
      panels: { planets: planets(), endless: trio({ ms: 200, letters: 1 }) },
      ...{ auth, token },
      ...server,
    });
    onTestFinished(() => site.close());
    const proxy = await reverseProxy(Number(new URL(site.url).port), proxying);
    onTestFinished(() => proxy.close());
    const { page, trouble } = await watchfulPage(window.context, proxy.url);
    onTestFinished(() => page.close());
    await page.addInitScript(`sessionStorage.setItem("rostrum.token", "${token}")`);
    return { site, page, trouble, url: proxy.url };
  }

  test.each<[string, string, ProxyOptions, { basePath?: string; proxies?: string[] }]>([
    ["passes the prefix on", `${PREFIX}/`, {}, { basePath: PREFIX }],
    ["takes the prefix off", `${PREFIX}/`, { path: stripped }, {}],
    ["is asked without the last slash", PREFIX, { path: stripped }, { basePath: PREFIX }],
    [
      "rewrites Host",
      "/",
      { host: "upstream", headers: ({ headers }) => ({ "x-forwarded-host": headers.host ?? "" }) },
      { proxies: ["127.0.0.1"] },
    ],
  ])("that %s: a question is asked and watched to its end", async (_name, at, proxying, server) => {
    const { page, trouble, url } = await visit(proxying, server);
    await page.goto(`${url}${at}`);
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Control+Enter");
    await page.locator(".headline:not(.pending)").waitFor();
    expect(trouble).toEqual([]);
  });

  test("that adds a prefix which the server doesn't know: the page names it", async () => {
    const { page, url } = await visit({});
    await page.goto(`${url}${PREFIX}/`);
    await page.getByText(`--base-path ${PREFIX}`).waitFor();
  });

  test("that serves the page without its files: the page says so instead of staying blank", async () => {
    const { page, url } = await visit({ path: stripped });
    await page.goto(`${url}${PREFIX}`);
    await page.getByRole("heading", { name: "The page's files did not arrive" }).waitFor();
    // Where they arrive, nothing of it is left.
    await page.goto(`${url}${PREFIX}/`);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect(await page.getByText("did not arrive").count()).toBe(0);
  });

  test("that passes on the page only: it says who answered instead", async () => {
    const own = /^\/(?:assets\/.*)?$/;
    const { page, url } = await visit({ path: (path) => (own.test(path) ? path : null) });
    await page.goto(url);
    await page
      .getByText(/Expected rostrum's answer at \/panels, got text\/html/)
      .first()
      .waitFor();
  });

  test("that buffers the event stream: the page says so while the debate runs", async () => {
    const { site, page, url } = await visit({ buffers: true });
    const id = await site.start({ question: QUESTION, panel: "endless" });
    await page.goto(`${url}/#/d/${id}`);
    await page.getByText(/buffers its events/).waitFor();
  });
});
