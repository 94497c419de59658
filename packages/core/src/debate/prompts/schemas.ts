import { joinWords } from "../../words.ts";
/**
 * JSON Schemas of replies for machines, in the form that strict providers accept: every field is required, there
 * are no others, and what may be missing is empty or `null`.
 */
export function objectSchema(properties: Readonly<Record<string, object>>): object {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

export function listSchema(items: object): object {
  return { type: "array", items };
}

export function enumSchema(words: readonly string[]): object {
  return { type: "string", enum: [...words] };
}

export const TEXT: object = { type: "string" };

/** Also for words of a list: some providers refuse a list of words that may be `null`. */
export const TEXT_OR_NULL: object = { type: ["string", "null"] };

/** The number that a text is shown under. */
export const NUMBER: object = { type: "integer" };

/** The number of a text, where there may be none. */
export const NUMBER_OR_NULL: object = { type: ["integer", "null"] };

export const YES_OR_NO: object = { type: "boolean" };

export function withDescription(schema: object, description: string): object {
  return { ...schema, description };
}

interface SchemaNode {
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, SchemaNode>>;
  items?: SchemaNode;
  enum?: readonly string[];
}

/** Asks for a reply of a schema in words, for models whose provider doesn't enforce it. */
export function formatSchema(schema: object): string {
  return `Reply with one JSON object and nothing else: ${formatNode(schema)}`;
}

/** The form of a value, with what belongs there in angle brackets, so that it can't be taken for a reply. */
function formatNode({ type, description, properties, items, enum: words }: SchemaNode): string {
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, node]) => `"${name}": ${formatNode(node)}`,
    );
    return `{${fields.join(", ")}}`;
  }
  if (items) {
    // The description of a list of plain values says what the values are.
    return `[${items.properties ? formatNode(items) : formatNode({ ...items, ...(description ? { description } : {}) })}]`;
  }
  if (words) return `"<${joinWords(words, "or")}>"`;
  const types = [type ?? []].flat();
  const meaning = description ?? NAMES[types[0] ?? ""] ?? "value";
  return types.includes("string") ? `"<${meaning}>"` : `<${meaning}>`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "number",
  boolean: "true or false",
};
