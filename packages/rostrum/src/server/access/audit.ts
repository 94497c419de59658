import type { Context } from "hono";
import type { ActOutcome, ServiceStore } from "../../protocol/service-store.ts";
import { withoutKeys } from "../../journal/without-keys.ts";
import type { AppEnv } from "../app-env.ts";
import { asHttpError, HttpError } from "../http-error.ts";
import { ACTS, type Act } from "./roles.ts";

/** Who made a request, and from where. */
export interface Caller {
  user: string | null;
  address: string | null;
  requestId: string | null;
}

/** Records who did, or tried to do, what. */
export interface Audit {
  done(c: Context<AppEnv>, act: Act, debate: string | null, status: number): Promise<void>;
  failed(
    c: Context<AppEnv>,
    act: Act | "sign_in",
    debate: string | null,
    error: unknown,
  ): Promise<void>;
  /** The same for an action that is only part of a request, such as a tool call. */
  note(
    caller: Caller,
    act: Act,
    debate: string | null,
    outcome: { status: number } | { error: unknown },
  ): Promise<void>;
}

export interface AuditOptions {
  store: ServiceStore;
  log(line: string): void;
  /** Called if an action could not be recorded. */
  lost(): void;
}

const LONGEST_ID = 200;

export function createAudit({ store, log, lost }: AuditOptions): Audit {
  async function write(
    { user, address, requestId }: Caller,
    act: Act | "sign_in",
    debate: string | null,
    { outcome, status, code }: { outcome: ActOutcome; status: number; code: string | null },
  ): Promise<void> {
    const id = debate === null ? null : debate.slice(0, LONGEST_ID);
    const entry = { at: Date.now(), user, act, debate: id, outcome, status, code };
    try {
      await store.addActs([{ ...entry, address, requestId }]);
    } catch (error) {
      lost();
      const why = error instanceof Error ? error.message : String(error);
      log(withoutKeys(`could not write to the audit log (${act}, ${outcome}): ${why}`));
    }
  }

  async function wrong(
    caller: Caller,
    act: Act | "sign_in",
    debate: string | null,
    error: unknown,
  ): Promise<void> {
    const known = asHttpError(error);
    const outcome = isRefusal(known) ? "refused" : "failed";
    // An action that was allowed but failed is recorded only if it would have changed something.
    if (outcome === "failed" && (act === "sign_in" || !ACTS[act].audited)) return;
    const { status, code, audited, user } = known;
    await write({ ...caller, user: caller.user ?? user ?? null }, act, debate, {
      outcome,
      status,
      code: audited ?? code,
    });
  }

  return {
    async done(c, act, debate, status) {
      if (!ACTS[act].audited) return;
      const code = (c.get("auditNote") as string | undefined) ?? null;
      await write(callerOf(c), act, debate, { outcome: "done", status, code });
    },
    failed: (c, act, debate, error) => wrong(callerOf(c), act, debate, error),
    async note(caller, act, debate, outcome) {
      if ("error" in outcome) await wrong(caller, act, debate, outcome.error);
      else if (ACTS[act].audited)
        await write(caller, act, debate, { outcome: "done", status: outcome.status, code: null });
    },
  };
}

export function callerOf(c: Context<AppEnv>): Caller {
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
