import type { Command } from "commander";
import type { ServerLimits } from "../../server/index.ts";
import { readWhole } from "../options/read-flag.ts";

/** The flag of every limit that a server has on its clients. */
const FLAGS: readonly [flag: string, limit: keyof ServerLimits, help: string][] = [
  ["--max-debates", "debates", "debates that run at once (32)"],
  ["--max-debates-per-user", "debatesPerUser", "the same for one user (8)"],
  ["--queue", "queue", "debates that wait for others to end before more are refused (100)"],
  ["--max-waiting", "waiting", "debates that may wait for a person; more are refused (1000)"],
  ["--max-waiting-per-user", "waitingPerUser", "the same for one user (100)"],
  ["--max-requests", "requestsPerMinute", "requests per minute and user (600)"],
  ["--max-body", "bodyBytes", "bytes of a request (1048576)"],
  ["--max-upload", "uploadBytes", "bytes of a request with files (29360128)"],
  ["--max-watchers", "watchers", "readers of event streams at once (5000)"],
  ["--max-debaters", "seats", "debaters that a request may ask for (12)"],
  ["--max-rounds", "rounds", "revision rounds that a request may ask for (10)"],
];

export function addLimitFlags(serve: Command): void {
  serve.optionsGroup("Limits:");
  for (const [flag, limit, help] of FLAGS) {
    serve.option(`${flag} <n>`, help, (text) => readWhole(flag, text, limit === "queue" ? 0 : 1));
  }
}

export function limitsFrom(flags: Readonly<Record<string, unknown>>): ServerLimits {
  const given = FLAGS.flatMap(([flag, limit]) => {
    const value =
      flags[flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === "number" ? [[limit, value] as const] : [];
  });
  return Object.fromEntries(given);
}
