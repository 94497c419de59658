import {
  arithmetic,
  type ArithmeticForm,
  type NamedArm,
  type EvalItem,
  type EvalRow,
  reportJson,
  type Snapshot,
  summarizeRows,
} from "@rostrum/eval";
import { startWorker, type WorkerHandle } from "../worker/start-worker.ts";
import { GUARDED, buildPanel, type Settings } from "./settings.ts";

/** Arms of the comparison: one network, a vote, a debate, and a guarded debate. */
const ARMS: NamedArm[] = [
  { type: "single", name: "one" },
  { type: "vote", name: "vote" },
  { type: "debate", name: "debate", config: { rounds: 2 } },
  { type: "debate", name: "guarded", config: GUARDED },
];

export const FORMS: Readonly<Record<ArithmeticForm, string>> = {
  two_triples: "a*b*c+d*e*f",
  triple: "a*b*c+d-e*f",
  du99: "a+b*c+d-e*f",
  du: "a+b*c+d-e*f, below 30",
};

export interface ArmsSettings extends Pick<Settings, "network" | "size" | "seed"> {
  form: ArithmeticForm;
  count: number;
}

export interface ArmsRun {
  report: Snapshot | null;
  done: number;
  total: number;
  running: boolean;
  problem: string | null;
}

/** Questions per task of a worker. Small, so that progress is visible. */
const BATCH_SIZE = 4;

let run: ArmsRun = { report: null, done: 0, total: 0, running: false, problem: null };
let lanes: WorkerHandle[] = [];
const listeners = new Set<() => void>();

export const getArmsRun = (): ArmsRun => run;

export function watchArms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(changes: Partial<ArmsRun>): void {
  run = { ...run, ...changes };
  for (const listener of listeners) listener();
}

/** Returns one worker per core, minus one for the page if there are many cores. */
export function countThreads(cores: number | undefined): number {
  const coreCount = cores ?? 2;
  return Math.max(1, Math.min(4, coreCount > 3 ? coreCount - 1 : coreCount));
}

export function startArms(settings: ArmsSettings, temperature: number): void {
  stopArms();
  const { form, count, seed } = settings;
  const items = arithmetic({ form, count, seed });
  const panel = buildPanel({ ...settings, temperature });
  const rows: EvalRow[] = [];
  const pendingBatches = [...batches(items)];
  let calls = 0;
  let working = 0;

  function buildReport(stopped: string | null): Snapshot {
    // Rows arrive in any order; a report has them in the order of the questions.
    const indexById = new Map(items.map(({ id }, index) => [id, index]));
    rows.sort((a, b) => (indexById.get(a.item.id) ?? 0) - (indexById.get(b.item.id) ?? 0));
    const report = summarizeRows({
      id: `playground-${form}-${seed}`,
      arms: ARMS,
      rows: [...rows],
      answer: undefined,
      asked: items.length,
      unanswered: 0,
      stopped,
      spent: { calls, usd: 0 },
      grading: null,
    });
    return reportJson(report, { date: new Date(), options: { ...settings, temperature } });
  }

  change({ report: null, done: 0, total: items.length, running: true, problem: null });
  stopped = () => {
    if (rows.length > 0) change({ report: buildReport(`Stopped after ${rows.length} questions.`) });
  };
  lanes = Array.from({ length: countThreads(navigator.hardwareConcurrency) }, () => {
    const lane: WorkerHandle = startWorker((report) => {
      if (report.kind === "rows") {
        rows.push(...report.rows);
        calls += report.calls;
        change({ report: buildReport(null), done: rows.length });
      }
      if (report.kind === "failed") {
        stopArms();
        change({ problem: report.message });
      }
      if (report.kind === "done") {
        working -= 1;
        next(lane);
      }
    });
    return lane;
  });
  for (const lane of lanes) next(lane);

  function next(lane: WorkerHandle): void {
    const batch = pendingBatches.shift();
    if (batch) {
      working += 1;
      lane.send({ kind: "arms", items: batch, panel, arms: ARMS });
      return;
    }
    lane.end();
    if (working === 0) {
      lanes = [];
      change({ running: false });
    }
  }
}

let stopped: () => void = () => undefined;

/** Ends the workers. Finished results remain. */
export function stopArms(): void {
  if (!run.running) return;
  for (const lane of lanes) lane.end();
  lanes = [];
  change({ running: false });
  stopped();
}

/** Splits questions into batches. An evaluation needs at least two, so a single last one joins the batch before. */
export function* batches(items: readonly EvalItem[]): Generator<EvalItem[]> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const rest = items.length - from;
    const size = rest === BATCH_SIZE + 1 ? rest : BATCH_SIZE;
    yield items.slice(from, from + size);
    if (size > BATCH_SIZE) return;
  }
}
