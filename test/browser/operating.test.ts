import type { Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken, type ReloadableOptions } from "../../packages/server/src/index.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";
import { askButton } from "./support/ask-button.ts";
import { axeFindings } from "./support/axe.ts";
import { hasBrowser, openWindow, type Window } from "./support/browser.ts";
import { divided, QUESTION, trio } from "./support/panels.ts";
import { runTasks, type Task } from "./support/run-tasks.ts";
import { openSite, type Site } from "./support/site.ts";

const TOKENS = { root: "r".repeat(40), ada: "a".repeat(40), vic: "v".repeat(40) };
const tokens = [
  { user: "root", hash: hashToken(TOKENS.root), admin: true, team: "ops" },
  { user: "ada", hash: hashToken(TOKENS.ada), role: "asker" as const, team: "core" },
  { user: "vic", hash: hashToken(TOKENS.vic), role: "viewer" as const },
];
const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string): Locator => page.getByRole("link", { name, exact: true });
const row = (page: Page, name: RegExp): Locator => page.getByRole("row", { name });

describe.skipIf(!hasBrowser)("what the operator of a server comes to the page for", () => {
  let site: Site;
  let browser: Window;
  let ill: OpenAiServer;
  let settings: () => Promise<ReloadableOptions>;
  let shared = "";
  /** The same debate, opened by somebody without an account. */
  let reader: Page;

  const as = async (user: keyof typeof TOKENS): Promise<Page> => {
    const page = await browser.context.newPage();
    await page.addInitScript(`sessionStorage.setItem("rostrum.token", "${TOKENS[user]}")`);
    await page.goto(site.url);
    return page;
  };

  beforeEach(async () => {
    ill = await openAiServer(() => ({ status: 401, message: "Incorrect API key provided" }));
    const mixed = {
      debaters: [...(trio().debaters as object[]).slice(0, 2), `compat:ill@${ill.url}`],
      rounds: 0,
      limits: { retries: 0 },
    } as unknown as ReturnType<typeof trio>;
    const sums = { debaters: ["embedded*3"], rounds: 0 };
    const panels = { trio: trio(), divided: divided(), mixed, sums };
    const policy = {
      teams: { core: { perMonth: { usd: 50 } } },
      projects: { apollo: { perDay: { usd: 1 } } },
    };
    const options = { panels, auth: { tokens }, policy };
    settings = () => Promise.resolve(options);
    site = await openSite({
      ...options,
      savedPanels: true,
      token: TOKENS.ada,
      load: () => settings(),
    });
    // What ada asks has a limit in dollars, and so needs prices.
    browser = await openWindow({ permissions: ["clipboard-read", "clipboard-write"] });
    await site.hold({ panel: "trio", question: QUESTION });
    await fetch(`${site.url}/me`, { headers: { authorization: "Bearer nobody's" } });
    await fetch(`${site.url}/debates`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${TOKENS.root}` },
      body: JSON.stringify({ panel: "mixed", question: "Which model fails?" }),
    });
    const headers = { authorization: `Bearer ${TOKENS.root}` };
    const status = async (): Promise<unknown> =>
      (await fetch(`${site.url}/status`, { headers })).json();
    await expect.poll(status).toMatchObject({ notices: [{ level: "warning" }] });
  });
  afterEach(async () => {
    await browser?.close();
    await site?.close();
    await ill?.close();
  });

  const TASKS: readonly Task[] = [
    {
      name: "see which model fails, since when, and what its provider says",
      clicks: 1,
      from: () => "",
      async do({ page, click }) {
        // Everybody is told, where they choose a panel.
        await page
          .getByText(/^ill is failing: \d of \d can answer$/)
          .first()
          .waitFor();
        await click(link(page, "Admin"));
        const failing = row(page, /^ill/);
        await failing.getByText(/^Failing since/).waitFor();
        await failing.getByText("Incorrect API key provided").waitFor();
        await failing.getByText(/^401\s×\s\d/).waitFor();
        await row(page, /function boole/)
          .getByText("Working")
          .waitFor();
      },
    },
    {
      name: "see who may do what, with which token, and who was last seen when",
      clicks: 1,
      from: () => "admin",
      async do({ page, click }) {
        await click(link(page, "People"));
        const ada = row(page, /^ada asker core/);
        await ada.getByText(hashToken(TOKENS.ada).slice(7, 15)).waitFor();
        await ada.locator("time").waitFor();
        await row(page, /^vic viewer/)
          .getByText("not yet")
          .waitFor();
      },
    },
    {
      name: "see what each team has spent today and this month, and what is left",
      clicks: 2,
      from: () => "admin",
      async do({ page, click }) {
        await click(link(page, "Spending"));
        await click(button(page, "By team"));
        await row(page, /^core/)
          .getByText(/\$0\.0/)
          .first()
          .waitFor();
        await page.getByText(/left of \$50\.00/).waitFor();
      },
    },
    {
      name: "see whose requests were refused",
      clicks: 1,
      from: () => "admin",
      async do({ page, click }) {
        await click(link(page, "Audit log"));
        await row(page, /ada ask a question/).waitFor();
        await page.getByRole("combobox", { name: "Outcome", exact: true }).selectOption("refused");
        await row(page, /no user sign in/)
          .getByText("status 401, bad token")
          .waitFor();
        await row(page, /ada ask a question/).waitFor({ state: "detached" });
      },
    },
    {
      name: "reload the settings, and be told that nothing has changed",
      clicks: 2,
      from: () => "admin",
      async do({ page, click }) {
        await click(link(page, "Server"));
        await page.getByText("In the queue", { exact: true }).waitFor();
        await click(button(page, "Reload the settings"));
        await page.getByText("Nothing has changed.").waitFor();
      },
    },
    {
      name: "reload settings that are wrong, and be told why",
      clicks: 1,
      from() {
        const before = settings;
        settings = () => {
          settings = before;
          return Promise.reject(new Error("panels.trio.rounds: expected a number, got “two”"));
        };
        return "admin/server";
      },
      async do({ page, click }) {
        await click(button(page, "Reload the settings"));
        await page.getByText("its previous settings stay in effect").waitFor();
        await page.getByText("expected a number, got “two”").waitFor();
      },
    },
    {
      name: "save a panel for everybody",
      clicks: 3,
      from: () => "panels",
      async do({ page, click }) {
        await page.getByLabel("Name", { exact: true }).first().fill("Quick sums");
        for (const _ of [1, 2]) await click(button(page, "Add a member"));
        await click(button(page, "Save on the server"));
        await page.locator(".panel-list li", { hasText: "Quick sums" }).waitFor();
      },
    },
    {
      name: "delete a saved panel",
      clicks: 2,
      from: () => "panels",
      async do({ page, click }) {
        const item = page.locator(".panel-list li", { hasText: "Quick sums" });
        await click(item.getByRole("button", { name: "Delete" }));
        await click(button(page, "Delete the panel"));
        await item.waitFor({ state: "detached" });
      },
    },
    {
      name: "give somebody without an account a link to a debate",
      clicks: 2,
      from: async () => `d/${await site.hold({ panel: "trio", question: "Which is shared?" })}`,
      async do({ page, click }) {
        await click(button(page, "Share"));
        await page.getByLabel("Valid for").selectOption("30 days");
        await click(button(page, "Create a link"));
        await page.getByLabel("Copied. The link is shown only now.").waitFor();
        shared = await page.evaluate<string>("navigator.clipboard.readText()");
        await page.getByText("Works until").waitFor();
        const guest = await openWindow();
        reader = await guest.context.newPage();
        const asked: string[] = [];
        reader.on("request", (request) => asked.push(new URL(request.url()).pathname));
        await reader.goto(shared);
        await reader.getByRole("heading", { name: "Which is shared?" }).waitFor();
        await reader.locator(".headline:not(.pending)").waitFor();
        await reader.getByText("this link works until").waitFor();
        // The debate, and nothing else.
        expect(await reader.getByRole("navigation", { name: "Main" }).count()).toBe(0);
        for (const name of ["Share", "Delete…", "Ask the panel", "Run again from here"])
          expect([name, await button(reader, name).count()]).toEqual([name, 0]);
        expect(asked.filter((path) => !/^\/(?:$|assets\/)/.test(path))).toEqual(["/shared"]);
        await reader.getByRole("link", { name: /^Rounds/ }).click();
        await reader.locator(".timeline").waitFor();
        await reader.reload();
        await reader.locator(".timeline").waitFor();
        expect(await axeFindings(reader)).toEqual([]);
      },
    },
    {
      name: "take a link back",
      clicks: 2,
      from: async () => {
        const list = await fetch(`${site.url}/debates?search=shared`, {
          headers: { authorization: `Bearer ${TOKENS.root}` },
        });
        const { runs } = (await list.json()) as { runs: { id: string }[] };
        return `d/${runs[0]?.id}`;
      },
      async do({ page, click }) {
        await click(button(page, "Share"));
        await click(button(page, "Revoke"));
        await page.getByText("Works until").waitFor({ state: "detached" });
        await reader.reload();
        await reader.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
        expect(await axeFindings(reader)).toEqual([]);
        await reader.context().close();
      },
    },
    {
      name: "assign a review to somebody, with a date and a comment",
      clicks: 2,
      from: async () => `d/${await site.hold({ panel: "divided", question: "Whose is it?" })}`,
      async do({ page, click }) {
        await click(button(page, "Assign to…"));
        await page.getByLabel("Reviewer").fill("root");
        await page.getByLabel("Due date (optional)").fill("2031-02-03");
        await page.getByLabel("Comment", { exact: true }).fill("Before the board meets.");
        await click(button(page, "Assign"));
        await page.getByText("For root, due Mon").waitFor();
        await page.getByText("Before the board meets.").waitFor();
      },
    },
    {
      name: "find what is assigned to me, and decide it",
      clicks: 3,
      async from() {
        await site.hold({ panel: "divided", question: "Not mine" });
        return "review";
      },
      async do({ page, click }) {
        await page.getByText("Not mine").first().waitFor();
        await click(link(page, "Assigned to me"));
        await expect.poll(() => page.getByText("Not mine").count()).toBe(0);
        const item = page.getByRole("article").filter({ hasText: "Whose is it?" }).last();
        const open = item.getByRole("button", { name: "Whose is it?" });
        if ((await open.getAttribute("aria-expanded")) !== "true") await open.click();
        await click(item.getByRole("radio", { name: /Keep it/ }));
        await click(item.getByRole("button", { name: "Save the decision", exact: true }));
        await item.getByRole("button", { name: "Undo" }).waitFor();
      },
    },
  ];

  const ACCOUNT: readonly Task[] = [
    {
      name: "sign in with a token",
      clicks: 1,
      from: () => "runs",
      async do({ page, click }) {
        await page.getByLabel("Token", { exact: true }).fill(TOKENS.root);
        await click(button(page, "Continue"));
        await page.locator(".run").first().waitFor();
      },
    },
    {
      name: "sign out, in all tabs",
      clicks: 2,
      from: () => "runs",
      async do({ page, click }) {
        await click(page.getByRole("button", { name: "Account: root" }));
        await click(button(page, "Sign out"));
        await page.getByLabel("Token", { exact: true }).waitFor();
      },
    },
  ];

  async function doAll(page: Page, tasks: readonly Task[]): Promise<void> {
    const { counts, found } = await runTasks(page, site, tasks);
    for (const [name, count] of Object.entries(counts)) console.log(`${count}  ${name}`);
    expect(found).toEqual([]);
    const expected = Object.fromEntries(tasks.map(({ name, clicks }) => [name, clicks]));
    expect(counts).toEqual(expected);
  }

  test("every task takes so many clicks, and its end can be read at three widths", async () => {
    const page = await as("root");
    await doAll(page, TASKS);
    await page.close();
  });

  test("so do signing in and signing out", async () => {
    const own = await openWindow();
    const page = await own.context.newPage();
    await page.goto(`${site.url}/#/runs`);
    // The form that is filled in is the one of this screen.
    await page.getByLabel("Token", { exact: true }).waitFor();
    await doAll(page, ACCOUNT);
    await own.close();
  });

  test("who signs out while the session is still being moved into a cookie stays signed out", async () => {
    const own = await openWindow();
    const page = await own.context.newPage();
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route("**/session", async (route) => {
      if (route.request().method() === "POST") {
        asked.resolve();
        await released.promise;
      }
      await route.continue();
    });
    await page.goto(`${site.url}/#/runs`);
    await page.getByLabel("Token", { exact: true }).fill(TOKENS.root);
    await button(page, "Continue").click();
    await asked.promise;
    await page.getByRole("button", { name: "Account: root" }).click();
    await button(page, "Sign out").click();
    released.resolve();
    await page.getByLabel("Token", { exact: true }).waitFor();
    expect(await own.context.cookies()).toEqual([]);
    await page.reload();
    await page.getByLabel("Token", { exact: true }).waitFor();
    await own.close();
  });

  test("a request that was refused before somebody signed in, and is answered after it, asks for no token", async () => {
    const own = await openWindow();
    const page = await own.context.newPage();
    const released = Promise.withResolvers<void>();
    let held = 0;
    await page.route("**/me", async (route) => {
      const isFirst = route.request().headers()["authorization"] === undefined && held === 0;
      if (isFirst) held += 1;
      const response = await route.fetch();
      if (isFirst) await released.promise;
      await route.fulfill({ response });
    });
    await page.goto(`${site.url}/#/runs`);
    await page.getByLabel("Token", { exact: true }).fill(TOKENS.root);
    await button(page, "Continue").click();
    await expect.poll(async () => (await own.context.cookies()).length).toBe(1);
    released.resolve();
    await page.locator(".run").first().waitFor();
    await page.getByRole("button", { name: "Account: root" }).waitFor();
    expect(await page.getByLabel("Token", { exact: true }).count()).toBe(0);
    await own.close();
  });

  test("a request that looks for a session while somebody signs in asks for no token afterwards", async () => {
    const own = await openWindow();
    const page = await own.context.newPage();
    await page.goto(`${site.url}/#/panels`);
    await page.getByLabel("Token", { exact: true }).waitFor();
    const looking = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route("**/session/refresh", async (route) => {
      looking.resolve();
      await released.promise;
      await route.continue();
    });
    await page.evaluate('location.hash = "#/runs"');
    await looking.promise;
    await page.getByLabel("Token", { exact: true }).fill(TOKENS.root);
    await button(page, "Continue").click();
    await expect.poll(async () => (await own.context.cookies()).length).toBe(1);
    released.resolve();
    await page.locator(".run").first().waitFor();
    expect(await page.getByLabel("Token", { exact: true }).count()).toBe(0);
    await own.close();
  });

  test("who has a limit in dollars is told before asking which model has no price, and can name a project", async () => {
    const page = await as("ada");
    await page.getByRole("radio", { name: /^mixed/ }).click();
    await page.getByText("the price of compat:ill isn't known").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("radio", { name: /^trio/ }).click();
    await page.getByText("isn't known").waitFor({ state: "detached" });
    await page.getByLabel("Project").selectOption("apollo");
    await page.getByLabel("Question").fill("Who pays?");
    await askButton(page).click();
    await page.locator(".headline:not(.pending)").waitFor();
    await page.goto(`${site.url}/#/usage?by=project`);
    await row(page, /^apollo/).waitFor();
    await page.close();
  });

  test("somebody else is offered nothing of it, and told why at its address", async () => {
    const page = await as("vic");
    expect(await link(page, "Admin").count()).toBe(0);
    await page.evaluate('location.hash = "#/admin"');
    await page.getByText("This needs the role “admin”").waitFor();
    await page.close();
  });
});
