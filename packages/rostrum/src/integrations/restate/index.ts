export type { Panels } from "./sent-config.ts";
export { connectCluster, type ClusterClient, type SubmitOptions } from "./client.ts";
export { createServices, type Services, type WorkerOptions } from "./services.ts";
export { serveWorker, type ServeWorkerOptions, type Worker } from "./services.ts";
export type {
  DebateHandlers,
  DebateInput,
  DebateOutput,
  LogHandlers,
  LogPage,
  PersonAct,
  SlotHandlers,
  StepHandlers,
  StepInput,
} from "./service-types.ts";
