export * from "@rostrum/server/ai";
