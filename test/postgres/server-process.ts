/** One of several servers on one database. Its models ask the provider on loopback, which counts what is paid. */
import { memoryJournal, type ModelFunction } from "../../packages/rostrum/src/index.ts";
import { postgresJournal } from "../../packages/server/src/postgres/index.ts";
import { hashToken, serve } from "../../packages/server/src/index.ts";

const {
  DATABASE = "",
  PROVIDER = "",
  LEASE_MS = "15000",
  BASE_PATH = "",
  HOST,
  TOKEN,
} = process.env;

const model: ModelFunction = async ({ stepId, signal, onText }) => {
  onText?.("I think ");
  const response = await fetch(`${PROVIDER}/${encodeURIComponent(stepId)}`, { signal });
  return { text: await response.text(), usage: { inputTokens: 10, outputTokens: 5 } };
};

const journal =
  DATABASE === "" ? memoryJournal() : postgresJournal(DATABASE, { leaseMs: Number(LEASE_MS) });
const serving = await serve({
  port: 0,
  journal,
  savedPanels: true,
  ...(TOKEN === undefined ? {} : { auth: { tokens: [{ user: "ada", hash: hashToken(TOKEN) }] } }),
  basePath: BASE_PATH,
  hosts: HOST === undefined ? [] : [HOST],
  limits: { debates: 1000, debatesPerUser: 1000, requestsPerMinute: 100_000 },
  panels: {
    three: { debaters: [model, model, model], rounds: 2, revise: "everyone", stop: "never" },
    sums: { debaters: ["embedded/xs-1", "embedded/xs-2"], rounds: 0 },
    torn: { debaters: [() => "Answer: 1", () => "Answer: 2"], rounds: 0, onEscalate: "wait" },
  },
});
process.stdout.write(`${serving.url}\n`);
process.once("SIGTERM", () => {
  void serving
    .close()
    .then(() => journal.close())
    .then(() => process.exit(0));
});
