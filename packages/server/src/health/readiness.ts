import { listCallableModels, type Member } from "@rostrum/core/debate";
import { resolveConfig } from "@rostrum/runtime/api";
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
