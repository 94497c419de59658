/* Model ids such as `openai:gpt-5`: providers, their keys, and servers on this machine. */
export {
  contextWindow,
  describeNetworkError,
  fetchOffer,
  findKey,
  findLocalServers,
  findProxy,
  isCompatId,
  listedPricing,
  listKeyVariables,
  parseModelId,
  providerFetch,
  providers,
  refuseAddressVariables,
  splitCount,
  type LocalServer,
} from "../models/registry/index.ts";
export { MAX_LIST_BYTES } from "../models/registry/local-servers.ts";
