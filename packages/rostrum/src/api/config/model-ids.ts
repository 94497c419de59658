import { expandModel } from "../../models/index.ts";
import { splitCount } from "../../models/registry/index.ts";
import type { DebateConfig } from "../../protocol/options.ts";

type Named = Partial<
  Pick<
    DebateConfig<unknown>,
    "debaters" | "model" | "judge" | "route" | "compare" | "crux" | "report"
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
}: Named): string[] {
  const routed = typeof route === "object" && "model" in route ? route.model : undefined;
  const seats = Array.isArray(debaters) ? debaters : [debaters];
  const comparer = compare === "auto" || compare === "rules" ? undefined : compare;
  return [...seats, model, judge, routed, comparer, crux, report].flatMap(listMemberIds);
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
