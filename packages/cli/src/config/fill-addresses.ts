import { listModelIds, replaceModels } from "@rostrum/core/api";
import { isCompatId } from "@rostrum/core/registry";
import { collectModels, findModel } from "@rostrum/server/named-models";
import type { ConfigPatch } from "../options/flags.ts";

/**
 * Fills in the addresses of models that are named as the page names them: `compat:llama` is the model of that name
 * that another panel of the file has with its address. A panel that was built on the page can be pasted into the file.
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
