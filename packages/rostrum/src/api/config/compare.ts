import type { Member, ResolvedConfig } from "../../debate/resolved-config.ts";
import { isAiSdkModel } from "../../models/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { ModelSource } from "../../protocol/model.ts";
import {
  checked,
  CONFIG,
  expected,
  fail,
  isPlainObject,
  knownKeys,
} from "../../vocabulary/index.ts";
import { memberOf } from "./panel.ts";

/** These are asked to compare only where they are named. */
const ONLY_BY_NAME: ReadonlySet<ModelSource> = new Set(["function", "embedded"]);

interface Panel {
  answer: AnswerKind<unknown>;
  members: readonly Member[];
  judge: Member | null;
}

/** Who compares answers in prose. `null`: rules alone, or answers that are never prose. */
export function compareOf(given: unknown, panel: Panel): ResolvedConfig["compare"] {
  const { model, bothOrders } = formOf(checked(CONFIG.compare, given, "compare"));
  if (model === "rules") return null;
  const member =
    model === "auto" || model === undefined
      ? suitable(panel)
      : memberOf({ model }, { field: "compare", name: NAME, fallback: undefined });
  return member && mayBeProse(panel.answer) ? { member, bothOrders } : null;
}

const NAME = "comparer";

function formOf(value: unknown): { model: unknown; bothOrders: boolean } {
  if (typeof value === "string" || typeof value === "function" || isAiSdkModel(value)) {
    return { model: value, bothOrders: false };
  }
  if (!isPlainObject(value)) return fail("compare", expected(CONFIG.compare), value);
  knownKeys(value, ["model", "bothOrders"], "compare");
  const { model, bothOrders = false } = value;
  if (typeof bothOrders !== "boolean") fail("compare.bothOrders", "true or false", bothOrders);
  return { model, bothOrders };
}

/** It compares as a model, not as the debater or judge that it is otherwise. */
function suitable({ judge, members }: Panel): Member | null {
  const found = [...(judge ? [judge] : []), ...members].find(
    ({ model }) => !ONLY_BY_NAME.has(model.source),
  );
  if (!found) return null;
  return { ...found, name: NAME, instructions: "", temperature: undefined, tools: undefined };
}

function mayBeProse(answer: AnswerKind<unknown>): boolean {
  if (typeof answer === "string") return answer === "auto" || answer === "text";
  if (!("type" in answer)) return false;
  return answer.type === "auto" || (answer.type === "text" && (answer.similarity ?? 0) < 1);
}
