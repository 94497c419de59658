import { listCallableModels, type Member } from "@rostrum/core/debate";
import { findMissingModels, resolveConfig } from "@rostrum/runtime/api";
import { formatModelName } from "@rostrum/core/export";
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
    const ids = called.map(({ model, fallback }) => [
      model.id,
      ...(fallback ? [fallback.model.id] : []),
    ]);
    const models = listCallableModels(resolved).flatMap(({ member }) => listNames(member));
    return [{ name, members: ids, quorum, models: [...new Set(models)] }];
  });
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

/** Whether each panel can't be asked (1) or can (0). A panel without a key has no failures, but refuses every question. */
export async function readUnavailable(
  { options, needs }: { options: { panels: Record<string, PanelConfig> }; needs: PanelNeeds[] },
  isFailing: (id: string) => boolean,
): Promise<Record<string, number>> {
  const down = new Set(findPanelsDown(needs, isFailing));
  const states = Object.entries(options.panels).map(async ([name, config]) => {
    const missing = await findMissingModels(resolveConfig(config));
    return [name, missing.length > 0 || down.has(name) ? 1 : 0] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
