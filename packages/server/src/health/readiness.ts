import { listCallableModels, listModels, type Member, withAlternates } from "@rostrum/core/debate";
import {
  expandModelIds,
  findMissingModels,
  listModelIds,
  resolveConfig,
} from "@rostrum/runtime/api";
import { formatModelName } from "@rostrum/core/export";
import { toOneLine } from "@rostrum/core/support";
import type { PanelConfig } from "../options.ts";

/** Models that a panel calls, and how many of its members must work for it to answer. */
export interface PanelNeeds {
  name: string;
  /** For each member, the ids of its model and its fallback. */
  members: string[][];
  /** Number of members that must reply. */
  quorum: number;
  /** The names of all models that it may call, without addresses. */
  models: string[];
  /** The ids of all models that it names. */
  ids: string[];
}

/** Leaves out embedded networks, which are part of this process, and people, who aren't called. */
export function listPanelNeeds(panels: Record<string, PanelConfig>): PanelNeeds[] {
  return Object.entries(panels).flatMap(([name, config]) => {
    const resolved = resolveConfig(config);
    const { members } = resolved;
    const called = members.filter(
      ({ model }) => model.person === undefined && model.source !== "embedded",
    );
    const quorum = Math.max(1, resolved.quorum.members - (members.length - called.length));
    const memberIds = called.map(listIds);
    const callable = listCallableModels(resolved).map(({ member }) => member);
    const ids = [
      ...callable.flatMap(withAlternates).flatMap(listIds),
      // A request may turn on helpers that the panel doesn't call.
      ...listModelIds(config).flatMap(expandModelIds),
    ];
    const models = new Set(callable.flatMap(listNames));
    return [{ name, members: memberIds, quorum, models: [...models], ids: [...new Set(ids)] }];
  });
}

function listIds(member: Member): string[] {
  return listModels(member).map(({ model }) => model.id);
}

function listNames({ model, fallback }: Member): string[] {
  if (model.person !== undefined) return [];
  return [model, ...(fallback ? [fallback.model] : [])].map(({ id }) => formatModelName(id));
}

/** The panels that can't answer, because too few of their members have a model that doesn't fail. */
export function findPanelsDown(
  panels: readonly PanelNeeds[],
  isFailing: (id: string) => boolean,
): string[] {
  return panels.flatMap(({ name, members, quorum }) => {
    const able = members.filter((ids) => ids.some((id) => !isFailing(id)));
    return able.length < Math.min(quorum, members.length) ? [name] : [];
  });
}

/** Lists the panels that can't be asked. One without a key has no failures, but refuses every question. */
export async function listUnavailable(
  { options: { panels }, needs }: Settings,
  isFailing: (id: string) => boolean,
): Promise<string[]> {
  const missing = await findMissing(panels);
  const down = new Set(findPanelsDown(needs, isFailing));
  return Object.keys(panels).filter((name) => down.has(name) || missing.has(name));
}

/** Returns 1 for each panel that can't be asked, and 0 for the others. */
export async function readUnavailable(
  settings: Settings,
  isFailing: (id: string) => boolean,
): Promise<Record<string, number>> {
  const names = new Set(await listUnavailable(settings, isFailing));
  const panels = Object.keys(settings.options.panels);
  return Object.fromEntries(panels.map((name) => [name, names.has(name) ? 1 : 0]));
}

/** Says why panels can't be asked yet, such as for want of a key: a server has them, and refuses their users. */
export async function describeMissing(panels: Panels): Promise<string[]> {
  return [...(await findMissing(panels))].map(([name, [first = "", ...others]]) => {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    return `panel ${toOneLine(name)} can't answer: ${first}${more}`;
  });
}

type Panels = Record<string, PanelConfig>;

interface Settings {
  options: { panels: Panels };
  needs: PanelNeeds[];
}

/** Why models of a panel can't be called, for each panel that has such models. */
async function findMissing(panels: Panels): Promise<Map<string, string[]>> {
  const reasons = await Promise.all(
    Object.entries(panels).map(
      async ([name, config]) => [name, await findMissingModels(resolveConfig(config))] as const,
    ),
  );
  return new Map(reasons.filter(([, missing]) => missing.length > 0));
}
