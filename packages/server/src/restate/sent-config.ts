import {
  expandModelIds,
  isPlainId,
  listModelIds,
  listPrices,
  replaceModels,
  type FoundModel,
  listPermissions,
} from "@rostrum/core/api";
import { ConfigError } from "@rostrum/core/support";
import { formatModelName } from "@rostrum/core/export";
import { isHumanId } from "@rostrum/core/models";
import { isCompatId, splitCount } from "@rostrum/core/registry";
import type { Price, DebateConfig } from "@rostrum/core/protocol";
import type { DebateInput } from "./messages.ts";

/** Panels by name. */
export type Panels = Readonly<
  Record<string, DebateConfig<never> | DebateConfig | DebateConfig<unknown>>
>;

/**
 * The config of a debate: a panel of the worker with the changes that came along. With `debaters` among them, they
 * are a panel of their own. What came along may name the worker's models only: never an address or a command.
 */
export type FindConfig = (input: Pick<DebateInput, "panel" | "changes">) => DebateConfig<never>;

/**
 * The models that these panels name, and more, by the names that requests use for them. A `compat:` model is named
 * without its address, which only the config knows; a second one of the same name is `compat:<model>#2`. Programs have
 * no name here.
 */
export function collectModels(
  panels: readonly object[],
  more: readonly string[],
): Map<string, FoundModel> {
  const prices = new Map(
    panels
      .flatMap(listPrices)
      .flatMap(([id, price]) => expandModelIds(id).map((each): [string, Price] => [each, price])),
  );
  const models = new Map<string, FoundModel>();
  const ids = [...panels.flatMap((panel) => listModelIds(panel)), ...more].flatMap(expandModelIds);
  for (const model of new Set(ids)) {
    const price = prices.get(model);
    const found = price ? { model, price } : { model };
    if (isPlainId(model)) models.set(model, found);
    else if (isCompatId(model)) models.set(findFreeName(formatModelName(model), models), found);
  }
  return models;
}

function findFreeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number++) {
    const free = number === 2 && !taken.has(name) ? name : `${name}#${number}`;
    if (!taken.has(free)) return free;
  }
}

/** The model behind a name that may say how many of it are meant. `undefined`: it is none of these. */
export function findModel(
  models: ReadonlyMap<string, FoundModel>,
  named: string,
): FoundModel | undefined {
  const { id, count } = splitCount(named);
  const found = models.get(id);
  return found && id !== named ? { ...found, model: `${found.model}*${count}` } : found;
}

/**
 * Whoever reaches the cluster can send changes, so they may do nothing that a config needs trust for: run a checker or a
 * server of tools, fetch pages, read files. Models are looked up by their names.
 */
function refusePermissions(sent: Record<string, unknown>): void {
  const [found] = listPermissions(
    replaceModels(sent, () => ({ model: "embedded" })),
    "changes",
  );
  if (found === undefined) return;
  const wanted = "expected models of this worker's panels, and nothing that runs, reads or sends";
  throw new ConfigError(found.path, `${wanted}, got ${found.need}`);
}

export function makeConfigFinder(panels: Panels, models: readonly string[]): FindConfig {
  const known = collectModels(Object.values(panels), models);

  const find = (id: string): FoundModel => {
    const found = findModel(known, id);
    if (found || isHumanId(id)) return found ?? { model: id };
    const got = isPlainId(id) ? `"${id.slice(0, 80)}"` : "an address or a command";
    throw new ConfigError("debaters", `expected models of this worker's panels, got ${got}`);
  };

  return ({ panel, changes: sent = {} }) => {
    refusePermissions(sent);
    const changes: Record<string, unknown> = replaceModels(sent, find);
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
