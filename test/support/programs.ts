import { fileURLToPath } from "node:url";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the programs of a suite were bundled. */
    programs: string;
  }
}

/** Programs that tests start as processes of their own, named from the repository's folder. */
export const PROGRAMS = {
  rostrum: "packages/rostrum/src/cli/bin.ts",
  "crash-child": "test/crash/child.ts",
  "one-run": "test/crash/one-run.ts",
  "restate-worker": "test/restate/worker.ts",
} as const;

/** A program as one file and a few chunks, which Node starts much faster than hundreds of modules. */
export function program(name: keyof typeof PROGRAMS): string {
  return fileURLToPath(new URL(`${name}.js`, inject("programs")));
}
