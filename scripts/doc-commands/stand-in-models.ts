import recorded from "./recorded-review.json" with { type: "json" };
import {
  openAiServer,
  type OpenAiServer,
  type Received,
} from "../../test/support/openai-server.ts";

/** A server that answers every kind of prompt as an agreeable model would: same position, no findings, "2" for a sum. */
export function startStandInModels(): Promise<OpenAiServer> {
  return openAiServer((request) => ({ reply: replyTo(request) }), MODELS);
}

/** Names that the price list knows, so that `init` and a first question find a panel. */
const MODELS = ["tiny", "ada", "boole", "curie", "gpt-4.1", "gpt-4.1-mini", "gpt-4o"];

const ANSWER_MARK = /\[\[answer (?<mark>\w+)\]\]/g;

function replyTo({ body }: Received): string {
  const messages = body["messages"] as { content: unknown }[];
  const prompt = messages.map(({ content }) => readText(content)).join("\n");
  if (prompt.includes("Group them by cause")) return groupByCause(prompt);
  if (prompt.startsWith("You sort the numbered answers")) return groupAll(prompt);
  const review = reviewOf(String(body["model"]), prompt);
  if (review !== null) return review;
  const schema = findSchema(body["response_format"]);
  if (schema !== null) return JSON.stringify(exampleOf(schema, schema));
  const mark = [...prompt.matchAll(ANSWER_MARK)].at(-1)?.groups?.["mark"];
  const answer = /"findings": ?\[/.test(prompt) ? '{"findings": []}' : "2";
  return mark === undefined
    ? `Answer: ${answer}`
    : `It follows from the question.\n\n[[answer ${mark}]]\n${answer}\n[[end ${mark}]]\nConfidence: 0.9`;
}

function readText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

/** Findings of a member about the recorded file, then its votes on what others found; null for other prompts. */
function reviewOf(model: string, prompt: string): string | null {
  if (!prompt.includes("class Cart")) return null;
  const shown = prompt.split(/begin: finding (?=\d+)/).slice(1);
  const votes = shown.map((text) => ({
    item: Number.parseInt(text, 10),
    vote: recorded.doubted.some((claim) => text.includes(claim)) ? "doubt" : "uphold",
  }));
  const findings = (recorded.findings as Record<string, object[]>)[model] ?? [];
  const reply = JSON.stringify(shown.length === 0 ? { findings } : { votes });
  const mark = [...prompt.matchAll(ANSWER_MARK)].at(-1)?.groups?.["mark"];
  return mark === undefined ? reply : `[[answer ${mark}]]\n${reply}\n[[end ${mark}]]`;
}

/** The comparer's reply about findings: those with the same cause belong together. */
function groupByCause(prompt: string): string {
  const parts = prompt.split(/begin: answer (?=\d+\]\])/).slice(1);
  const groups = recorded.causes.flatMap((cause) => {
    const items = parts
      .filter((part) => part.includes(cause))
      .map((part) => Number.parseInt(part, 10));
    return items.length > 0 ? [{ items, label: cause, fullest: items[0] }] : [];
  });
  return JSON.stringify({ groups, none: [], differences: [] });
}

/** The comparer's reply: all answers take one position. */
function groupAll(prompt: string): string {
  const numbers = [...prompt.matchAll(/begin: answer (\d+)\]\]/g)].map(([, number]) =>
    Number(number),
  );
  return JSON.stringify({
    groups: [{ items: [...new Set(numbers)], label: "two", fullest: numbers[0] }],
    none: [],
    differences: [],
  });
}

type Schema = Record<string, unknown>;

function findSchema(format: unknown): Schema | null {
  const { json_schema: described } = (format ?? {}) as { json_schema?: { schema?: Schema } };
  return described?.schema ?? null;
}

/** The smallest value that fits a JSON Schema. */
function exampleOf(schema: Schema, root: Schema): unknown {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const path = reference.replace("#/", "").split("/");
    let target: unknown = root;
    for (const key of path) target = (target as Schema)[key];
    return exampleOf(target as Schema, root);
  }
  const [choice] = (schema["enum"] ?? []) as unknown[];
  if (choice !== undefined) return choice;
  if ("const" in schema) return schema["const"];
  const [variant] = (schema["anyOf"] ?? schema["oneOf"] ?? []) as Schema[];
  if (variant !== undefined) return exampleOf(variant, root);
  switch ([schema["type"]].flat()[0]) {
    case "object": {
      const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
      const entries = Object.entries(properties).map(([name, each]) => [
        name,
        exampleOf(each, root),
      ]);
      return Object.fromEntries(entries);
    }
    case "array": {
      const minItems = Number(schema["minItems"] ?? 0);
      return Array.from({ length: minItems }, () => exampleOf(schema["items"] as Schema, root));
    }
    case "number":
    case "integer":
      return Number(schema["minimum"] ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "2";
  }
}
