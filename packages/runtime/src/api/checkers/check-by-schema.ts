import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { CheckOutcome, Verdict } from "@rostrum/core/protocol";
import { parseJson } from "@rostrum/core/support";

/** Checks an answer against a schema. An answer in words counts as the JSON that it is. */
export async function checkBySchema(
  validator: StandardSchemaV1,
  answer: unknown,
): Promise<Verdict | CheckOutcome> {
  const value = typeof answer === "string" ? parseJson(answer) : answer;
  if (value === undefined) return { verdict: "refuted", says: "it is not JSON" };
  const result = await validator["~standard"].validate(value);
  if (result.issues === undefined) return "ok";
  const says = result.issues.map(({ message, path = [] }) => {
    const place = path.map((key) => String(Object(key) === key ? Object(key).key : key));
    return `${place.join(".") || "the whole"}: ${message}`;
  });
  return { verdict: "refuted", says: says.join("\n") };
}
