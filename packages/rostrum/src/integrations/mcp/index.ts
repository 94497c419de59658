export type { McpHost, McpQuestion } from "./local-host.ts";
export { localHost, type LocalHost, type LocalHostOptions } from "./local-host.ts";
export { mcpServer } from "./server.ts";
export { serveMcpStdio } from "./server.ts";
export { packageVersion } from "../../package-version.ts";
