import {
  findLocalServers,
  keyFor,
  providers,
  type LocalServer,
} from "../../models/registry/index.ts";
import { listModels, type Listing } from "./model-lists.ts";

/** A provider whose key is set, and the models that it offers. */
export interface KeyedProvider {
  name: string;
  title: string;
  listing: Listing;
}

/** What is available for a debate on this machine. */
export interface Surroundings {
  keyed: KeyedProvider[];
  servers: LocalServer[];
}

/** Looks for keys in the environment and for servers on this machine. Spends nothing. */
export async function lookAround(): Promise<Surroundings> {
  const [keyed, servers] = await Promise.all([
    Promise.all(
      Object.entries(providers).flatMap(([name, { title, keys }]) => {
        const key = keys.length === 0 ? undefined : keyFor({ provider: name, model: "" });
        if (key === undefined) return [];
        return [listModels(name, key).then((listing) => ({ name, title, listing }))];
      }),
    ),
    findLocalServers(),
  ]);
  return { keyed, servers };
}
