import { mayBeProse } from "@rostrum/core/answers";
import { isDraft, isReview, type Member, type ResolvedConfig } from "@rostrum/core/debate";
import { isModel } from "../../models/index.ts";
import type { AnswerKind, ModelSource, Role } from "@rostrum/core/protocol";
import { checkField, checkKeys, CONFIG, describeExpected, fail } from "@rostrum/core/options";
import { ConfigError, isPlainObject } from "@rostrum/core/support";
import { resolveMember } from "./panel.ts";

/** These help only where they are named. */
const ONLY_BY_NAME: ReadonlySet<ModelSource> = new Set(["function", "embedded", "human"]);

/** A panel whose models may help. */
interface Panel {
  members: readonly Member[];
  judge: Member | null;
  answer: AnswerKind<unknown>;
}

/**
 * The model for a call that is neither a debater's nor the judge's: the one named, or under `auto` the
 * judge's, else the first debater's that can do it. `null`: there is none.
 */
function resolveHelper(
  role: Role,
  field: string,
  { model, price }: NamedModel,
  panel: Panel,
): Member | null {
  if (model === "auto" || model === undefined) {
    if (price !== undefined)
      throw new ConfigError(
        `${field}.price`,
        `set ${field}.model to a model too: the price applies to that model`,
      );
    return createHelper(role, panel);
  }
  const spec = { model, ...(price === undefined ? {} : { price }) };
  return resolveMember(spec, { field, name: role, fallback: undefined });
}

/** A model that an option names, and what it charges. */
interface NamedModel {
  model?: unknown;
  price?: unknown;
}

/**
 * Turns debaters or a judge into helpers, without their instructions. The first one helps; the others, each model
 * once, are its alternates.
 */
function createHelper(role: Role, { judge, members }: Panel): Member | null {
  const able = [...(judge ? [judge] : []), ...members].filter(
    ({ model }) => !ONLY_BY_NAME.has(model.source),
  );
  const distinct = able.filter(
    ({ model }, at) => able.findIndex((other) => other.model.id === model.id) === at,
  );
  const [first, ...alternates] = distinct.map((member) => ({
    ...member,
    name: role,
    instructions: "",
    temperature: undefined,
    tools: undefined,
  }));
  return first ? { ...first, ...(alternates.length > 0 ? { alternates } : {}) } : null;
}

/** The model that compares answers in prose. `null`: the rules alone decide, or answers are never prose. */
export function resolveCompare(setting: unknown, panel: Panel): ResolvedConfig["compare"] {
  const { bothOrders, ...named } = readCompare(checkField(CONFIG.compare, setting, "compare"));
  if (named.model === "rules") return null;
  const member = resolveHelper("comparer", "compare", named, panel);
  const isNamed = named.model !== "auto" && named.model !== undefined;
  return member && mayBeProse(panel.answer)
    ? { member, bothOrders, ...(isNamed ? { isNamed } : {}) }
    : null;
}

function readCompare(value: unknown): NamedModel & { bothOrders: boolean } {
  if (isModel(value)) return { model: value, bothOrders: false };
  if (!isPlainObject(value)) return fail("compare", describeExpected(CONFIG.compare), value);
  checkKeys(value, ["model", "bothOrders", "price"], "compare");
  const { model, bothOrders = false, price } = value;
  if (typeof bothOrders !== "boolean") fail("compare.bothOrders", "true or false", bothOrders);
  return { model, bothOrders, price };
}

const NO_MODEL =
  "functions and embedded networks are asked only if they are named, so there is no model; name one: { model }";
const NO_VOTERS = "nobody votes in a review of findings, on a draft or in a debate with sides";

/** Resolves the members that name cruxes and write reports, and lists what isn't possible. */
export function resolveInquirers(
  config: Record<string, unknown>,
  panel: Panel,
): Pick<ResolvedConfig, "crux" | "report" | "audit" | "impossibleParts"> {
  const cruxModel = readSwitchedModel("crux", config["crux"]);
  const auditing = readSwitchedModel("audit", config["audit"]);
  const audit = auditing === null ? null : resolveHelper("audit", "audit", auditing, panel);
  const crux = cruxModel === null ? null : resolveHelper("crux", "crux", cruxModel, panel);
  const { type, max, ...named } = checkField(CONFIG.report, config["report"], "report") as {
    type: "none" | "claims" | "memo";
    max: number;
  } & NamedModel;
  const member = type === "none" ? null : resolveHelper("claims", "report", named, panel);
  const requests = [
    ...(cruxModel === null ? [] : [{ what: "crux" as const, member: crux }]),
    ...(auditing === null ? [] : [{ what: "audit" as const, member: audit }]),
    ...(type === "none" ? [] : [{ what: type, member }]),
  ];
  const unvoted = isReview(panel) || isDraft(panel) || config["sides"] !== undefined;
  const missing = unvoted ? requests : requests.filter((request) => request.member === null);
  return {
    crux: unvoted ? null : crux,
    audit: unvoted ? null : audit,
    report: unvoted || type === "none" || !member ? null : { type, member, max },
    impossibleParts: missing.map(({ what }) => ({ what, error: unvoted ? NO_VOTERS : NO_MODEL })),
  };
}

/** Reads an option that is `true` or names a model; `null` if it is off. */
function readSwitchedModel(name: "crux" | "audit", setting: unknown): NamedModel | null {
  const value = checkField(CONFIG[name], setting, name);
  if (typeof value === "boolean") return value ? {} : null;
  if (!isPlainObject(value)) return fail(name, describeExpected(CONFIG[name]), value);
  checkKeys(value, ["model", "price"], name);
  return { model: value["model"], price: value["price"] };
}
