import { EACH, FLAGGED, type ConfigPatch } from "../options/flags.ts";

/**
 * An error's message with the flag in place of the option's path, if the option was set by a flag.
 * `budget.usd: …` means nothing to somebody who wrote `--max-cost 1`.
 */
export function inFlags(message: string, patch: ConfigPatch): string {
  const path = /^[a-zA-Z]+(?:\[\d+\])?(?:\.[a-zA-Z]+)?(?=: )/.exec(message)?.[0];
  const flag = path === undefined ? undefined : flagFor(path, patch);
  return flag === undefined ? message : `${flag}${message.slice(path?.length)}`;
}

function flagFor(path: string, patch: ConfigPatch): string | undefined {
  const [, field = ""] = /^(?:debaters\[\d+\]|judge)\.(\w+)$/.exec(path) ?? [];
  const each = (patch[EACH] ?? {}) as Record<string, unknown>;
  if (each[field] !== undefined) return flagOf(EACH, field);
  if (path.startsWith("debaters[") && patch["debaters"] !== undefined) return flagOf("debaters");
  const [first = "", second] = path.split(".");
  const given = patch[first] as Record<string, unknown> | undefined;
  if (given === undefined) return undefined;
  const part =
    second !== undefined && given[second] !== undefined ? flagOf(first, second) : undefined;
  return part ?? flagOf(first);
}

function flagOf(...wanted: [string, string?]): string | undefined {
  return FLAGGED.find(({ path }) => path.join(".") === wanted.join("."))?.flag.name;
}
