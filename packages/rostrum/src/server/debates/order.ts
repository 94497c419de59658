import type { Question } from "../../protocol/question.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { User } from "../users/users.ts";
import type { Client } from "./origin.ts";

/** A debate that somebody wants. */
export interface Order {
  request: PanelRequest;
  question: Question;
  user: User;
  client: Client;
  id?: string;
  /** An idempotency key: the same user's same key is the same debate. */
  key?: string;
  metadata?: Record<string, unknown>;
  /** Where the debate goes on from: the rounds of another one. */
  fork?: { id: string; fromRound: number };
}
