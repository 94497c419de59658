import type {
  ModelRequest,
  Role,
  Question,
  PartialResult,
  StoredEvent,
  Note,
  Review,
} from "@rostrum/core/protocol";
import type { Carry } from "@rostrum/runtime/api";

/** One model call as it is sent. Workers know the panel, so it contains no key and no address. */
export interface StepInput {
  panel: string;
  /** Changes of the debate. */
  changes?: Record<string, unknown>;
  role: Role;
  /** Panel index of a debater; 0 for judge and router. */
  seat: number;
  /** Id of the model, because a helper may have alternates. */
  model: string;
  /** Number of attempts that the debate's budget allows; absent without a budget. */
  attempts?: number;
  request: Omit<ModelRequest, "signal" | "onText" | "tools" | "providerOptions">;
  /** The tools that the model may ask for. The debate calls them. */
  tools?: { name: string; description?: string; inputSchema: object }[];
}

/** Input of a debate's workflow on a cluster. */
export interface DebateInput {
  panel: string;
  question: Question;
  /** The finished debate that it follows up. Needs a shared journal. */
  follow?: { id: string; carry?: Carry };
  /** Options in place of the panel's own, as plain JSON. With `debaters`, they are a panel of their own. */
  changes?: Record<string, unknown>;
  userId?: string;
  teamId?: string;
  projectId?: string;
  metadata?: Record<string, unknown>;
}

/** Action of a person on a debate that waits for people. */
export type PersonAct =
  | { act: "review"; said: Review }
  | { act: "proceed" }
  | { act: "say"; said: Note }
  | { act: "speak"; said: { name: string; text: string } };

/** The outcome of a debate. A failed debate has an outcome too, because a retry would not help. */
export type DebateOutput =
  | { ok: true; result: PartialResult }
  | { ok: false; error: { name: string; code: string; message: string }; partial: PartialResult };

/** Events from a sequence number on. */
export interface LogPage {
  events: StoredEvent[];
}
