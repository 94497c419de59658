import { nodeModule } from "../../node-builtins.ts";

/** The process that owns a run. */
export interface Owner {
  /** One kernel and one set of process ids: within it, a pid can be looked up. */
  place: string;
  pid: number;
  /** When the process was started, in the kernel's own unit; `null` if it can't be known. */
  started: string | null;
}

/** `unknown`: it can't be looked up, so only missing heartbeats show that it is dead. */
export type Life = "alive" | "dead" | "unknown";

/** A hostname alone is not enough: containers share a kernel, and machines share names. */
export function identifyProcess(): Owner {
  const { readFileSync, readlinkSync } = nodeModule("node:fs", "sqliteJournal");
  const { hostname } = nodeModule("node:os", "sqliteJournal");
  const boot = tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const pids = tryRead(() => readlinkSync("/proc/self/ns/pid"));
  return {
    place: [hostname(), boot, pids].filter(Boolean).join(" "),
    pid: process.pid,
    started: findProcess(process.pid)?.started ?? null,
  };
}

export function checkOwner({ place, pid, started }: Owner, here: Owner): Life {
  if (place !== here.place) return "unknown";
  const ownerProcess = findProcess(pid);
  if (ownerProcess === null) return exists(pid) ? "unknown" : "dead";
  if (ownerProcess.ended) return "dead";
  if (started === null) return "unknown";
  return ownerProcess.started === started ? "alive" : "dead";
}

/** From Linux's /proc; `null` where there is none, or it is hidden. */
function findProcess(pid: number): { started: string; ended: boolean } | null {
  const { readFileSync } = nodeModule("node:fs", "sqliteJournal");
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === null) return null;
  // The second field is the program's name in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = ""] = fields;
  const started = fields[19];
  return started === undefined ? null : { started, ended: state === "Z" || state === "X" };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function tryRead<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
