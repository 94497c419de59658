import { UserError } from "../user-error.ts";
import { readTextFile } from "./text-file.ts";

/** `--schema file.json`: answers are JSON that fits the schema in it. */
export async function schemaAnswer(path: string): Promise<{ type: "json"; schema: object }> {
  const text = await readTextFile(path, "--schema");
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`--schema: expected a JSON Schema in ${path}, got invalid JSON: ${reason}`);
  }
  const isObject = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  if (!isObject || Object.keys(schema as object).length === 0) {
    throw new UserError(
      `--schema: expected a JSON Schema such as {"type":"object",…} in ${path}, got ${text.trim().slice(0, 40)}`,
    );
  }
  return { type: "json", schema: schema as object };
}
