import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal, type StoredEvent } from "rostrum";
import { expect, test } from "vitest";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

test("audit lists who did what, and forget-user deletes a user's debates and name", async () => {
  using home = newHome();
  const path = join(home.folder, "server.db");
  const journal = sqliteJournal(path);
  const act = { at: 1_800_000_000_000, act: "ask", debate: "d1", address: "10.0.0.1" };
  const rest = { outcome: "done" as const, status: 201, code: null, requestId: "r" };
  await journal.service?.addActs([
    { ...act, ...rest, user: "ada\u001b[31m" },
    { ...act, ...rest, user: "bob", outcome: "refused", status: 403, code: "forbidden" },
  ]);
  for (const [id, status] of [
    ["done", "completed"],
    ["open", "running"],
  ] as const) {
    const run = await journal.open(id, {});
    const event = {
      type: "debate.started",
      debateId: id,
      at: 1,
      seq: 0,
      question: "Q?",
      panel: [],
    };
    await run.appendEvents([{ ...event, userId: "bob" } as unknown as StoredEvent]);
    await run.close(status);
  }
  await journal.close();

  const listed = await rostrum(home, ["audit", "--journal", path]);
  expect(listed.code).toBe(0);
  expect(listed.stdout).not.toContain("\u001b");
  expect(listed.stdout.split("\n")[0]).toMatch(
    /^2027-01-15T08:00:00\.000Z {2}bob +ask {2}refused {2}403 forbidden {2}d1 {2}10\.0\.0\.1/,
  );
  const refused = await rostrum(home, [
    "audit",
    "--outcome",
    "refused",
    "--json",
    "--journal",
    path,
  ]);
  expect(JSON.parse(refused.stdout)).toMatchObject({ acts: [{ user: "bob" }], next: null });

  const busy = await rostrum(home, ["forget-user", "bob", "--journal", path]);
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining("running or waiting: 1")]);
  await rostrum(home, ["runs", "--remove", "open", "--journal", path]);
  const forgotten = await rostrum(home, ["forget-user", "bob", "--journal", path]);
  expect(forgotten).toMatchObject({ code: 0 });
  expect(forgotten.stderr).toMatch(/debates deleted: 1; .* "deleted user \d+"/);
  const after = await rostrum(home, ["audit", "--journal", path]);
  expect(after.stdout).toContain("deleted user");
  expect(after.stdout).not.toContain("bob");
  expect(after.stdout.split("\n")[0]).toMatch(
    /^\S+ {2}- +delete_user {2}done +200 deleted user \d+ /,
  );
  const again = await rostrum(home, ["forget-user", "bob", "--journal", path]);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('there is no data of a user "bob"');
});

test.each([
  [
    "a setting that doesn't exist",
    "server: { oicd: {} }",
    'bad.yaml: unknown setting "oicd" under "server"; did you mean "oidc"?',
  ],
  [
    "a policy with a typo",
    "server: { policy: { everbody: { perMonth: { usd: 5 } } } }",
    'bad.yaml: server.policy.everbody: unknown option; did you mean "everybody"?',
  ],
  [
    "a policy that is not an object",
    "server: { policy: 7 }",
    "bad.yaml: server.policy: expected an object, got 7",
  ],
  [
    "a secret that is not set",
    "server: { webhooks: [{ name: a, url: 'https://x.example', secretEnv: NOT_SET_HERE }] }",
    "bad.yaml: server.webhooks[0].secretEnv: the environment variable NOT_SET_HERE is not set",
  ],
  [
    "an algorithm that is not safe",
    "server: { oidc: { issuer: 'https://x.example', audience: a, groups: {}, algorithms: [HS256] } }",
    "bad.yaml: server.oidc.algorithms[0]",
  ],
  ["a server that is not an object", "server: 7", 'expected "server" to be an object'],
])("serve and doctor say what is wrong with %s", async (_what, server, words) => {
  using home = newHome();
  writeFileSync(home.file("bad.yaml"), `panels: { p: { debaters: ["embedded*3"] } }\n${server}\n`);
  const { code, stderr } = await rostrum(home, [
    "serve",
    "--port",
    "0",
    "--config",
    home.file("bad.yaml"),
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  const doctor = await rostrum(home, ["doctor", "--config", home.file("bad.yaml"), "--json"]);
  expect(doctor.code).toBe(1);
  const findings = JSON.parse(doctor.stdout) as object[];
  const text: unknown = expect.stringContaining(words);
  expect(findings).toContainEqual({ state: "problem", text });
});
