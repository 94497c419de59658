import type { PanelSummary } from "@rostrum/core/protocol";
import type { Asking, MemberDraft, Settings } from "../../api/asking.ts";
import type { Entered } from "../../settings/fields.ts";

/** A panel that is being built. */
export interface PanelDraft {
  name: string;
  purpose: string;
  members: MemberDraft[];
  /** Id of a model. Empty for no judge. */
  judge: string;
  entered: Entered;
  settings: Settings;
}

export const EMPTY: PanelDraft = {
  name: "",
  purpose: "",
  members: [],
  judge: "",
  entered: {},
  settings: {},
};

/** Members of an existing panel, as far as a request may name their models. */
export function readDraft(panel: PanelSummary, models: readonly string[]): PanelDraft {
  const offered = (model: string): boolean => models.includes(model);
  return {
    ...EMPTY,
    name: `${panel.name}-2`,
    purpose: panel.purpose ?? "",
    members: panel.members.flatMap(({ model }) => (offered(model) ? [{ model }] : [])),
    judge: panel.judge && offered(panel.judge.model) ? panel.judge.model : "",
  };
}

/** Builds the panel for a config or a request, without empty fields. */
export function buildConfig({
  members,
  judge,
  settings,
}: PanelDraft): { debaters: MemberDraft[] } & Settings {
  return {
    debaters: members.map(({ model, name = "", instructions = "" }) => ({
      model,
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(instructions.trim() === "" ? {} : { instructions: instructions.trim() }),
    })),
    ...(judge === "" ? {} : { judge }),
    ...settings,
  };
}

/** Builds a question to the unsaved panel. Null if it has too few members. */
export function buildAsking(draft: PanelDraft, question: string): Asking | null {
  return draft.members.length < 2 ? null : { ...buildConfig(draft), question };
}

/** Formats the panel for a config file. JSON values are valid YAML, so any text is safe. */
export function formatYaml(draft: PanelDraft): string {
  const { debaters, ...settings } = buildConfig(draft);
  const purpose = draft.purpose.trim();
  const lines = [
    "panels:",
    `  ${JSON.stringify(draft.name.trim() || "my-panel")}:`,
    ...(purpose === "" ? [] : [`    purpose: ${JSON.stringify(purpose)}`]),
    "    debaters:",
    ...debaters.map((member) =>
      Object.keys(member).length === 1
        ? `      - ${JSON.stringify(member.model)}`
        : `      - ${formatFlow(member)}`,
    ),
    ...Object.entries(settings).map(([key, value]) => `    ${key}: ${formatFlow(value)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Formats a value on one line. */
function formatFlow(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatFlow).join(", ")}]`;
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${formatFlow(part)}`);
  return `{ ${parts.join(", ")} }`;
}

/** Agreement among this many equal members says little, because they make the same mistakes. */
const MIN_TWINS = 3;

/** Warns about members with the same model and the same instructions. Null if there are too few of them. */
export function warnOfTwins(members: readonly MemberDraft[]): string | null {
  const groups = Map.groupBy(members, ({ model, instructions = "" }) =>
    JSON.stringify([model, instructions.trim()]),
  );
  const twins = [...groups.values()].find((group) => group.length >= MIN_TWINS);
  if (!twins) return null;
  return `${twins.length} members have the same model and the same instructions. They tend to make the same mistakes, so their agreement says little. Choose other models, or give them different instructions.`;
}
