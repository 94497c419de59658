export * from "@rostrum/core/journal";
