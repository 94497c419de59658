import { expect, test } from "vitest";
import { loadRecorded, RECORDED, type RecordedName } from "@rostrum/core/record";
import { chooseSpeed } from "./play-demo.ts";

const names = Object.keys(RECORDED) as RecordedName[];

test.each([[["review", "decision"] as RecordedName[]], ...names.map((name) => [[name]])])(
  "%j is shown within 16 seconds",
  async (shown) => {
    let ms = 0;
    for (const name of shown) {
      const heldMs = (await loadRecorded(name)).at(-1)?.at ?? 0;
      ms += heldMs / chooseSpeed(heldMs, shown.length);
    }
    expect(ms).toBeLessThanOrEqual(16_001);
    expect(ms).toBeGreaterThan(10_000);
  },
);
