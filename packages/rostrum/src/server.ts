export * from "@rostrum/server";
