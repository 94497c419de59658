/* Model ids such as `openai/<model>`: providers, their keys and their addresses. */
export {
  contextWindow,
  describeNetworkError,
  findKey,
  findProxy,
  hasKey,
  isCompatId,
  listedPricing,
  listFixedProviderVariables,
  listKeyVariables,
  listModelVariables,
  listProviderVariables,
  parseModelId,
  providerFetch,
  providers,
  type Provider,
  refuseAddressVariables,
  splitCount,
} from "../models/registry/index.ts";
export { lmStudioUrl, ollamaUrl } from "../models/registry/providers.ts";
