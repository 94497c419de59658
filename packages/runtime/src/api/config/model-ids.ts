import { expandModel } from "../../models/index.ts";
import { splitCount } from "../../models/registry/index.ts";
import type { DebateConfig, Price } from "@rostrum/core/protocol";

type Named = Partial<
  Pick<
    DebateConfig<unknown>,
    "debaters" | "model" | "judge" | "route" | "compare" | "crux" | "audit" | "report"
  >
>;

/** Every model that a panel may ask, as far as it is named by an id. */
export function listModelIds(named: Named): string[] {
  const ids: string[] = [];
  replaceModels(named, (model) => {
    ids.push(model);
    return { model };
  });
  return ids;
}

/** `auto` and `rules` name no model. */
function isRule(compare: unknown): boolean {
  return compare === "auto" || compare === "rules";
}

/** A model's real id, and its price if a config sets one. */
export interface FoundModel {
  model: string;
  price?: Price;
}

/** Returns the options with each model name replaced. A price that the options set stays. */
export function replaceModels<T extends Named>(named: T, find: (id: string) => FoundModel): T {
  const replaceIn = (member: unknown): unknown => {
    if (typeof member === "string") {
      const { model, price } = find(member);
      return price ? { model, price } : model;
    }
    if (typeof member !== "object" || member === null) return member;
    const { model: id, price: own, fallback } = member as Record<string, unknown>;
    const model = typeof id === "string" ? find(id) : null;
    if (model === null && fallback === undefined) return member;
    return {
      ...member,
      ...(model ? { model: model.model } : {}),
      ...(model?.price && own === undefined ? { price: model.price } : {}),
      ...(fallback === undefined ? {} : { fallback: replaceIn(fallback) }),
    };
  };
  const { debaters, model, judge, route, compare, crux, audit, report } = named;
  const seats = Array.isArray(debaters) ? debaters.map(replaceIn) : replaceIn(debaters);
  // A route or a report that is written as text is the name of a rule.
  return {
    ...named,
    ...(debaters === undefined ? {} : { debaters: seats }),
    ...(typeof model === "string" ? { model: find(model).model } : {}),
    ...(judge === undefined ? {} : { judge: replaceIn(judge) }),
    ...(typeof route === "object" ? { route: replaceIn(route) } : {}),
    ...(compare === undefined || isRule(compare) ? {} : { compare: replaceIn(compare) }),
    ...(typeof crux === "object" ? { crux: replaceIn(crux) } : {}),
    ...(typeof audit === "object" ? { audit: replaceIn(audit) } : {}),
    ...(typeof report === "object" ? { report: replaceIn(report) } : {}),
  };
}

/** The prices that options give to models that they name. */
export function listPrices(options: Named): [id: string, price: Price][] {
  const { debaters, judge, route, compare, crux, audit, report } = options;
  const seats = Array.isArray(debaters) ? debaters : [];
  return [...seats, judge, route, compare, crux, audit, report].flatMap(listMemberPrices);
}

function listMemberPrices(member: unknown): [string, Price][] {
  if (typeof member !== "object" || member === null) return [];
  const { model, price, fallback } = member as Partial<FoundModel> & { fallback?: unknown };
  const ownPrices: [string, Price][] = typeof model === "string" && price ? [[model, price]] : [];
  return [...ownPrices, ...listMemberPrices(fallback)];
}

/** An id as it is written, and the ids it stands for: `embedded*3` is three different ones. */
export function expandModelIds(id: string): string[] {
  return [splitCount(id).id, ...expandModel(id).filter((model) => typeof model === "string")];
}

/** `compat:model@https://…` says where to send a request, and with it maybe a key; `command:` what to run. */
export function isPlainId(id: string): boolean {
  return !id.includes("://") && !/^(?:compat|command):/i.test(id);
}
