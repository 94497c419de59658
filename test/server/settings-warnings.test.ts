import { hashToken, newToken, type ReloadableOptions } from "rostrum/server";
import { expect, test } from "vitest";
import { agreeing } from "./support/call.ts";
import { says } from "./support/models.ts";
import { listening } from "./support/socket.ts";

const entry = (user: string): { user: string; hash: string } => ({
  user,
  hash: hashToken(newToken()),
});
const tokens = [entry("ada"), { ...entry("bob"), sees: "all" as const }];
const LIMITED = { everybody: { perDay: { calls: 500 } } };

test("a panel with a model of unknown price is named at the start and at a reload if a user has a limit in dollars", async () => {
  const said: string[] = [];
  const model = says("42");
  const price = { input: 0, output: 0 };
  const own = {
    debaters: [
      { model, name: "slow" },
      { model, price },
    ],
  };
  const panels = { own, embedded: { debaters: ["embedded*3"] } };
  const policy = { everybody: { perMonth: { usd: 20 } } };
  const auth = { tokens };
  const { server } = await listening({ panels, auth, policy, log: (line) => said.push(line) });
  const line: unknown = expect.stringMatching(
    /^panel own: users with a limit in dollars can't ask it: no price is known for slow \(function:.*\); give each a price: \{ input: …, output: … \}/,
  );
  expect(said).toEqual([line]);
  const warningsOf = async (options: ReloadableOptions): Promise<string[]> =>
    (await server.reload(options)).warnings;
  expect(await warningsOf({ panels, auth, policy })).toEqual([line]);
  expect(await warningsOf({ panels, auth, policy: LIMITED })).not.toContainEqual(line);
  const priced = {
    own: {
      debaters: [
        { model, price },
        { model, price },
      ],
    },
  };
  expect(await warningsOf({ panels: priced, auth, policy })).toEqual([]);
});

test("users whom nothing limits are named at the start and at a reload, with the panels that have no budget", async () => {
  const said: string[] = [];
  const capped = { ...agreeing, budget: { calls: 20 } };
  const embedded = { debaters: ["embedded*3"] };
  const panels = { agreeing, capped, embedded };
  const limited = { ...entry("carl"), team: "core" };
  const policy = {
    users: { ada: { perDay: { calls: 9 } } },
    teams: { core: { budget: { calls: 9 } } },
  };
  const auth = { tokens: [...tokens, limited] };
  const log = (line: string): number => said.push(line);
  const { server } = await listening({ panels, auth, policy, log });
  const line =
    "bob has no spending limit and panel agreeing has no budget, so nothing limits what a request may cost: " +
    'set policy.everybody or budgets, see "Set this first" in docs/server.md';
  expect(said).toEqual([line]);
  const warningsOf = async (options: ReloadableOptions): Promise<string[]> =>
    (await server.reload(options)).warnings;
  expect(await warningsOf({ panels, auth, policy })).toEqual([line]);
  expect(await warningsOf({ panels: { capped, embedded }, auth, policy })).toEqual([]);
  expect(await warningsOf({ panels, auth, policy: { ...policy, ...LIMITED } })).toEqual([]);

  const groups = {
    staff: { role: "asker" as const },
    core: { role: "asker" as const, team: "core" },
  };
  const oidc = { issuer: "https://id.example.com", audience: "rostrum", groups };
  expect(await warningsOf({ panels, auth: { oidc }, policy })).toEqual([
    expect.stringMatching(
      /^every user of the identity provider has no spending limit and panel agreeing/,
    ),
  ]);
  const { core } = groups;
  const grouped = { oidc: { ...oidc, groups: { core } } };
  expect(await warningsOf({ panels, auth: grouped, policy })).toEqual([]);
});
