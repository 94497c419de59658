/* Model ids such as `openai:gpt-5`: providers, their keys, and servers on this machine. */
export {
  fetchOffer,
  findKey,
  findLocalServers,
  isCompatId,
  listKeyVariables,
  parseModelId,
  providers,
  refuseAddressVariables,
  splitCount,
  type LocalServer,
} from "../models/registry/index.ts";
