import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gitHubServer, type GitHubServer } from "../support/github-server.ts";
import { changeLine, readTree } from "../support/recorded-pull-request.ts";
import { readCountedUsd } from "./support/counted-usd.ts";
import { newGate } from "./support/gate.ts";
import { newHome, type Home } from "./support/home.ts";
import { startProcess } from "./support/process.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";
import { inTerminal, type Terminal } from "./support/terminal.ts";

const CONFIG = fileURLToPath(new URL("./support/reviewers.config.ts", import.meta.url));
const head = readTree("head");
const LIMIT = ["--max-cost-per-pr", "5"];

let hub: GitHubServer;
let home: Home;
beforeEach(async () => {
  hub = await gitHubServer(readTree("base"), head);
  home = newHome();
});
afterEach(async () => {
  home[Symbol.dispose]();
  await hub[Symbol.asyncDispose]();
});

const reviewing = (...args: string[]): string[] => [
  "review",
  "--pr",
  "7",
  "--config",
  CONFIG,
  ...args,
];

function review(...args: string[]): Promise<Ended> {
  return rostrum(home, reviewing(...args), { env: hub.env });
}

/** Starts a review whose second member waits at the gate. */
function startGated(gate: string, ...args: string[]): Terminal {
  const env = { ...hub.env, GATE: gate };
  return inTerminal(home, reviewing("--panel", "gated", "--plain", ...args), { columns: 100, env });
}

test("the limit of a review counts before its first call, and then what it cost", async () => {
  await using gate = await newGate();
  const { ended } = startGated(gate.url, ...LIMIT);
  await gate.reached;
  expect(readCountedUsd(hub)).toBe(5);
  expect(hub.comments[0]?.body).toContain(
    "`aaaaaaa` was not reviewed: the review has not finished",
  );
  gate.open();
  expect((await ended).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0022, 6);
  expect(hub.comments[0]?.body).toContain("No finding stands.");
});

test("a review that is killed stays counted with its limit", async () => {
  await using gate = await newGate();
  const killed = startGated(gate.url, "--max-cost", "2", ...LIMIT);
  await gate.reached;
  const comments = structuredClone(hub.comments);
  killed.signal("SIGTERM");
  await killed.ended;
  hub.comments = comments;
  expect((await review("--panel", "clean", ...LIMIT)).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(2.0022, 6);
  const third = await review("--panel", "clean", "--max-cost-per-pr", "2");
  expect(third.code).toBe(3);
  expect(third.stderr).toContain("the budget of this pull request is used up");
});

test("a review that a push stops counts with its calls, those in flight at their worst case", async () => {
  await review("--panel", "clean", ...LIMIT);
  const [before] = structuredClone(hub.comments);
  hub.push(changeLine(head, "docs/seats.md", "thirty", "forty"));
  await using gate = await newGate();
  const { ended, signal } = startGated(gate.url, ...LIMIT);
  await gate.reached;
  signal("SIGINT");
  expect((await ended).code).toBe(1);
  // One member replied, and the other one may still be billed.
  expect(readCountedUsd(hub)).toBeGreaterThan(0.0022 + 0.0011);
  expect(readCountedUsd(hub)).toBeLessThan(1);
  const withoutNote = (body = ""): string => body.split("\n").slice(1).join("\n");
  expect(hub.comments.map(({ body }) => withoutNote(body))).toEqual([withoutNote(before?.body)]);
});

test("a review of a head that moved is counted, and not published", async () => {
  await using gate = await newGate();
  const { ended } = startGated(gate.url, ...LIMIT);
  await gate.reached;
  hub.push(changeLine(head, "docs/seats.md", "thirty", "forty"));
  gate.open();
  expect((await ended).code).toBe(2);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0022, 6);
  expect(hub.reviews).toEqual([]);
  await review("--panel", "clean", ...LIMIT);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0044, 6);
});

test("a review that GitHub doesn't publish is counted", async () => {
  hub.intercept = ({ path }) =>
    path.endsWith("/reviews") ? { status: 500, body: { message: "try again" } } : null;
  expect((await review(...LIMIT)).code).toBe(1);
  expect(readCountedUsd(hub)).toBeGreaterThan(0);
  expect(readCountedUsd(hub)).toBeLessThan(0.1);
});

test("reviews that run at the same time keep each other's cost", async () => {
  await using gate = await newGate();
  const env = { ...hub.env, GATE: gate.url };
  const args = reviewing("--panel", "gated", "--max-cost", "2", ...LIMIT);
  const slow = startProcess(home, args, { env });
  await gate.reached;
  await review("--panel", "clean", ...LIMIT);
  expect(readCountedUsd(hub)).toBeCloseTo(2.0022, 6);
  gate.open();
  expect((await slow.ended).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0044, 6);
});

test("a review whose budget another one reserved in the meantime makes no call", async () => {
  let queries = 0;
  hub.intercept = ({ path, body }) => {
    // The summary is read once for the earlier findings, and again right before the first call.
    const isSummary = path === "/graphql" && !JSON.stringify(body).includes("reviewThreads");
    if (isSummary && (queries += 1) === 2)
      hub.comments.push({
        id: 1,
        login: "rostrum-bot",
        body: `<!-- rostrum summary {"commit":"a","usd":0,"runs":[{"id":"other","usd":4}]} -->\n\ntext`,
      });
    return null;
  };
  const { code, stdout, stderr } = await review(...LIMIT);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("another review of this pull request has reserved its budget: $1");
  expect(readCountedUsd(hub)).toBe(4);
});

test("a run that continues replaces its own entry", async () => {
  await using gate = await newGate();
  const { ended, signal } = startGated(gate.url, "--id", "mine", ...LIMIT);
  await gate.reached;
  signal("SIGINT");
  await ended;
  const cutOffUsd = readCountedUsd(hub);
  const { code } = await review("--panel", "gated", "--id", "mine", ...LIMIT);
  expect(code).toBe(0);
  // The call that was cut off still counts at its worst case.
  expect(readCountedUsd(hub)).toBeCloseTo(cutOffUsd + 0.0011, 6);
  const again = await review("--panel", "gated", "--id", "mine", ...LIMIT);
  expect(again.stderr).toContain("nothing is asked or paid");
  expect(readCountedUsd(hub)).toBeCloseTo(cutOffUsd + 0.0011, 6);
});

test("a run that fails before it knows what it spent earlier keeps its entry", async () => {
  await using gate = await newGate();
  const { ended, signal } = startGated(gate.url, "--id", "mine", ...LIMIT);
  await gate.reached;
  signal("SIGINT");
  await ended;
  const spentUsd = readCountedUsd(hub);
  expect(spentUsd).toBeGreaterThan(0);
  const other = await review("--panel", "clean", "--temperature", "0.5", "--id", "mine", ...LIMIT);
  expect(other.stderr).toContain("temperature");
  expect(other.code).toBe(1);
  expect(readCountedUsd(hub)).toBeCloseTo(spentUsd, 6);
});

test("a run under the same id on a runner without its journal pays anew, and both count", async () => {
  const runOnNewRunner = (...limit: string[]): Promise<Ended> =>
    review("--panel", "clean", "--id", "mine", "--no-journal", ...limit);
  expect((await runOnNewRunner(...LIMIT)).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0022, 6);
  const refused = await runOnNewRunner("--max-cost-per-pr", "0.002");
  expect(refused.stderr).toContain("the budget of this pull request is used up");
  expect((await runOnNewRunner(...LIMIT)).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(0.0044, 6);
});

test("the sum of a note without entries counts", async () => {
  const body = '<!-- rostrum summary {"commit":"a","usd":4} -->\n\ntext';
  hub.comments = [{ id: 1, login: "rostrum-bot", body }];
  expect((await review("--panel", "clean", "--max-cost-per-pr", "4")).code).toBe(3);
  expect((await review("--panel", "clean", ...LIMIT)).code).toBe(0);
  expect(readCountedUsd(hub)).toBeCloseTo(4.0022, 6);
  expect(hub.comments[0]?.body).toMatch(
    /All reviews of this pull request: \$4\.00\d* of at most \$5/,
  );
});

test("runs in a second summary, of a review that began at the same moment, count once", async () => {
  hub.comments = ["one", "two"].map((id, index) => ({
    id: index + 1,
    login: "rostrum-bot",
    body: `<!-- rostrum summary {"commit":"a","usd":0,"runs":[{"id":"${id}","usd":2}]} -->\n\ntext`,
  }));
  expect((await review("--panel", "clean", "--max-cost-per-pr", "4")).code).toBe(3);
  for (const expected of [4.0022, 4.0044]) {
    expect((await review("--panel", "clean", ...LIMIT)).code).toBe(0);
    expect(readCountedUsd(hub)).toBeCloseTo(expected, 6);
  }
});

test("nothing is paid where the cost can't be counted", async () => {
  hub.intercept = ({ method, path }) =>
    method !== "GET" && path !== "/graphql"
      ? { status: 403, body: { message: "Resource not accessible" } }
      : null;
  const { code, stdout, stderr } = await review(...LIMIT);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("pull_request_target");
});
