import { journalConformance, runStoreConformance } from "rostrum/testing";
import { describe, test } from "vitest";
import { DATABASE, journalIn } from "./support/journals.ts";

describe.skipIf(DATABASE === "")("postgresJournal", () => {
  describe("holds what any journal must", () => {
    for (const { name, run } of journalConformance(() => journalIn())) test(name, run);
  });

  describe("can be looked through", () => {
    for (const { name, run } of runStoreConformance(() => journalIn())) test(name, run);
  });
});
