import { CONFIG, formatDefault, type OptionField, mayBeSetBy } from "rostrum/page";
import type { Settings } from "../api/asking.ts";

/** One setting of a debate that the page can change. The vocabulary defines its values. */
export interface Setting {
  /** `rounds`, or `budget.usd` for a part of a group. */
  path: string;
  label: string;
  about: string;
  /** In words; `null`: there is none. */
  fallback: string | null;
  field: OptionField;
}

/** What was entered, by path. Settings without an entry are those of the panel. */
export type Entered = Readonly<Record<string, string>>;

/** The most common settings, with their names. */
const FIRST: Readonly<Record<string, string>> = {
  rounds: "Most revisions",
  stop: "Stop when",
  decide: "Decide by",
  "budget.usd": "Most dollars",
  "budget.calls": "Most calls",
  onEscalate: "If they disagree",
};

/** Values that are a name, a number, or a yes or no. */
const EDITABLE: ReadonlySet<OptionField["kind"]> = new Set([
  "whole",
  "number",
  "milliseconds",
  "boolean",
  "one_of",
  "rule",
  "crux",
]);

export const SETTINGS: { first: readonly Setting[]; more: readonly Setting[] } = sortSettings();

function sortSettings(): { first: Setting[]; more: Setting[] } {
  const all = Object.entries(CONFIG).flatMap(([name, field]) => listSettings(name, field));
  const isFirst = ({ path }: Setting): boolean => Object.hasOwn(FIRST, path);
  const order = Object.keys(FIRST);
  return {
    first: all.filter(isFirst).sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)),
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
      label: FIRST[path] ?? formatLabel(path),
      about: field.about.replaceAll("`", ""),
      fallback: formatDefault(field)?.replaceAll("`", "") ?? null,
      field,
    },
  ];
}

/** "limits.timeoutMs" is "Limits: timeout ms". */
function formatLabel(path: string): string {
  const words = path
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(".", ": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was entered, in the form that the server expects. */
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
    case "whole":
    case "number":
    case "milliseconds":
      return Number(text);
    case "boolean":
    case "crux":
      return text === "true";
    default:
      return text;
  }
}
