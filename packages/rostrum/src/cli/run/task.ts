import { randomBytes } from "node:crypto";
import type { Question } from "../../protocol/question.ts";
import type { ConfigPatch } from "../options/flags.ts";

/** The flags of `ask` that are no options of a config. */
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
  plain?: boolean;
  quiet?: boolean;
  id?: string;
  resume?: string;
  /** A path, or `false` for `--no-journal`; commander makes it `true` when neither is given. */
  journal?: string | boolean;
}

/** Everything that is needed to hold a debate, or to take one up again. */
export interface Task {
  id: string;
  question: Question;
  /** What goes to `Debate`, without the journal. */
  config: ConfigPatch;
  /** Where the config came from, for messages. */
  source: string;
  /** Kept with the run, so that it can be taken up again by its id alone. */
  metadata: Record<string, unknown>;
}

/** Digits and letters that can't be taken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short name for a run, good to type: 50 random bits. */
export function newRunId(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
