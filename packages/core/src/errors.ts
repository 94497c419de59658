import type { Shortage } from "./protocol/budget.ts";
import { RostrumError, type JournalErrorCode } from "./rostrum-error.ts";
import { isInstance, readMessage } from "./thrown.ts";
import { formatCount, formatDuration, formatLimit } from "./format.ts";

export {
  RostrumError,
  type ErrorCode,
  type JournalErrorCode,
  type KnownErrorCode,
} from "./rostrum-error.ts";

/** The request can't be fulfilled. Nothing was spent. */
export class ConfigError extends RostrumError {
  override readonly name: string = "ConfigError";
  /** Path of the option, such as `debaters[1].weight`. */
  readonly field: string;

  constructor(field: string, message: string, options?: { cause?: unknown }) {
    super("config", `${field}: ${message}`, options);
    this.field = field;
  }

  /** The message without the path of the option, for callers that name the option differently. */
  get problem(): string {
    const prefix = `${this.field}: `;
    return this.message.startsWith(prefix) ? this.message.slice(prefix.length) : this.message;
  }
}

/** A cap was too small for the next step. */
export class BudgetExceededError extends RostrumError {
  override readonly name: string = "BudgetExceededError";
  readonly shortage: Shortage;

  constructor(shortage: Shortage) {
    super("budget", describeShortage(shortage));
    this.shortage = shortage;
  }
}

/** Too few members of the panel replied, or no reply could be read. */
export class PanelFailedError extends RostrumError {
  override readonly name: string = "PanelFailedError";

  constructor(message: string, options?: { cause?: unknown }) {
    super("panel_failed", message, options);
  }
}

/** Details of a failed call. */
export interface ModelErrorDetails {
  status?: number;
  requestId?: string;
  /** Default: true for 408, 409, 425, 429, 5xx and where no status is known. */
  retryable?: boolean;
  /**
   * The error is permanent, so the debater is not called again in this run: wrong key, no access, unknown
   * model. Default: true for 401, 402, 403, 404, 405 and 410, unless `retryable` is true.
   */
  permanent?: boolean;
  /** Wait that the provider asked for. */
  retryAfterMs?: number;
  /** Cost of the failed call, if known. */
  costUsd?: number;
  cause?: unknown;
}

/** One call to a model failed. The debate continues. Models throw it to control retries. */
export class ModelError extends RostrumError {
  override readonly name: string = "ModelError";
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly permanent: boolean;
  readonly retryAfterMs: number | undefined;
  readonly costUsd: number | undefined;

  constructor(message: string, details: ModelErrorDetails = {}) {
    super("model", message, { cause: details.cause });
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryable =
      details.permanent !== true && (details.retryable ?? isRetryableStatus(details.status));
    this.permanent =
      details.permanent ?? (!this.retryable && PERMANENT_STATUSES.has(details.status ?? 0));
    this.retryAfterMs = details.retryAfterMs;
    this.costUsd = details.costUsd;
  }
}

/** The id belongs to a run that was started with different inputs. */
export class JournalMismatchError extends RostrumError {
  override readonly name: string = "JournalMismatchError";
  /** Names of the inputs that differ. */
  readonly differs: readonly string[];
  readonly #problem: string;

  /** `sizes`: numbers of members, if `debaters` differs in that. */
  constructor(id: string, differs: readonly string[], sizes?: { stored: number; wanted: number }) {
    const isSingular = differs.length === 1 && sizes === undefined;
    const names = differs.map((name) =>
      name === "debaters" && sizes
        ? `${name} (the run has ${formatCount(sizes.stored, "member")}, this panel has ${sizes.wanted})`
        : name,
    );
    const problem =
      `run "${id}" is in the journal with other inputs: ${names.join(", ")} ` +
      (isSingular ? "differs" : "differ");
    super(
      "journal_mismatch",
      `${problem}. Use the same inputs to resume it, another id to start a new run, or fork() to continue from its rounds.`,
    );
    this.differs = differs;
    this.#problem = problem;
  }

  /** The message without its advice, for callers that offer other ways to continue. */
  get problem(): string {
    return this.#problem;
  }
}

/**
 * A chain of steps can't continue: an answer was not decided, or the caller's code failed. Every error that
 * ends a chain has its `state` and the `index` of the step.
 */
export class ChainError extends RostrumError {
  override readonly name: string = "ChainError";
  /** Index of the step at which the chain stopped. */
  readonly index: number = 0;
  /** State before that step. */
  readonly state: unknown = null;

  constructor(message: string, options?: { cause?: unknown }) {
    super("chain", message, options);
  }
}

/** The journal can't perform an operation. Its contents are unchanged. */
export class JournalError extends RostrumError {
  override readonly name: string = "JournalError";
  declare readonly code: JournalErrorCode;
  /** The message without the file's path, for users of a server that others run. */
  readonly publicMessage: string;

  /** `path`: the file that the error is about, if any. The message begins with it. */
  constructor(
    code: JournalErrorCode,
    message: string,
    { path, ...options }: { cause?: unknown; path?: string } = {},
  ) {
    super(code, path === undefined ? message : `${path}: ${message}`, options);
    this.publicMessage = path === undefined ? message : `the journal: ${message}`;
  }
}

/** Message of an error that everyone with access to the run may see. */
export function publicMessage(error: RostrumError): string {
  return error instanceof JournalError ? error.publicMessage : error.message;
}

/** The caller's signal ended the run. */
export class AbortError extends RostrumError {
  override readonly name: string = "AbortError";

  constructor(reason?: unknown) {
    super("aborted", "the debate was aborted", { cause: reason });
  }
}

/** True if the recorded error means that the run was cancelled, so nothing went wrong. */
export function wasStopped(error: { code: string } | null): boolean {
  return error?.code === "aborted";
}

/** Statuses about the key, the account or the model rather than this request. */
const PERMANENT_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 410]);

function isRetryableStatus(status: number | undefined): boolean {
  return (
    status === undefined || status < 400 || status >= 500 || [408, 409, 425, 429].includes(status)
  );
}

function describeShortage(shortage: Shortage): string {
  const { limit, cap, spent, needed, heldByOthers, smallestCap, comparingCap, wholeCap, whose } =
    shortage;
  const format = (amount: number): string =>
    formatLimit(limit, amount, (usd) => `$${Math.round(usd * 1e6) / 1e6}`);
  const owner = whose ?? `budget.${limit}`;
  if (limit === "ms") return `${owner}: the time limit of ${formatDuration(cap)} is used up`;
  if (smallestCap !== undefined) {
    const more = [
      ...(comparingCap === undefined ? [] : [`With a comparison: ${format(comparingCap)}. `]),
      ...(wholeCap === undefined ? [] : [`Nothing is left out from ${format(wholeCap)} on. `]),
    ].join("");
    return (
      `${owner}: ${format(cap)} is too little. The first answers and the decision need at least ` +
      `${format(smallestCap)}, even ${limit === "calls" ? "without a" : "with short replies and no"} comparison. ${more}` +
      "Raise the cap, or use fewer or cheaper models."
    );
  }
  const left = Math.max(0, cap - spent);
  const rest =
    limit === "usd"
      ? `${format(left)} of ${format(cap)} is`
      : `${left.toLocaleString("en-US")} of ${format(cap)} ${left === 1 ? "is" : "are"}`;
  const problem = `${owner}: the next step may need ${format(needed)}, and ${rest} left`;
  return heldByOthers === undefined
    ? problem
    : `${problem}. Other running debates hold ${format(heldByOthers)}, and free what they don't use`;
}

/** Wraps an error of a user's rule or a journal, and keeps it as the cause. */
export function asRostrumError(thrown: unknown): RostrumError {
  if (isInstance(thrown, RostrumError) && acceptsPartial(thrown)) return thrown;
  return new RostrumError("failed", readMessage(thrown), { cause: thrown });
}

/**
 * True if `partial` can be set. A rostrum error from a user's code may be frozen, or have fields that can't
 * be read.
 */
function acceptsPartial(error: RostrumError): boolean {
  try {
    const { name, code, message } = error;
    const descriptor = Object.getOwnPropertyDescriptor(error, "partial");
    const isWritable =
      descriptor === undefined ? Object.isExtensible(error) : descriptor.writable === true;
    return isWritable && [name, code, message].every((text) => typeof text === "string");
  } catch {
    return false;
  }
}
