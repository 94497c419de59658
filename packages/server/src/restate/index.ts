export type { Panels } from "./sent-config.ts";
export { connectCluster, type ClusterClient, type SubmitOptions } from "./client.ts";
export { createServices, type Services, type WorkerOptions } from "./services.ts";
export { serveWorker, type ServeWorkerOptions, type Worker } from "./services.ts";
export type { DebateHandlers, LogHandlers, SlotHandlers, StepHandlers } from "./service-types.ts";
export type { DebateInput, DebateOutput, LogPage, PersonAct, StepInput } from "./messages.ts";
