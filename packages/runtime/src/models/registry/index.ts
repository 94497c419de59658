export { refuseAddressVariables } from "./address-variables.ts";
export { findKey, listKeyVariables } from "./keys.ts";
export { modelFromId } from "./model-from-id.ts";
export { isCompatId, parseModelId, splitCount } from "./parse-id.ts";
export { contextWindow, listedPricing } from "./prices.ts";
export { describeNetworkError, findProxy, providerFetch } from "./provider-fetch.ts";
export { providers, type Provider } from "./providers.ts";
export {
  hasKey,
  listFixedProviderVariables,
  listModelVariables,
  listProviderVariables,
} from "./variables.ts";
