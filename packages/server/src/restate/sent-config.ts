import { isPlainId, replaceModels, type FoundModel, listPermissions } from "@rostrum/runtime/api";
import { ConfigError } from "@rostrum/core/support";
import { isHumanId } from "@rostrum/runtime/models";
import type { DebateConfig } from "@rostrum/core/protocol";
import { collectModels, findModel } from "../panels/named-models.ts";
import type { DebateInput } from "./messages.ts";

/** Panels by name. */
export type Panels = Readonly<
  Record<string, DebateConfig<never> | DebateConfig | DebateConfig<unknown>>
>;

/**
 * Finds the config of a debate: a panel of the worker with the changes that were sent. With `debaters` among them,
 * they are a panel of their own. Changes may only name the worker's models, never an address or a command.
 */
export type FindConfig = (input: Pick<DebateInput, "panel" | "changes">) => DebateConfig<never>;

/**
 * Anybody who reaches the cluster can send changes, so changes can't do anything that a config needs trust for: run a
 * checker or a server of tools, fetch pages, read files. Models are looked up by their names.
 */
function refusePermissions(sent: Record<string, unknown>): void {
  const [permission] = listPermissions(
    replaceModels(sent, () => ({ model: "embedded" })),
    "changes",
  );
  if (permission === undefined) return;
  const expected = "expected models of this worker's panels, and nothing that runs, reads or sends";
  throw new ConfigError(permission.path, `${expected}, got ${permission.need}`);
}

export function makeConfigFinder(panels: Panels, models: readonly string[]): FindConfig {
  const availableModels = collectModels(Object.values(panels), models);

  const find = (id: string): FoundModel => {
    const namedModel = findModel(availableModels, id);
    if (namedModel || isHumanId(id)) return namedModel ?? { model: id };
    const got = isPlainId(id) ? `"${id.slice(0, 80)}"` : "an address or a command";
    throw new ConfigError("debaters", `expected models of this worker's panels, got ${got}`);
  };

  return ({ panel, changes: sent = {} }) => {
    refusePermissions(sent);
    const changes: Record<string, unknown> = replaceModels(sent, find);
    if (changes["debaters"] !== undefined) return changes as unknown as DebateConfig<never>;
    const workerPanel = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (workerPanel) {
      const limits = { ...workerPanel.limits, ...(changes as Partial<DebateConfig>).limits };
      return {
        ...workerPanel,
        ...changes,
        ...(changes["limits"] ? { limits } : {}),
      } as DebateConfig<never>;
    }
    const names = Object.keys(panels).join(", ");
    throw new ConfigError("panel", `expected one of ${names}, got "${panel}"`);
  };
}
