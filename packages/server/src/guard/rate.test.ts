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

test("requests from any number of other addresses don't free a client that used up its rate", () => {
  let now = 0;
  const wait = createRate(2, () => now);
  const request = (client: string): number => wait(client);
  expect([request("ada"), request("ada")]).toEqual([0, 0]);
  for (let client = 0; client < 20_000; client++) expect(request(`client ${client}`)).toBe(0);
  expect(request("ada")).toBe(30);
  now += 30_000;
  expect(request("ada")).toBe(0);
});

test("clients that used up their rate and left make room for others after a minute", () => {
  let now = 0;
  const wait = createRate(2, () => now);
  const useUp = (client: string): void => void [wait(client), wait(client)];
  for (let client = 0; client < 10_000; client++) useUp(`early ${client}`);
  now += 60_000;
  wait("ada");
  wait("bob");
  expect(wait("ada")).toBe(0);
  expect(wait("ada")).toBe(30);
});
