import type { Operations } from "./operations.ts";

/** A number that is known when the network is made, or one that each pass is given. */
type Parameter = number | "position" | "tokens";

type Parameters<P extends readonly unknown[]> = { [Index in keyof P]: Parameter };
type StepOf<Name extends keyof Operations> = readonly [
  Name,
  ...Parameters<globalThis.Parameters<Operations[Name]>>,
];

/** One operation of the kernel with its parameters. */
export type Step = { [Name in keyof Operations]: StepOf<Name> }[keyof Operations];
