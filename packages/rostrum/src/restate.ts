export * from "@rostrum/server/restate";
