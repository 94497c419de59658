import { signed, unsigned, type Code } from "./assembler.ts";

/** The handful of instructions the kernel needs, each pushing onto or taking from the stack. */
export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];

export const integer = (value: number): Code => [0x41, signed(value)];
export const add = (a: Code, b: Code): Code => [a, b, 0x6a];
export const subtract = (a: Code, b: Code): Code => [a, b, 0x6b];
export const shiftLeft = (a: Code, bits: number): Code => [a, integer(bits), 0x74];
export const below = (a: Code, b: Code): Code => [a, b, 0x49];

/** Runs `body`, and again as long as `condition` holds at its end. */
export const repeatWhile = (condition: Code, body: Code): Code => [
  0x03,
  0x40,
  body,
  condition,
  0x0d,
  0x00,
  0x0b,
];

const simd = (operation: number): Code => [0xfd, unsigned(operation)];
const memoryAt = (alignment: number, offset: number): Code => [alignment, unsigned(offset)];

/** Four floats from memory, which need not be aligned. */
export const load = (address: Code, offset: number): Code => [
  address,
  simd(0x00),
  memoryAt(2, offset),
];
/** One float from memory, four times. */
export const loadSplat = (address: Code): Code => [address, simd(0x09), memoryAt(2, 0)];
export const store = (address: Code, offset: number, value: Code): Code => [
  address,
  value,
  simd(0x0b),
  memoryAt(2, offset),
];
export const zeros = (): Code => [simd(0x0c), Array.from({ length: 16 }, () => 0)];
export const addFloats = (a: Code, b: Code): Code => [a, b, simd(0xe4)];
export const multiplyFloats = (a: Code, b: Code): Code => [a, b, simd(0xe6)];
