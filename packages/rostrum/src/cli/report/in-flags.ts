import type { ConfigPatch } from "../options/flags.ts";
import { MEMBER_OPTIONS } from "../options/member-options.ts";
import { CONFIG_OPTIONS } from "../options/table.ts";

/**
 * An error's message with the flag in place of the option's path, where the option was given as a flag.
 * `budget.usd: …` means nothing to somebody who wrote `--max-cost 1`.
 */
export function inFlags(message: string, patch: ConfigPatch): string {
  const path = /^[a-zA-Z]+(?:\[\d+\])?(?:\.[a-zA-Z]+)?(?=: )/.exec(message)?.[0];
  const flag = path === undefined ? undefined : flagFor(path, patch);
  return flag === undefined ? message : `${flag}${message.slice(path?.length)}`;
}

function flagFor(path: string, patch: ConfigPatch): string | undefined {
  const [, field = ""] = /^(?:debaters\[\d+\]|judge)\.(\w+)$/.exec(path) ?? [];
  const each = (patch["each"] ?? {}) as Record<string, unknown>;
  if (each[field] !== undefined)
    return MEMBER_OPTIONS.find((option) => option.field === field)?.flag;
  if (path.startsWith("debaters[") && patch["debaters"] !== undefined) return "--debater";
  const [first = "", second] = path.split(".");
  const given = patch[first] as Record<string, unknown> | undefined;
  if (given === undefined) return undefined;
  const whole = CONFIG_OPTIONS.find((option) => option.path === first)?.flag;
  const part = second === undefined || given[second] === undefined ? undefined : path;
  return CONFIG_OPTIONS.find((option) => option.path === part)?.flag ?? whole;
}
