export type {
  ListedRun,
  McpBudget,
  McpHost,
  McpQuestion,
  McpRun,
  ReviewedMaterial,
} from "./host.ts";
export { localHost, type LocalHost, type LocalHostOptions } from "./local-host.ts";
export { mcpServer, serveMcpStdio, type McpConnection, type McpTransport } from "./server.ts";
