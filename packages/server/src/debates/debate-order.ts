import { hash } from "node:crypto";
import {
  type StartedEvent,
  type StoredRun,
  type Question,
  SERVER_KEY,
} from "@rostrum/core/protocol";
import { restoreQuestion, type Carry } from "@rostrum/runtime/api";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { omitUndefined, toSortedJson, wasStopped } from "@rostrum/core/support";
import { HttpError } from "../http-error.ts";
import type { Learned } from "../panels/apply-learned.ts";
import type { FollowRequest, ForkRequest, PanelRequest } from "../schemas/debate-request.ts";
import type { User, Users } from "../users/users.ts";

/** A request to run a debate. */
export interface Order {
  request: PanelRequest;
  question: Question;
  user: User;
  client: Client;
  id?: string;
  /** Idempotency key: the same key of the same user means the same debate. */
  key?: string;
  /** True if the id was generated for this order, so no debate has it yet. */
  fresh?: boolean;
  /** True if the client may come back for the answer without a key, by sending the same request. */
  repeatable?: boolean;
  metadata?: Record<string, unknown>;
  /** The project that pays, by name. Default: the user's own. */
  project?: string;
  /** The debate whose rounds this one continues. */
  fork?: { id: string; fromRound: number };
  /** The finished debate that this one follows up. */
  follow?: { id: string; carry?: Carry };
  /** The client's tools, which the judge may call. */
  tools?: JudgeTools;
  /** The saved panel that the request names, as it was when the debate began. */
  saved?: PanelRequest;
  /** Calibration of the named panel when the debate began. */
  learned?: Learned;
}

/** A client's tools. Only the judge sees them: peers' text must not steer a tool. */
export interface JudgeTools {
  tools: { type: "function"; name: string; description?: string; inputSchema: object }[];
  toolChoice?: { type: "auto" | "none" | "required" } | { type: "tool"; toolName: string };
  /** Set when the tools have run: the debate is over, and the judge continues alone. */
  alone?: true;
}

/**
 * Kind of client that started a debate. A debate continues when a watcher leaves. A chat without a key has only one
 * reader, so its debate ends when the reader leaves.
 */
export type Client = "rest" | "chat" | "mcp";

/** Describes how a run was requested. Stored with the run, so that it can be resumed, forked and recognized later. */
export interface RequestOrigin {
  request: PanelRequest;
  /** Hash of the request and its question; equal for equal requests. */
  digest: string;
  client: Client;
  /** Set if the request had an idempotency key, so a client that left may come back for the debate. */
  keyed?: true;
  /** Set if a client that left may come back soon by sending the same request. */
  repeatable?: true;
  tools?: JudgeTools;
  saved?: PanelRequest;
  /** Version of the panel's calibration. */
  learned?: number;
}

/** Metadata of a run, from its order. */
export function writeOrigin(
  { request, client, key, repeatable, metadata, tools, saved, learned }: Order,
  digest: string,
): Record<string, unknown> {
  const keyed = key === undefined ? undefined : true;
  const mayRepeat = repeatable ? true : undefined;
  const origin: RequestOrigin = omitUndefined({
    ...{ request, digest, client, keyed, tools, saved },
    repeatable: mayRepeat,
    learned: learned?.version,
  });
  return { ...metadata, [SERVER_KEY]: origin };
}

/** `null`: the run was started elsewhere, on the command line or in a program. */
export function readOrigin(started: StartedEvent | null): RequestOrigin | null {
  const origin = started?.metadata?.[SERVER_KEY] as Partial<RequestOrigin> | undefined;
  if (typeof origin?.request !== "object" || typeof origin.digest !== "string") return null;
  const { request, digest, client = "rest", keyed, repeatable, tools, saved, learned } = origin;
  return omitUndefined({ request, digest, client, keyed, repeatable, tools, saved, learned });
}

export function computeDigest(value: unknown): string {
  return hash("sha256", toSortedJson(value)).slice(0, 32);
}

export interface Resumable {
  order: Order;
  digest: string;
  /** The record so far. */
  before: DebateRecord;
  /** Version of the panel's calibration when the run began. */
  learned?: number;
}

/**
 * Reads how a stored run was requested, so that it can be resumed; null if it is over or another program started it.
 * `hasReturned`: the run was stopped because its client had left, and the client is back.
 */
export function readResumable(run: StoredRun, users: Users, hasReturned = false): Resumable | null {
  const before = fold(run.events);
  const isUnfinished = run.status === "running" || (hasReturned && wasStopped(before.error));
  const { started } = before;
  const origin = readOrigin(started);
  const user = users.byName(started?.userId, started?.teamId, started?.projectId);
  if (!isUnfinished || !started || !origin || !user) return null;
  const { metadata, forkedFrom } = started;
  return {
    order: omitUndefined({
      request: origin.request,
      question: restoreQuestion(run, started),
      user,
      client: origin.client,
      key: origin.keyed && run.id,
      repeatable: origin.repeatable,
      tools: origin.tools,
      saved: origin.saved,
      metadata,
      fork: forkedFrom,
    }),
    digest: origin.digest,
    before,
    ...omitUndefined({ learned: origin.learned }),
  };
}

/** A debate that continues from another's rounds, with the same settings except for what the request changes. */
export function createForkOrder(
  id: string,
  { started }: DebateRecord,
  { fromRound, id: ownId, project, ...changes }: ForkRequest,
  user: User,
): Order {
  const origin = readOrigin(started);
  if (!started || (!origin && changes.panel === undefined)) {
    const message = "the debate was not started by this server: name a panel to continue with";
    throw new HttpError(409, "not_ours", message);
  }
  return omitUndefined({
    ...changeRequest(origin, changes),
    // A fork takes its context from the run that it starts from.
    question: started.question,
    user,
    client: "rest",
    fork: { id, fromRound },
    id: ownId,
    project: project ?? findDefaultProject(user, started),
  });
}

/** A question that follows up a debate, for the same panel except for what the request changes. */
export function createFollowOrder(
  id: string,
  { started, status }: DebateRecord,
  { question, context, carry, id: ownId, project, ...changes }: FollowRequest,
  user: User,
): Order {
  if (status !== "completed") {
    throw new HttpError(409, "not_finished", "only a debate that is completed can be followed up");
  }
  return omitUndefined({
    ...changeRequest(readOrigin(started), changes),
    question: context === undefined ? question : { text: question, context },
    user,
    client: "rest",
    follow: omitUndefined({ id, carry }),
    id: ownId,
    project: project ?? findDefaultProject(user, started),
  });
}

/** The project of one's own earlier debate goes on paying. That of somebody else's pays only if the request names it. */
function findDefaultProject(user: User, started: StartedEvent | null): string | undefined {
  const isOwn = (started?.userId ?? null) === user.name;
  return user.project ?? (isOwn ? started?.projectId : undefined);
}

/** An earlier request with changes. Another panel replaces the earlier one, however that was specified. */
function changeRequest(
  origin: RequestOrigin | null,
  changes: PanelRequest,
): Pick<Order, "request" | "saved"> {
  const { panel, debaters, ...kept } = origin?.request ?? {};
  const isSamePanel = changes.panel === undefined && changes.debaters === undefined;
  const base = isSamePanel ? omitUndefined({ ...kept, panel, debaters }) : kept;
  return { request: { ...base, ...changes }, saved: isSamePanel ? origin?.saved : undefined };
}
