import { expect, test } from "vitest";
import type { SeenLease } from "./leases.ts";
import { createOwnerWatch } from "./owner-watch.ts";

const lease: SeenLease = { token: "a", beat: 1, lease_ms: 100, life: "unknown", holder: "x" };

test("an owner is silent once its lease stayed the same for its whole duration", () => {
  let now = 0;
  const owners = createOwnerWatch(() => now);
  owners.note("run", lease);
  now = 60;
  owners.note("run", lease);
  expect(owners.findSilent("run")).toBeNull();
  now = 100;
  expect(owners.findSilent("run")).toBe(lease);
  owners.note("run", { ...lease, beat: 2 });
  expect(owners.findSilent("run")).toBeNull();
});

test("only owners that can't be looked up are watched, and only while they own their run", () => {
  const owners = createOwnerWatch(() => 0);
  owners.note("here", { ...lease, life: "alive" });
  expect(owners.ids()).toEqual([]);
  owners.note("elsewhere", lease);
  expect(owners.ids()).toEqual(["elsewhere"]);
  owners.note("elsewhere", null);
  expect(owners.ids()).toEqual([]);
});
