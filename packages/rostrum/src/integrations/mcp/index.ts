export {
  localHost,
  type LocalHost,
  type LocalHostOptions,
  type McpHost,
  type McpQuestion,
} from "./local-host.ts";
export { mcpServer, serveMcpStdio } from "./server.ts";
export { packageVersion } from "../../package-version.ts";
