import { randomBytes } from "node:crypto";
import type { Carry } from "../../api/index.ts";
import type { Question } from "../../protocol/question.ts";
import type { ConfigPatch } from "../options/flags.ts";

/** The flags of `ask` that are not config options. */
export interface AskFlags {
  file?: string;
  context?: string[];
  schema?: string;
  panel?: string;
  config?: string;
  json?: boolean;
  events?: boolean;
  dryRun?: boolean;
  full?: boolean;
  raw?: boolean;
  memo?: boolean;
  plain?: boolean;
  quiet?: boolean;
  id?: string;
  resume?: string;
  /** The run to follow up; `true`: the latest one. */
  follow?: string | true;
  carry?: string;
  /** A path, or `false` for `--no-journal`; commander makes it `true` when neither is given. */
  journal?: string | boolean;
}

/** Everything that is needed to run or resume a debate. */
export interface Task {
  id: string;
  question: Question;
  /** The config for `Debate`, without the journal. */
  config: ConfigPatch;
  /** The finished run that it follows up. */
  follow?: { id: string; carry?: Carry };
  /** Where the config came from, for messages. */
  source: string;
  /** Kept with the run, so that it can be resumed by its id alone. */
  metadata: Record<string, unknown>;
}

/** Digits and letters that can't be confused with each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short id for a run that is easy to type: 50 random bits. */
export function newRunId(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
