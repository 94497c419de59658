/** One worker process: the panel's models ask the provider on loopback, which counts what is paid. */
import { serveWorker } from "../../packages/rostrum/src/integrations/restate/index.ts";
import type { ModelFunction } from "../../packages/rostrum/src/index.ts";

const { INGRESS = "", PROVIDER = "", LIMIT } = process.env;

const model: ModelFunction = async ({ stepId, signal }) => {
  const response = await fetch(`${PROVIDER}/${encodeURIComponent(stepId)}`, { signal });
  return { text: await response.text(), usage: { inputTokens: 10, outputTokens: 5 } };
};
const limited = Object.defineProperty(model, "name", { value: "limited" });

const worker = await serveWorker({
  ingress: INGRESS,
  port: 0,
  host: "127.0.0.1",
  http11: true,
  panels: { three: { debaters: limited, panelSize: 3, rounds: 2, stop: "never" } },
  ...(LIMIT === undefined ? {} : { limits: { function: Number(LIMIT) } }),
});
process.stdout.write(`${worker.port}\n`);
