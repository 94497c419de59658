import { mayBeProse } from "../../answers/index.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { isModel } from "../../models/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import {
  checked,
  CONFIG,
  expected,
  fail,
  isPlainObject,
  knownKeys,
} from "../../vocabulary/index.ts";
import { helperOf, type Helped } from "./helper.ts";

interface Panel extends Helped {
  answer: AnswerKind<unknown>;
}

/** The model that compares answers in prose. `null`: the rules alone decide, or answers are never prose. */
export function compareOf(given: unknown, panel: Panel): ResolvedConfig["compare"] {
  const { model, bothOrders } = formOf(checked(CONFIG.compare, given, "compare"));
  if (model === "rules") return null;
  const member = helperOf("comparer", "compare", model, panel);
  return member && mayBeProse(panel.answer) ? { member, bothOrders } : null;
}

function formOf(value: unknown): { model: unknown; bothOrders: boolean } {
  if (isModel(value)) {
    return { model: value, bothOrders: false };
  }
  if (!isPlainObject(value)) return fail("compare", expected(CONFIG.compare), value);
  knownKeys(value, ["model", "bothOrders"], "compare");
  const { model, bothOrders = false } = value;
  if (typeof bothOrders !== "boolean") fail("compare.bothOrders", "true or false", bothOrders);
  return { model, bothOrders };
}
