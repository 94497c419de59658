/** A field of a typed answer: its name in words, and its value. */
export interface AnswerField {
  name: string;
  value: FieldValue;
}

/** A text, a list of values, or fields within a field. */
export type FieldValue = string | { list: FieldValue[] } | { fields: AnswerField[] };

/** Deeper values are shown as text. */
const MAX_DEPTH = 6;

/** Reads the fields of an answer that is an object or a list. Null if it is a text. */
export function readFields(answer: unknown): FieldValue | null {
  const value = typeof answer === "string" ? parseStructure(answer) : answer;
  return typeof value === "object" && value !== null ? describeValue(value, 0) : null;
}

/** Formats fields on one line: "Pick: SQLite; Why: it works offline". */
export function formatFields(value: FieldValue): string {
  if (typeof value === "string") return value;
  if ("list" in value) return value.list.map(formatFields).join(", ");
  return value.fields.map(({ name, value: each }) => `${name}: ${formatFields(each)}`).join("; ");
}

/** Undefined if the text isn't JSON. */
function parseStructure(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function describeValue(value: unknown, depth: number): FieldValue {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined) return "none";
  if (typeof value !== "object") return String(value);
  if (depth === MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) return { list: value.map((each) => describeValue(each, depth + 1)) };
  const fields = Object.entries(value).map(([name, each]) => ({
    name: formatName(name),
    value: describeValue(each, depth + 1),
  }));
  return { fields };
}

/** Turns "nextSteps" and "next_steps" into "Next steps". */
function formatName(name: string): string {
  const spacedName = name
    .replaceAll(
      /([a-z\d])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return spacedName.charAt(0).toUpperCase() + spacedName.slice(1);
}
