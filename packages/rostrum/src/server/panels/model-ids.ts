import { expandModel, isHumanId } from "../../models/index.ts";
import { splitCount } from "../../models/registry/index.ts";
import { HttpError } from "../http-error.ts";
import type { PanelConfig } from "./panel-config.ts";

/** The model ids that requests may name: those of the configured panels, and others that are allowed. */
export interface AllowedModels {
  /** Throws unless the id is a configured one. Addresses never are. */
  check(id: string, field: string): void;
  readonly ids: readonly string[];
}

export function allowedModels(
  panels: readonly PanelConfig[],
  more: readonly string[],
): AllowedModels {
  const ids = new Set([...panels.flatMap(idsIn), ...more].flatMap(seatIds).filter(isPlainId));
  return {
    ids: [...ids].sort(),
    check(id, field) {
      const { id: plain } = splitCount(id);
      // A person costs nothing and calls nobody.
      if (isHumanId(plain)) return;
      if (!isPlainId(plain)) {
        throw new HttpError(
          400,
          "model_not_allowed",
          "expected the id of a configured model, got an address or a command",
          { field },
        );
      }
      if (!ids.has(plain)) {
        throw new HttpError(
          400,
          "model_not_allowed",
          `expected a configured model, got "${plain.slice(0, 80)}"`,
          { field },
        );
      }
    },
  };
}

/** `compat:model@https://…` says where to send a request, and with it maybe a key; `command:` what to run. */
function isPlainId(id: string): boolean {
  return !id.includes("://") && !/^(?:compat|command):/i.test(id);
}

/** An id as it is written, and the ids it stands for: `embedded*3` is three different ones. */
export function seatIds(id: string): string[] {
  return [splitCount(id).id, ...expandModel(id).filter((each) => typeof each === "string")];
}

/** Every model that a panel may ask. */
export function idsIn(config: PanelConfig): string[] {
  const { debaters, model, judge, route, compare, crux, report } = config;
  const routed = typeof route === "object" && "model" in route ? route.model : undefined;
  const seats = Array.isArray(debaters) ? debaters : [debaters];
  const comparer = compare === "auto" || compare === "rules" ? undefined : compare;
  return [...seats, model, judge, routed, comparer, crux, report].flatMap(idsOfMember);
}

function idsOfMember(member: unknown): string[] {
  if (typeof member === "string") return [member];
  if (typeof member !== "object" || member === null) return [];
  const { model, fallback } = member as { model?: unknown; fallback?: unknown };
  return [...(typeof model === "string" ? [model] : []), ...idsOfMember(fallback)];
}
