import { nodeModule } from "../../node-builtins.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/** Processes of one program, together with its threads. */
export const MAX_PROCESSES = 1024;

/** A control group of Linux, which limits all processes in it together, and memory that they share. */
export interface MemoryGroup {
  /** A process that writes its number to this file is in the group from then on. */
  processesFile: string;
  /** Ends what is still in the group, and removes it. */
  remove(): Promise<void>;
}

/** Creates a control group. `null` where the system has none, or doesn't let this user create one. */
export async function createMemoryGroup(memoryMb: number): Promise<MemoryGroup | null> {
  if (process.platform !== "linux") return null;
  const { mkdtemp, rmdir, writeFile } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  const parent = await findGroupParent().catch(() => null);
  if (parent === null) return null;
  const group = await mkdtemp(join(parent.folder, "rostrum-check-")).catch(() => null);
  if (group === null) return null;
  const set = (file: string, value: number): Promise<void> =>
    // No flag: control groups can't create a file.
    writeFile(join(group, file), String(value), { flag: "r+" });
  try {
    await set(parent.limit, memoryMb * 1024 * 1024);
  } catch {
    await rmdir(group);
    return null;
  }
  // Swap and processes are counted on some systems only.
  await set(parent.swap, parent.swapOf(memoryMb * 1024 * 1024)).catch(() => undefined);
  await set("pids.max", MAX_PROCESSES).catch(() => undefined);
  return {
    processesFile: join(group, "cgroup.procs"),
    remove: () => removeGroup(group),
  };
}

interface GroupParent {
  folder: string;
  limit: string;
  swap: string;
  swapOf(bytes: number): number;
}

const VERSION_1 = {
  limit: "memory.limit_in_bytes",
  // Memory and swap together.
  swap: "memory.memsw.limit_in_bytes",
  swapOf: (bytes: number): number => bytes,
};
const VERSION_2 = { limit: "memory.max", swap: "memory.swap.max", swapOf: (): number => 0 };

/** Finds the group of this process, or a place next to it for a new one. */
async function findGroupParent(): Promise<GroupParent | null> {
  const { readFile } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { dirname, join } = nodeModule("node:path", PROGRAM_CHECK);
  const [groups, mounts] = await Promise.all(
    ["/proc/self/cgroup", "/proc/self/mountinfo"].map((path) => readFile(path, "utf8")),
  );
  const mounted = (mounts ?? "").split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type, , options = ""] = after.split(" ");
    const [, , , root, path] = before.split(" ");
    return root === "/" && path !== undefined ? [{ path, type, options: options.split(",") }] : [];
  });
  for (const line of (groups ?? "").trim().split("\n")) {
    const [, controllers = "", ...rest] = line.split(":");
    const path = rest.join(":");
    const isVersion2 = controllers === "";
    const mount = mounted.find(({ type, options }) =>
      isVersion2 ? type === "cgroup2" : type === "cgroup" && options.includes("memory"),
    );
    if (mount === undefined) continue;
    // A group of version 2 that has processes can't have groups with limits in it.
    if (isVersion2) return { folder: join(mount.path, dirname(path)), ...VERSION_2 };
    if (controllers.split(",").includes("memory")) {
      return { folder: join(mount.path, path), ...VERSION_1 };
    }
  }
  return null;
}

/** How often the end of killed processes is waited for, 10 ms each time. */
const MAX_WAITS = 200;

async function removeGroup(group: string): Promise<void> {
  const { readFile, rmdir } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  for (let wait = 0; wait < MAX_WAITS; wait++) {
    if (
      await rmdir(group).then(
        () => true,
        () => false,
      )
    )
      return;
    const processes = await readFile(`${group}/cgroup.procs`, "utf8").catch(() => "");
    // 0 stands for a process that this one can't see, and would mean its own group to `kill`.
    for (const id of processes
      .split("\n")
      .map(Number)
      .filter((number) => number > 0)) {
      try {
        process.kill(id, "SIGKILL");
      } catch {
        // The process has ended already.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
