export { connectCluster, type ClusterClient, type SubmitOptions } from "./client.ts";
export { createServices, type Services, type WorkerOptions } from "./services.ts";
export { serveWorker, type ServeOptions, type Worker } from "./worker.ts";
