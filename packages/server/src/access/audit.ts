import type { Context } from "hono";
import type { ActOutcome, ServiceStore } from "@rostrum/runtime/journal";
import { formatCause } from "../format-cause.ts";
import type { AppEnv } from "../app-env.ts";
import type { Log } from "../log.ts";
import { toHttpError, HttpError } from "../http-error.ts";
import { isAudited, type Act } from "./roles.ts";

/** Origin of a request: the user, and the address it came from. */
export interface Requester {
  user: string | null;
  address: string | null;
  requestId: string | null;
}

/** A change of who may do what, made in the server's files. */
export interface AccessChange {
  act: FileAct;
  /** The user whose access changed; `null`: that of several. */
  user: string | null;
  /** What changed, never with a token or its hash. */
  note: string;
}

/** `user_…`: an entry of the tokens file or of `policy.users`; `policy_changed`: what applies to several users. */
export type FileAct = "user_added" | "user_removed" | "user_changed" | "policy_changed";

/** Records who did, or tried to do, what. */
export interface Audit {
  /** `note`: details that the log adds to a successful action. */
  recordAct(
    caller: Requester,
    act: Act,
    debate: string | null,
    status: number,
    note?: string,
  ): Promise<void>;
  recordFailure(
    caller: Requester,
    act: Act | AnonymousAct,
    debate: string | null,
    error: unknown,
  ): Promise<void>;
  /** Somebody signed in on the page. */
  recordSignIn(caller: Requester): Promise<void>;
  /** An operator changed the files that say who may do what. Who that was is unknown. */
  recordChanges(changes: readonly AccessChange[]): Promise<void>;
  /** Somebody without an account read a debate through a link. */
  recordOpenedShare(caller: Requester, debate: string, share: string): Promise<void>;
}

/** Acts of callers who have not signed in. */
type AnonymousAct = "sign_in" | "open_share";

const MAX_ID_CHARS = 200;

/** `onLost` is called if an action could not be recorded. */
export function createAudit(store: ServiceStore, log: Log, onLost: () => void): Audit {
  async function write(
    { user, address, requestId }: Requester,
    act: Act | AnonymousAct | FileAct,
    debate: string | null,
    { outcome, status, code }: { outcome: ActOutcome; status: number; code: string | null },
  ): Promise<void> {
    const id = debate === null ? null : debate.slice(0, MAX_ID_CHARS);
    const entry = { at: Date.now(), user, act, debate: id, outcome, status, code };
    try {
      await store.addActs([{ ...entry, address, requestId }]);
    } catch (error) {
      onLost();
      log(`could not write to the audit log (${act}, ${outcome}): ${formatCause(error)}`, {
        level: "error",
      });
    }
  }

  const isRepeated = createRepeatCounter(log);

  return {
    async recordAct(caller, act, debate, status, note) {
      if (!isAudited(act)) return;
      await write(caller, act, debate, { outcome: "done", status, code: note ?? null });
    },
    async recordSignIn(caller) {
      await write(caller, "sign_in", null, { outcome: "done", status: 204, code: null });
    },
    async recordChanges(changes) {
      for (const { act, user, note } of changes) {
        const caller = { user, address: null, requestId: null };
        await write(caller, act, null, { outcome: "done", status: 200, code: note });
      }
    },
    async recordOpenedShare(caller, debate, share) {
      await write(caller, "open_share", debate, { outcome: "done", status: 200, code: share });
    },
    async recordFailure(caller, act, debate, error) {
      const httpError = toHttpError(error);
      const outcome = isRefusal(httpError) ? "refused" : "failed";
      // An action that was allowed but failed is recorded only if it would have changed something.
      const anonymous = act === "sign_in" || act === "open_share";
      if (outcome === "failed" && (anonymous || !isAudited(act))) return;
      const { status, code, audited, user } = httpError;
      if (anonymous && isRepeated(act, caller.address, audited ?? code)) return;
      await write({ ...caller, user: caller.user ?? user ?? null }, act, debate, {
        outcome,
        status,
        code: audited ?? code,
      });
    },
  };
}

/** How long refusals of one address are counted after the first, which alone gets a row. */
const COUNT_PERIOD_MS = 3_600_000;
const MAX_COUNTED = 10_000;

/**
 * Returns true for a refusal of an address that was refused for the same reason within the last hour. The log says how
 * many there were, so that a client without a token can't fill the audit log.
 */
function createRepeatCounter(
  log: (line: string) => void,
): (act: AnonymousAct, address: string | null, code: string) => boolean {
  const counts = new Map<string, { repeats: number; timer: NodeJS.Timeout }>();
  return (act, address, code) => {
    const key = `${act} (${code}) from ${address ?? "an unknown address"}`;
    const counted = counts.get(key);
    if (counted) {
      counted.repeats += 1;
      return true;
    }
    const [oldest] = counts;
    if (oldest && counts.size >= MAX_COUNTED) endPeriod(oldest[0]);
    const timer = setTimeout(() => endPeriod(key), COUNT_PERIOD_MS).unref();
    counts.set(key, { repeats: 0, timer });
    return false;
  };

  function endPeriod(key: string): void {
    const { repeats = 0, timer } = counts.get(key) ?? {};
    clearTimeout(timer);
    counts.delete(key);
    if (repeats > 0) log(`refused ${repeats} more times: ${key}`);
  }
}

export function getRequester(c: Context<AppEnv>): Requester {
  const user = c.get("user") as AppEnv["Variables"]["user"] | undefined;
  return {
    user: user?.name ?? null,
    address: c.get("via")?.address ?? null,
    requestId: c.get("requestId") ?? null,
  };
}

function isRefusal({ status, audited }: HttpError): boolean {
  return status === 401 || status === 403 || audited === "not_visible";
}
