import { listModelIds, replaceModels } from "@rostrum/runtime/api";
import { isCompatId } from "@rostrum/runtime/registry";
import { collectModels, findModel } from "@rostrum/server/named-models";
import type { ConfigPatch } from "../options/flags.ts";

/**
 * Adds addresses to models that are named as on the page: `compat:llama` gets the address that another panel of the
 * file has for it. So a panel that was built on the page can be pasted into the file.
 */
export function fillAddresses(panels: Record<string, ConfigPatch>): Record<string, ConfigPatch> {
  const ids = Object.values(panels).flatMap((panel) => listModelIds(panel));
  if (!ids.some(lacksAddress)) return panels;
  const models = collectModels(
    [],
    ids.filter((id) => isCompatId(id)),
  );
  const fill = (id: string): { model: string } =>
    (lacksAddress(id) ? findModel(models, id) : undefined) ?? { model: id };
  return Object.fromEntries(
    Object.entries(panels).map(([name, panel]) => [name, replaceModels(panel, fill)]),
  );
}

function lacksAddress(id: string): boolean {
  return id.startsWith("compat:") && !isCompatId(id);
}
