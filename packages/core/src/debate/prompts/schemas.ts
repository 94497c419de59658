import { joinWords } from "../../format.ts";
/**
 * JSON Schemas for structured replies, in the form that strict providers accept: every field is required, no others
 * are allowed, and missing values are empty or `null`.
 */
export function objectSchema(properties: Readonly<Record<string, object>>): object {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

export function listSchema(items: object): object {
  return { type: "array", items };
}

export function enumSchema(values: readonly string[]): object {
  return { type: "string", enum: [...values] };
}

export const TEXT: object = { type: "string" };

/** Also used for enums that may be `null`, which some providers refuse. */
export const TEXT_OR_NULL: object = { type: ["string", "null"] };

/** Number of a text in the prompt. */
export const NUMBER: object = { type: "integer" };

/** Number of a text, or `null`. */
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

/** Describes a schema in the prompt, for models whose provider doesn't enforce it. */
export function formatSchema(schema: object): string {
  return `Reply with one JSON object and nothing else: ${formatNode(schema)}`;
}

/** An example of the form, with placeholders in angle brackets, so that it can't be mistaken for a reply. */
function formatNode({ type, description, properties, items, enum: words }: SchemaNode): string {
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, node]) => `"${name}": ${formatNode(node)}`,
    );
    return `{${fields.join(", ")}}`;
  }
  if (items) {
    // The description of a list of plain values describes the values.
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
