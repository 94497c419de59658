export * from "@rostrum/core/testing";
