import type { Operations } from "./operations.ts";

/** A place in the part of memory that belongs to the last token of a pass, given as in that of the first. */
export interface OfLastToken {
  first: number;
  /** Floats from a token to the next. */
  stride: number;
}

/** A number that is known when the network is made, or one that depends on what a pass is given. */
type Parameter = number | "position" | "tokens" | OfLastToken;

type Parameters<P extends readonly unknown[]> = { [Index in keyof P]: Parameter };
type StepOf<Name extends keyof Operations> = readonly [
  Name,
  ...Parameters<globalThis.Parameters<Operations[Name]>>,
];

/** One operation of the kernel with its parameters. */
export type Step = { [Name in keyof Operations]: StepOf<Name> }[keyof Operations];
