export * from "@rostrum/runtime/journal";
