import { signed, unsigned, type Code } from "./assembler.ts";

/** Instructions that the kernel needs; they push to and pop from the stack. */
export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
export const call = (name: string, ...parameters: Code[]): Code => [parameters, 0x10, name];

/** Runs `body` once, and repeats it while `condition` holds at its end. */
export const repeatWhile = (condition: Code, body: Code): Code => [
  [0x03, 0x40],
  body,
  condition,
  [0x0d, 0x00, 0x0b],
];
export const runIf = (condition: Code, body: Code): Code => [condition, 0x04, 0x40, body, 0x0b];
export const returnValue = (value: Code): Code => [value, 0x0f];

// --- whole numbers ------------------------------------------------------------------------------------

export const integer = (value: number): Code => [0x41, signed(value)];
export const add = (a: Code, b: Code): Code => [a, b, 0x6a];
export const subtract = (a: Code, b: Code): Code => [a, b, 0x6b];
export const multiply = (a: Code, b: Code): Code => [a, b, 0x6c];
export const and = (a: Code, b: Code): Code => [a, b, 0x71];
export const shiftLeft = (a: Code, bits: number): Code => [a, integer(bits), 0x74];
export const shiftRight = (a: Code, bits: number): Code => [a, integer(bits), 0x76];
export const below = (a: Code, b: Code): Code => [a, b, 0x49];
export const advance = (local: number, by: Code): Code => set(local, add(get(local), by));

// --- single floats ------------------------------------------------------------------------------------

const ieee = (bytes: number, write: (view: DataView) => void): Code => {
  const view = new DataView(new ArrayBuffer(bytes));
  write(view);
  return [...new Uint8Array(view.buffer)];
};
export const float = (value: number): Code => [
  0x43,
  ieee(4, (view) => view.setFloat32(0, value, true)),
];
export const loadFloat = (address: Code, offset = 0): Code => [address, 0x2a, 2, unsigned(offset)];
export const storeFloat = (address: Code, offset: number, value: Code): Code => [
  address,
  value,
  0x38,
  2,
  unsigned(offset),
];
export const addFloat = (a: Code, b: Code): Code => [a, b, 0x92];
export const divideFloat = (a: Code, b: Code): Code => [a, b, 0x95];
export const squareRoot = (a: Code): Code => [a, 0x91];
export const greaterFloat = (a: Code, b: Code): Code => [a, b, 0x97];
export const floatAbove = (a: Code, b: Code): Code => [a, b, 0x5e];
export const toFloat = (whole: Code): Code => [whole, 0xb3];

// --- double floats ------------------------------------------------------------------------------------

export const double = (value: number): Code => [
  0x44,
  ieee(8, (view) => view.setFloat64(0, value, true)),
];
export const toDouble = (value: Code): Code => [value, 0xbb];
export const addDouble = (a: Code, b: Code): Code => [a, b, 0xa0];
export const subtractDouble = (a: Code, b: Code): Code => [a, b, 0xa1];
export const multiplyDouble = (a: Code, b: Code): Code => [a, b, 0xa2];
export const doubleBelow = (a: Code, b: Code): Code => [a, b, 0x63];

// --- four single floats at once -----------------------------------------------------------------------

const simd = (operation: number): Code => [0xfd, unsigned(operation)];
const memoryAt = (offset: number): Code => [2, unsigned(offset)];

/** Loads four floats, which needn't be aligned. */
export const load = (address: Code, offset: number): Code => [
  address,
  simd(0x00),
  memoryAt(offset),
];
/** Loads one float into all four lanes. */
export const loadSplat = (address: Code, offset: number): Code => [
  address,
  simd(0x09),
  memoryAt(offset),
];
export const store = (address: Code, offset: number, value: Code): Code => [
  address,
  value,
  simd(0x0b),
  memoryAt(offset),
];
export const zeros = (): Code => [simd(0x0c), Array.from({ length: 16 }, () => 0)];
export const splat = (value: Code): Code => [value, simd(0x13)];
export const floats = (value: number): Code => splat(float(value));
export const lane = (value: Code, index: number): Code => [value, simd(0x1f), index];
/** Swaps the lanes of each pair: 1, 0, 3, 2. */
export const swapPairs = (value: number): Code => [
  get(value),
  get(value),
  simd(0x0d),
  [1, 0, 3, 2].flatMap((from) => [0, 1, 2, 3].map((byte) => from * 4 + byte)),
];
export const addFloats = (a: Code, b: Code): Code => [a, b, simd(0xe4)];
export const subtractFloats = (a: Code, b: Code): Code => [a, b, simd(0xe5)];
export const multiplyFloats = (a: Code, b: Code): Code => [a, b, simd(0xe6)];
export const divideFloats = (a: Code, b: Code): Code => [a, b, simd(0xe7)];
export const lesserFloats = (a: Code, b: Code): Code => [a, b, simd(0xea)];
export const greaterFloats = (a: Code, b: Code): Code => [a, b, simd(0xeb)];
/** Sets all bits of the lanes where `a` is at least `b`. */
export const floatsAtLeast = (a: Code, b: Code): Code => [a, b, simd(0x46)];
export const andBits = (a: Code, b: Code): Code => [a, b, simd(0x4e)];
export const shiftLanesLeft = (a: Code, bits: number): Code => [a, integer(bits), simd(0xab)];
export const addIntegers = (a: Code, b: Code): Code => [a, b, simd(0xae)];
/** Sums the lanes in pairs, like the plain kernel. */
export const sumOfLanes = (value: number): Code =>
  addFloat(
    addFloat(lane(get(value), 0), lane(get(value), 1)),
    addFloat(lane(get(value), 2), lane(get(value), 3)),
  );
