import { expect, test } from "vitest";
import { createRate } from "./rate.ts";

test("so many at once, then as they are earned, each client for itself", () => {
  let now = 0;
  const wait = createRate(60, () => now);
  for (let request = 0; request < 60; request++) expect(wait("ada")).toBe(0);
  expect(wait("ada")).toBe(1);
  expect(wait("bob")).toBe(0);
  now += 1000;
  expect(wait("ada")).toBe(0);
  expect(wait("ada")).toBeGreaterThan(0);
  now += 3_600_000;
  for (let request = 0; request < 60; request++) expect(wait("ada")).toBe(0);
  expect(wait("ada")).toBe(1);
});

test("made-up clients don't fill the memory, and don't free those who were held back", () => {
  const wait = createRate(1, () => 0);
  expect(wait("ada")).toBe(0);
  for (let client = 0; client < 9000; client++) wait(`client ${client}`);
  expect(wait("ada")).toBe(60);
});
