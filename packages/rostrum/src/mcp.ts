export * from "@rostrum/server/mcp";
