/** One worker process: the panel's models ask the provider on loopback, which counts what is paid. */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { serveWorker } from "../../packages/server/src/restate/index.ts";
import {
  sqliteJournal,
  type ModelFunction,
  type RunStore,
} from "../../packages/rostrum/src/index.ts";
import { postgresJournal } from "../../packages/server/src/postgres/index.ts";

const { INGRESS = "", PROVIDER = "", LIMIT, JOURNAL, PROFILE } = process.env;

const model: ModelFunction = async ({ stepId, signal }) => {
  const response = await fetch(`${PROVIDER}/${encodeURIComponent(stepId)}`, { signal });
  return { text: await response.text(), usage: { inputTokens: 10, outputTokens: 5 } };
};
const limited = Object.defineProperty(model, "name", { value: "limited" });

/** A model of the worker's own config that no request may name. */
const COMMAND = "command:echo 7";

const failing: ModelFunction = () => {
  throw new Error("provider down");
};
/** Has something to say only where it has room. */
const cutOff: ModelFunction = ({ maxOutputTokens = 0 }) =>
  maxOutputTokens > 100 ? "Answer: whole" : { text: "Well,", finishReason: "length" };

function journalAt(place: string): RunStore {
  return place.startsWith("postgres://") ? postgresJournal(place) : sqliteJournal(place);
}

const worker = await serveWorker({
  ingress: INGRESS,
  port: 0,
  host: "127.0.0.1",
  http11: true,
  panels: {
    three: { debaters: limited, panelSize: 3, rounds: 2, revise: "everyone", stop: "never" },
    frail: {
      debaters: [1, 2].map(() => ({ model: failing, fallback: () => "Answer: saved" })),
      rounds: 0,
      limits: { retries: 0 },
    },
    short: { debaters: [1, 2].map(() => ({ model: cutOff, maxOutputTokens: 100 })), rounds: 0 },
    table: {
      debaters: [limited, limited, "human:grace"],
      rounds: 1,
      onRound: "wait",
      stop: "never",
    },
    torn: { debaters: [() => "Answer: 1", () => "Answer: 2"], rounds: 0, onEscalate: "wait" },
    sums: { debaters: ["embedded/xs-1", "embedded/xs-2"], rounds: 0 },
    tool: { debaters: [COMMAND, "embedded/xs-1"], rounds: 0 },
  },
  ...(JOURNAL === undefined ? {} : { journal: journalAt(JOURNAL) }),
  ...(LIMIT === undefined ? {} : { limits: { function: Number(LIMIT) } }),
});
process.stdout.write(`${worker.port}\n`);

/** For a benchmark: where the time goes, written when the worker is asked to end. */
if (PROFILE !== undefined) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  process.once("SIGTERM", () => {
    void session.post("Profiler.stop").then(({ profile }) => {
      writeFileSync(join(PROFILE, `${process.pid}.cpuprofile`), JSON.stringify(profile));
      process.exit(0);
    });
  });
}
