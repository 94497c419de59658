export { keyFor, keyVariables } from "./keys.ts";
export { findLocalServers, offerAt, type LocalServer } from "./local-servers.ts";
export { modelFromId } from "./model-from-id.ts";
export { parseModelId, splitCount } from "./parse-id.ts";
export { providers } from "./providers.ts";
