import {
  EXP_COEFFICIENTS,
  EXP_MIN,
  LN2_HIGH,
  LN2_LOW,
  LOG2_E,
  ROUNDER,
} from "../core/exponential.ts";
import type { Code } from "./assembler.ts";
import {
  addFloats,
  addIntegers,
  andBits,
  floats,
  floatsAtLeast,
  get,
  multiplyFloats,
  set,
  shiftLanesLeft,
  subtractFloats,
} from "./instructions.ts";

type Constant =
  | "log2e"
  | "rounder"
  | "ln2High"
  | "ln2Low"
  | "c0"
  | "c1"
  | "c2"
  | "c3"
  | "c4"
  | "c5"
  | "unity"
  | "least";
type Local = Constant | "x" | "rounded" | "rest" | "sum";

const CONSTANTS: Record<Constant, number> = {
  log2e: LOG2_E,
  rounder: ROUNDER,
  ln2High: LN2_HIGH,
  ln2Low: LN2_LOW,
  c0: EXP_COEFFICIENTS[0],
  c1: EXP_COEFFICIENTS[1],
  c2: EXP_COEFFICIENTS[2],
  c3: EXP_COEFFICIENTS[3],
  c4: EXP_COEFFICIENTS[4],
  c5: EXP_COEFFICIENTS[5],
  unity: 1,
  least: EXP_MIN,
};

/** Local variables that a function must declare to use `exponentials`. */
export const exponentialLocals: Record<Local, "v128"> = {
  ...(Object.fromEntries(Object.keys(CONSTANTS).map((name) => [name, "v128"])) as Record<
    Constant,
    "v128"
  >),
  x: "v128",
  rounded: "v128",
  rest: "v128",
  sum: "v128",
};

/** Sets the constants before the loop: engines would create them again in every iteration. */
export const prepareExponentials = (v: Record<Local, number>): Code =>
  Object.entries(CONSTANTS).map(([name, value]) => set(v[name as Constant], floats(value)));

/** Pushes e^x for each lane of `x`, by the same steps as `exponential` of the plain kernel. */
export function exponentials(v: Record<Local, number>): Code {
  const { x, rounded, rest, sum, rounder } = v;
  const times = (a: number, b: number): Code => multiplyFloats(get(a), get(b));
  return [
    // Adding a large number rounds to an integer, which is then in the lowest bits.
    set(rounded, addFloats(times(x, v.log2e), get(rounder))),
    set(sum, subtractFloats(get(rounded), get(rounder))),
    set(rest, subtractFloats(subtractFloats(get(x), times(sum, v.ln2High)), times(sum, v.ln2Low))),
    set(sum, get(v.c0)),
    [v.c1, v.c2, v.c3, v.c4, v.c5].map((coefficient) =>
      set(sum, addFloats(times(sum, rest), get(coefficient))),
    ),
    set(
      sum,
      addFloats(addFloats(multiplyFloats(get(sum), times(rest, rest)), get(rest)), get(v.unity)),
    ),
    andBits(
      addIntegers(get(sum), shiftLanesLeft(get(rounded), 23)),
      floatsAtLeast(get(x), get(v.least)),
    ),
  ];
}
