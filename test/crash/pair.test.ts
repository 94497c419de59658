import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startLife, type Living } from "./life.ts";
import { startProvider, type Provider } from "./provider.ts";

let folder = "";
let paid: string[] = [];
let provider: Provider | null = null;
const living: Living[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-pair-"));
  paid = [];
});

afterEach(async () => {
  for (const { child } of living.splice(0)) child.kill("SIGKILL");
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(ids: readonly string[]): Living {
  const one = startLife(join(folder, "runs.db"), provider?.url ?? "", ids);
  living.push(one);
  return one;
}

test("two processes start the same ids at once: each step is paid once, and both get the result", async () => {
  const bothThere = Promise.withResolvers<void>();
  provider = await startProvider(async ({ stepId }) => {
    paid.push(stepId);
    await bothThere.promise;
  });
  const ids = ["plain.1", "judged.1", "routed.1", "dissenters.1"];
  const [one, other] = [start(ids), start(ids)];
  await Promise.all([one.started, other.started]);
  bothThere.resolve();
  const [first, second] = await Promise.all([one.ended, other.ended]);
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(second, second.stderr).toMatchObject({ code: 0 });
  expect(paid).toHaveLength(new Set(paid).size);
  expect(first.kept.length + second.kept.length).toBe(paid.length);
  for (const id of ids) {
    const result = first.results.get(id) ?? "";
    expect(JSON.parse(result)).toMatchObject({ id, integrity: { reissued: 0 } });
    expect(second.results.get(id)).toBe(result);
  }
});

test("the one that waits takes over at once when the one that runs is killed", async () => {
  const midway = Promise.withResolvers<void>();
  let hanging = 0;
  let killed = false;
  provider = await startProvider(async ({ stepId }) => {
    paid.push(stepId);
    // The second round hangs for as long as the first process lives.
    if (stepId.endsWith("_round_1") && !killed) {
      hanging += 1;
      if (hanging === 3) midway.resolve();
      await new Promise(() => undefined);
    }
  });
  const first = start(["plain.2"]);
  await midway.promise;
  const second = start(["plain.2"]);
  await second.started;
  killed = true;
  first.child.kill("SIGKILL");
  const [dead, heir] = await Promise.all([first.ended, second.ended]);
  expect(dead.killed).toBe(true);
  expect(heir, heir.stderr).toMatchObject({ code: 0 });
  const again = paid.filter((stepId, index) => paid.indexOf(stepId) < index);
  expect(again.every((stepId) => stepId.endsWith("_round_1"))).toBe(true);
  for (const stepId of dead.kept) expect(again).not.toContain(stepId);
  expect(heir.results.get("plain.2")).toContain(`"reissued":3`);
  expect(heir.results.get("plain.2")).toContain(`"usage":{"calls":12`);
});

test("many processes create one file at once", async () => {
  provider = await startProvider(({ stepId }) => void paid.push(stepId));
  const lives = await Promise.all(
    [1, 2, 3, 4].map((number) => start([`plain.${number}`, "plain.shared"]).ended),
  );
  for (const life of lives) expect(life, life.stderr).toMatchObject({ code: 0, stderr: "" });
  expect(paid).toHaveLength(new Set(paid).size);
  expect(paid).toHaveLength(5 * 9);
});
