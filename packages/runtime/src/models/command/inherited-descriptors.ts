import { nodeModule } from "../../node-builtins.ts";
import { COMMAND_MODEL } from "../node-features.ts";

const CLOSED_ON_EXEC = 0o2000000;

let inherited: readonly number[] | null = null;

/**
 * Descriptors that this process inherited and that its children would inherit too, such as a folder that a shell had
 * open. Node closes its own and the first sixteen. Linux only.
 */
function listInherited(): readonly number[] {
  if (process.platform !== "linux") return [];
  const { readdirSync, readFileSync } = nodeModule("node:fs", COMMAND_MODEL);
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => {
      try {
        const text = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
        const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(text)?.[1] ?? "0", 8);
        return descriptor > 2 && (flags & CLOSED_ON_EXEC) === 0;
      } catch {
        // Excludes the descriptor that listed them, which is closed again.
        return false;
      }
    });
}

/** Calls `start` with further entries for a stdio list, which map every inherited descriptor to /dev/null. */
export function withoutInherited<T>(start: (extraStdio: (number | "ignore")[]) => T): T {
  inherited ??= listInherited();
  if (inherited.length === 0) return start([]);
  const { closeSync, openSync } = nodeModule("node:fs", COMMAND_MODEL);
  const nothing = openSync("/dev/null", "r+");
  try {
    const ignoredDescriptors = new Array<number | "ignore">(Math.max(...inherited) - 2).fill(
      "ignore",
    );
    for (const descriptor of inherited) ignoredDescriptors[descriptor - 3] = nothing;
    return start(ignoredDescriptors);
  } finally {
    closeSync(nothing);
  }
}
