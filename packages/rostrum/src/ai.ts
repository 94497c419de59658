export * from "@rostrum/core/ai";
