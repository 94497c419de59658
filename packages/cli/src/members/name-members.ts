import { nameUnnamed } from "@rostrum/core/export";
import { CONFIG } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import { expandModel } from "@rostrum/runtime/models";
import type { ConfigPatch } from "../options/flags.ts";

/** Longest name that a config allows. */
const MAX_NAME_CHARS = 64;

/** Names of models that are called but don't debate. */
const RESERVED: ReadonlySet<string> = new Set(["judge", "router", "comparer"]);

/** A member's model id, and its name if it has one. */
interface Seat {
  name?: string;
  model: string;
}

/** Names that members without one get in a config: those that people would see anyway, where they are valid. */
export function nameAfterModels(seats: readonly Seat[]): (string | null)[] {
  const panel = seats.map(({ name, model }, index) => ({
    name: name ?? `debater_${index}`,
    model,
    weight: 1,
  }));
  const names = nameUnnamed(panel);
  return seats.map(({ name, model }, index) => {
    const shortName = name === undefined ? names.get(`debater_${index}`) : undefined;
    if (shortName === undefined || model === "" || model.startsWith("function:")) return null;
    const [, base = "", number = ""] = /^(.*?)( \(\d+\))?$/s.exec(shortName) ?? [];
    const suffix = number === "" && RESERVED.has(base) ? " (1)" : number;
    const line = base.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "");
    return [...line].slice(0, MAX_NAME_CHARS - suffix.length).join("") + suffix;
  });
}

/** Gives members of a config that have no name the names of their models. Copies become members of their own. */
export function addMemberNames(config: ConfigPatch): ConfigPatch {
  const { debaters, panelSize } = config;
  const size = typeof panelSize === "number" ? panelSize : Number(CONFIG.panelSize.default);
  const list: unknown[] | null = Array.isArray(debaters)
    ? debaters
    : typeof debaters === "string"
      ? [expandModel(debaters).length > 1 ? debaters : `${debaters}*${size}`]
      : null;
  if (list === null) return config;
  const members = list.flatMap(expandMember);
  const names = nameAfterModels(
    members.map(({ name, model }) => ({
      ...(typeof name === "string" ? { name } : {}),
      model: typeof model === "string" ? model : "",
    })),
  );
  return {
    ...config,
    debaters: members.map(({ configured, ...member }, index) =>
      names[index] === null ? configured : { name: names[index], ...member },
    ),
  };
}

interface UnnamedMember extends Record<string, unknown> {
  /** The member as configured, for members that keep their name or have none. */
  configured: unknown;
}

function expandMember(member: unknown): UnnamedMember[] {
  if (typeof member === "string")
    return expandModel(member).map((model) => ({ configured: model, model }));
  if (!isPlainObject(member)) return [{ configured: member }];
  const { name, model } = member;
  if (name !== undefined || typeof model !== "string") return [{ ...member, configured: member }];
  return expandModel(model).map((each) => ({ ...member, model: each, configured: member }));
}
