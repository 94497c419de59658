import { formatModelName } from "@rostrum/core/export";
import { CONFIG, isPlainObject } from "@rostrum/core/options";
import { expandModel } from "@rostrum/runtime/models";
import type { ConfigPatch } from "../options/flags.ts";

/** Longest name that a config allows. */
const MAX_NAME_CHARS = 64;

/** Names of models that are called but don't debate. */
const RESERVED: readonly string[] = ["judge", "router", "comparer"];

/**
 * Names members after their models: "gpt-5.2", copies "gpt-5.2 (1)" and "gpt-5.2 (2)", and the whole id where two
 * providers serve a model of the same name. Null where the id says nothing that people would recognize.
 */
export function nameAfterModels(
  ids: readonly (string | null)[],
  takenNames: readonly string[] = [],
): (string | null)[] {
  const shortNames = ids.map((id) => (id === null ? null : shortenId(id)));
  const names = shortNames.map((name, index) => {
    const isAmbiguous = shortNames.some((other, at) => other === name && ids[at] !== ids[index]);
    return name === null || !isAmbiguous ? name : clipName(formatModelName(ids[index] ?? ""));
  });
  const used = new Set([...RESERVED, ...takenNames]);
  return names.map((name, index) => {
    if (name === null) return null;
    const copyCount = names.filter((other) => other === name).length;
    if (copyCount === 1 && !used.has(name)) return name;
    let number = names.slice(0, index + 1).filter((other) => other === name).length;
    while (used.has(numberName(name, number))) number++;
    const numbered = numberName(name, number);
    used.add(numbered);
    return numbered;
  });
}

function numberName(name: string, number: number): string {
  const suffix = ` (${number})`;
  return clipName(name, MAX_NAME_CHARS - suffix.length) + suffix;
}

function clipName(name: string, maxChars = MAX_NAME_CHARS): string {
  return [...name].slice(0, maxChars).join("");
}

/** "openrouter/maker/model-3" is "model-3", a program its name. Null for plain functions. */
function shortenId(id: string): string | null {
  const [, model = ""] =
    /^(?:compat:|command:|human:|[\w-]+\/)(.+)$/.exec(formatModelName(id)) ?? [];
  const name = model.slice(model.lastIndexOf("/") + 1).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "");
  return name === "" ? null : clipName(name);
}

/** Gives members of a config that have no name the names of their models. Copies become members of their own. */
export function nameMembers(config: ConfigPatch): ConfigPatch {
  const { debaters, panelSize } = config;
  const size = typeof panelSize === "number" ? panelSize : Number(CONFIG.panelSize.default);
  const list: unknown[] | null = Array.isArray(debaters)
    ? debaters
    : typeof debaters === "string"
      ? [expandModel(debaters).length > 1 ? debaters : `${debaters}*${size}`]
      : null;
  if (list === null) return config;
  const members = list.flatMap(expandMember);
  const takenNames = members.flatMap(({ name }) => (typeof name === "string" ? name : []));
  const names = nameAfterModels(
    members.map(({ name, model }) =>
      name === undefined && typeof model === "string" ? model : null,
    ),
    takenNames,
  );
  return {
    ...config,
    debaters: members.map(({ whole, ...member }, index) =>
      names[index] === null ? whole : { name: names[index], ...member },
    ),
  };
}

interface UnnamedMember extends Record<string, unknown> {
  /** As it is in the config, for members that keep their name or have none. */
  whole: unknown;
}

function expandMember(member: unknown): UnnamedMember[] {
  if (typeof member === "string")
    return expandModel(member).map((model) => ({ whole: model, model }));
  if (!isPlainObject(member)) return [{ whole: member }];
  const { name, model } = member;
  if (name !== undefined || typeof model !== "string") return [{ ...member, whole: member }];
  return expandModel(model).map((each) => ({ ...member, model: each, whole: member }));
}
