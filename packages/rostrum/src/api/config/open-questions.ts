import { isDraft } from "../../debate/callers.ts";
import { isReview } from "../../debate/callers.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";
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

type Inquirers = Pick<ResolvedConfig, "crux" | "report" | "lacking">;

interface Panel extends Helped {
  answer: AnswerKind<unknown>;
}

const NO_MODEL =
  "functions and embedded networks are asked only if they are named, so there is no model; name one: { model }";
const NO_VOTERS = "nobody votes in a review of findings, on a draft or in a debate with sides";

/** Who names cruxes and who writes the report, and what can't be done. */
export function inquirersOf(config: Record<string, unknown>, panel: Panel): Inquirers {
  const wanted = cruxModel(config["crux"]);
  const crux = wanted === null ? null : helperOf("crux", "crux.model", wanted.model, panel);
  const { type, model, max } = checked(CONFIG.report, config["report"], "report") as {
    type: "none" | "claims" | "memo";
    model?: unknown;
    max: number;
  };
  const member = type === "none" ? null : helperOf("claims", "report.model", model, panel);
  const asked = [
    ...(wanted === null ? [] : [{ what: "crux" as const, member: crux }]),
    ...(type === "none" ? [] : [{ what: type, member }]),
  ];
  const unvoted = isReview(panel) || isDraft(panel) || config["sides"] !== undefined;
  const missing = unvoted ? asked : asked.filter((each) => each.member === null);
  return {
    crux: unvoted ? null : crux,
    report: unvoted || type === "none" || !member ? null : { type, member, max },
    lacking: missing.map(({ what }) => ({ what, error: unvoted ? NO_VOTERS : NO_MODEL })),
  };
}

/** `null`: no crux is asked for. */
function cruxModel(given: unknown): { model?: unknown } | null {
  const value = checked(CONFIG.crux, given, "crux");
  if (typeof value === "boolean") return value ? {} : null;
  if (!isPlainObject(value)) return fail("crux", expected(CONFIG.crux), value);
  knownKeys(value, ["model"], "crux");
  return { model: value["model"] };
}
