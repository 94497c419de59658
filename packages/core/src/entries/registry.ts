/* Model ids such as `openai/<model>`: providers, their keys and their addresses. */
export {
  findKey,
  isCompatId,
  listKeyVariables,
  parseModelId,
  providers,
  refuseAddressVariables,
  splitCount,
} from "../models/registry/index.ts";
export { lmStudioUrl, ollamaUrl } from "../models/registry/providers.ts";
