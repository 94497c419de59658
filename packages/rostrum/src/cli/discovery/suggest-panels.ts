import type { ConfigPatch } from "../options/flags.ts";
import { pickLocal, pickModels } from "./pick-models.ts";
import type { Surroundings } from "./surroundings.ts";

export interface SuggestedPanel {
  name: string;
  config: ConfigPatch;
  /** Why it is there, in a few words. */
  note: string;
}

const SIZE = 3;

/** Panels from what is there, the best first: different models err differently, so a mix comes before one of a kind. */
export function suggestPanels({ keyed, servers }: Surroundings): SuggestedPanel[] {
  const offers = keyed.flatMap(({ name, title, listing }) => {
    const models = "models" in listing ? pickModels(name, listing.models) : [];
    return models.length === 0 ? [] : [{ name, title, models }];
  });
  const panels = offers.map(({ name, title, models }) => ({
    name,
    config: { debaters: models.length >= SIZE ? models.slice(0, SIZE) : [`${models[0]}*${SIZE}`] },
    note:
      models.length >= SIZE
        ? `${SIZE} models by way of ${title}`
        : `${SIZE} samples of one model of ${title}`,
  }));
  const mixed = offers.length > 1 ? [mixOf(offers.map(({ models }) => models))] : [];
  const local = servers.flatMap(({ name, models }) => {
    const usable = pickLocal(models);
    const [first] = usable;
    if (first === undefined) return [];
    const debaters = usable.length >= 2 ? usable : [`${first}*${SIZE}`];
    return [
      {
        name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"),
        config: { debaters },
        note: `served by ${name} on this machine`,
      },
    ];
  });
  return [...mixed, ...panels, ...local];
}

/** One model each of the providers, then their second ones, until the panel is full. */
function mixOf(offers: readonly (readonly string[])[]): SuggestedPanel {
  const debaters: string[] = [];
  for (let rank = 0; debaters.length < SIZE && rank < SIZE; rank++) {
    for (const models of offers) {
      const model = models[rank];
      if (model !== undefined && debaters.length < SIZE) debaters.push(model);
    }
  }
  return { name: "mixed", config: { debaters }, note: "different models err differently" };
}
