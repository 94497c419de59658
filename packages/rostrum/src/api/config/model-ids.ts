import { expandModel } from "../../models/index.ts";
import { splitCount } from "../../models/registry/index.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import type { Price } from "../../protocol/settings.ts";

type Named = Partial<
  Pick<
    DebateConfig<unknown>,
    "debaters" | "model" | "judge" | "route" | "compare" | "crux" | "report" | "audit"
  >
>;

/** Every model that a panel may ask, as far as it is named by an id. */
export function listModelIds({
  debaters,
  model,
  judge,
  route,
  compare,
  crux,
  report,
  audit,
}: Named): string[] {
  const routed = typeof route === "object" && "model" in route ? route.model : undefined;
  const seats = Array.isArray(debaters) ? debaters : [debaters];
  const comparer = isRule(compare) ? undefined : compare;
  // A report that is written as text is the name of a rule.
  const reporter = typeof report === "string" ? undefined : report;
  return [...seats, model, judge, routed, comparer, crux, reporter, audit].flatMap(listMemberIds);
}

/** `auto` and `rules` name no model. */
function isRule(compare: unknown): boolean {
  return compare === "auto" || compare === "rules";
}

/** What stands behind a name: the model's own id, and what it charges if a config says so. */
export interface FoundModel {
  model: string;
  price?: Price;
}

interface Member {
  model?: unknown;
  price?: Price;
  fallback?: unknown;
}

/** The same options with other models behind their names. A price that is given stays. */
export function replaceModels<T extends Named>(named: T, find: (id: string) => FoundModel): T {
  const replaceIn = (member: unknown): unknown => {
    if (typeof member === "string") {
      const { model, price } = find(member);
      return price ? { model, price } : model;
    }
    const { model: id, price: own, fallback } = Object(member) as Member;
    const second = fallback === undefined ? {} : { fallback: replaceIn(fallback) };
    if (typeof id !== "string")
      return fallback === undefined ? member : { ...Object(member), ...second };
    const { model, price = own } = find(id);
    const charged = own === undefined && price ? { price } : {};
    return { ...(member as object), model, ...charged, ...second };
  };
  const { debaters, model: each, judge, route, compare, crux, report, audit } = named;
  return {
    ...named,
    ...(debaters === undefined
      ? {}
      : { debaters: Array.isArray(debaters) ? debaters.map(replaceIn) : replaceIn(debaters) }),
    ...(typeof each === "string" ? { model: find(each).model } : {}),
    ...(typeof route === "object" ? { route: replaceIn(route) } : {}),
    ...(judge === undefined ? {} : { judge: replaceIn(judge) }),
    ...(compare === undefined || isRule(compare) ? {} : { compare: replaceIn(compare) }),
    ...(typeof crux === "object" ? { crux: replaceIn(crux) } : {}),
    ...(typeof report === "object" ? { report: replaceIn(report) } : {}),
    ...(typeof audit === "object" ? { audit: replaceIn(audit) } : {}),
  };
}

/** The prices that options give to models that they name. */
export function listPrices(options: Named): [id: string, price: Price][] {
  const { debaters, judge, route, compare, crux, report, audit } = options;
  const seats = Array.isArray(debaters) ? debaters : [];
  return [...seats, judge, route, compare, crux, report, audit].flatMap(listMemberPrices);
}

function listMemberPrices(member: unknown): [string, Price][] {
  if (typeof member !== "object" || member === null) return [];
  const { model, price, fallback } = member as Partial<FoundModel> & { fallback?: unknown };
  const own: [string, Price][] = typeof model === "string" && price ? [[model, price]] : [];
  return [...own, ...listMemberPrices(fallback)];
}

function listMemberIds(member: unknown): string[] {
  if (typeof member === "string") return [member];
  if (typeof member !== "object" || member === null) return [];
  const { model, fallback } = member as { model?: unknown; fallback?: unknown };
  return [...(typeof model === "string" ? [model] : []), ...listMemberIds(fallback)];
}

/** An id as it is written, and the ids it stands for: `embedded*3` is three different ones. */
export function expandModelIds(id: string): string[] {
  return [splitCount(id).id, ...expandModel(id).filter((each) => typeof each === "string")];
}

/** `compat:model@https://…` says where to send a request, and with it maybe a key; `command:` what to run. */
export function isPlainId(id: string): boolean {
  return !id.includes("://") && !/^(?:compat|command):/i.test(id);
}
