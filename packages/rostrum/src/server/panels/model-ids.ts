import { idsIn, isPlainId, seatIds } from "../../api/index.ts";
import { isHumanId } from "../../models/index.ts";
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
