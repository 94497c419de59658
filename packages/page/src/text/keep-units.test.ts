import { expect, test } from "vitest";
import { keepUnits } from "./keep-units.ts";

test.each([
  ["in 14 ms at 31 % CPU", "in 14_ms at 31_% CPU"],
  [
    "1 min 2 s, 300 GB, 40 kB/s, 5 km, $1,900 or 20 €",
    "1_min 2_s, 300_GB, 40_kB/s, 5_km, $1,900 or 20_€",
  ],
  ["16 calls and 2,048 tokens", "16_calls and 2,048_tokens"],
  // Other words may stand on the next line.
  [
    "2 of 3, 1 to 4, 5 more, 3 minds, 7 months, 3 Million",
    "2 of 3, 1 to 4, 5 more, 3 minds, 7 months, 3 Million",
  ],
])("%s", (text, expected) => {
  expect(keepUnits(text).replaceAll("\u00a0", "_")).toBe(expected);
  expect(keepUnits(text)).toHaveLength(text.length);
});
