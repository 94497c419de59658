export * from "@rostrum/runtime/testing";
