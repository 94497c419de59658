export * from "@rostrum/server/postgres";
