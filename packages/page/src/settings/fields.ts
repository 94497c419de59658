import { CONFIG, formatDefault, type OptionField, mayBeSetBy } from "@rostrum/core/options";
import type { Settings } from "../api/asking.ts";
import { nameValue, WORDS } from "./setting-words.ts";

/** A setting of a debate that the page can change. The vocabulary defines its values. */
export interface Setting {
  /** `rounds`, or `budget.usd` for a part of a group. */
  path: string;
  label: string;
  description: string;
  /** Default in words. Null if there is none. */
  fallback: string | null;
  field: OptionField;
}

/** Entered values by path. Without an entry, the panel's own setting applies. */
export type Entered = Readonly<Record<string, string>>;

/** Most common settings, in display order. */
const FIRST: readonly string[] = [
  "rounds",
  "stop",
  "decide",
  "budget.usd",
  "budget.calls",
  "onEscalate",
];

/** Kinds with a field on the page: names, numbers, yes or no. */
const EDITABLE: ReadonlySet<OptionField["kind"]> = new Set([
  "whole",
  "number",
  "milliseconds",
  "boolean",
  "one_of",
  "rule",
  "crux",
  // Editable only as a number.
  "quorum",
]);

/** The page shows times in seconds. */
export const MS_PER_SECOND = 1000;

const YES_NO: Readonly<Partial<Record<string, string>>> = { true: "yes", false: "no" };

export const SETTINGS: { first: readonly Setting[]; more: readonly Setting[] } = sortSettings();

function sortSettings(): { first: Setting[]; more: Setting[] } {
  const all = Object.entries(CONFIG).flatMap(([name, field]) => listSettings(name, field));
  const isFirst = ({ path }: Setting): boolean => FIRST.includes(path);
  return {
    first: all.filter(isFirst).sort((a, b) => FIRST.indexOf(a.path) - FIRST.indexOf(b.path)),
    more: all.filter((setting) => !isFirst(setting)),
  };
}

function listSettings(path: string, field: OptionField): Setting[] {
  if (!mayBeSetBy("anyone", field)) return [];
  if (field.kind === "group") {
    return Object.entries(field.fields).flatMap(([part, each]) =>
      listSettings(`${path}.${part}`, each),
    );
  }
  if (!EDITABLE.has(field.kind)) return [];
  return [
    {
      path,
      label: WORDS[path]?.label ?? path,
      description: WORDS[path]?.description ?? "",
      fallback: describeDefault(path, field),
      field,
    },
  ];
}

/** Describes the default of a setting. Null if there is none. */
function describeDefault(path: string, field: OptionField): string | null {
  const usual = WORDS[path]?.defaultText;
  if (usual !== undefined) return usual;
  if (field.kind === "milliseconds" && typeof field.default === "number")
    return `${field.default / MS_PER_SECOND} seconds`;
  const defaultText = formatDefault(field)?.replaceAll("`", "") ?? null;
  if (defaultText === null || field.kind !== "rule")
    return defaultText && nameValue(path, YES_NO[defaultText] ?? defaultText);
  const [name = "", parameter] = defaultText.split(":", 2);
  return `${nameValue(path, name)}${parameter === undefined ? "" : ` (${parameter})`}`;
}

/** Converts entered values for the server. */
export function buildRequest(entered: Entered): Settings {
  const request: Record<string, unknown> = {};
  for (const { path, field } of [...SETTINGS.first, ...SETTINGS.more]) {
    const text = entered[path];
    if (text === undefined || text === "") continue;
    const [name = "", part] = path.split(".");
    const value = readValue(field, text);
    request[name] =
      part === undefined ? value : { ...(request[name] as object | undefined), [part]: value };
  }
  return request;
}

function readValue({ kind }: OptionField, text: string): unknown {
  switch (kind) {
    case "milliseconds":
      return Number(text) * MS_PER_SECOND;
    case "whole":
    case "number":
    case "quorum":
      return Number(text);
    case "boolean":
    case "crux":
      return text === "true";
    default:
      return text;
  }
}
