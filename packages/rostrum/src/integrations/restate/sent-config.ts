import { listModelIds, isPlainId, expandModelIds } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import { isHumanId } from "../../models/index.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import type { DebateInput } from "./service-types.ts";

/** Panels by name. */
export type Panels = Readonly<
  Record<string, DebateConfig<never> | DebateConfig | DebateConfig<unknown>>
>;

/**
 * The config of a debate: a panel of the worker with the changes that came along. With `debaters` among them, they
 * are a panel of their own. What came along may name the worker's models only: never an address or a command.
 */
export type FindConfig = (input: Pick<DebateInput, "panel" | "changes">) => DebateConfig<never>;

/** The ids of all models that these panels name, and more. Never addresses or commands. */
export function collectModelIds(panels: readonly object[], more: readonly string[]): Set<string> {
  const ids = [...panels.flatMap((panel) => listModelIds(panel)), ...more];
  return new Set(ids.flatMap(expandModelIds).filter(isPlainId));
}

export function makeConfigFinder(panels: Panels, models: readonly string[]): FindConfig {
  const known = collectModelIds(Object.values(panels), models);

  return ({ panel, changes = {} }) => {
    for (const id of listModelIds(changes).flatMap(expandModelIds)) {
      if (known.has(id) || isHumanId(id)) continue;
      const got = isPlainId(id) ? `"${id.slice(0, 80)}"` : "an address or a command";
      throw new ConfigError("debaters", `expected models of this worker's panels, got ${got}`);
    }
    if (changes["debaters"] !== undefined) return changes as unknown as DebateConfig<never>;
    const own = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (own) {
      const limits = { ...own.limits, ...(changes as Partial<DebateConfig>).limits };
      return {
        ...own,
        ...changes,
        ...(changes["limits"] ? { limits } : {}),
      } as DebateConfig<never>;
    }
    const names = Object.keys(panels).join(", ");
    throw new ConfigError("panel", `expected one of ${names}, got "${panel}"`);
  };
}
