import { existsSync } from "node:fs";

const built = new URL("../packages/rostrum/dist/journal/index.js", import.meta.url);
const source = new URL("../packages/rostrum/src/journal/index.ts", import.meta.url);
const fromSource = process.env["BENCH_FROM"] === "src" || !existsSync(built);

export type { Journal } from "../packages/rostrum/src/protocol/journal.ts";

/** From the same place as `Debate` in rostrum.ts. */
export const {
  memoryJournal,
  sqliteJournal,
}: typeof import("../packages/rostrum/src/journal/index.ts") = await import(
  (fromSource ? source : built).href
);
