import type { ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import type { Budget } from "../../protocol/budget.ts";
import type { DebateEvent, StartedEvent } from "../../protocol/events.ts";
import type { Journal } from "../../protocol/journal.ts";
import type { Limiter } from "../../protocol/limiter.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Limits } from "../../protocol/settings.ts";
import type { Step } from "../../protocol/step.ts";
import type { Meter, Tracer } from "../../protocol/tracer.ts";
import type { Leaving } from "../leaving.ts";
import type { Recorded } from "../recorded.ts";

/** A run, ready to be executed. */
export interface Run {
  /** The panel whose methods may act on it. Absent: only the functions that act on any run may. */
  panel?: object;
  resolved: ResolvedConfig;
  task: Task;
  limits: Limits & { timeoutMs: number; retries: number };
  limiter: Limiter | undefined;
  budget: Budget | null;
  /** Calls found in the journal were paid for under this budget too. */
  chargeReplays: boolean;
  journal: Journal | null;
  tracer: Tracer | undefined;
  meter: Meter | undefined;
  traceContent: boolean;
  /** Any of them ends the run. */
  signals: readonly AbortSignal[];
  /** The reader of a stream, who ends the run by leaving. */
  leaving?: Leaving;
  started: StartedEvent;
  listener: ((event: DebateEvent) => unknown) | undefined;
  /** Answers some steps from elsewhere: the rounds of a forked or replayed run. */
  recorded?: Recorded;
  /** What a moderator said in that run. */
  notes?: readonly HeardNote[];
  /** Makes the calls somewhere else: in other processes, on other machines. */
  calls?: Step;
  /** Every step is answered from elsewhere, so no model needs to be ready. */
  modelFree?: boolean;
}
