/**
 * JSON Schemas of replies for machines, in the form that strict providers accept: every field is required, there
 * are no others, and what may be missing is empty or `null`.
 */
export function describeObject(properties: Readonly<Record<string, object>>): object {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

export function describeList(items: object): object {
  return { type: "array", items };
}

export function describeWord(words: readonly string[]): object {
  return { type: "string", enum: [...words] };
}

/** The same words as a prompt lists them: "low, medium or high". */
export function listWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export const TEXT: object = { type: "string" };

/** Also for words of a list: some providers refuse a list of words that may be `null`. */
export const TEXT_OR_NULL: object = { type: ["string", "null"] };

/** The number that a text is shown under. */
export const NUMBER: object = { type: "integer" };

export const NUMBER_OR_NULL: object = { type: ["integer", "null"] };

export const YES_OR_NO: object = { type: "boolean" };
