import type { Question } from "../../protocol/question.ts";
import type { ConfigPatch } from "../options/flags.ts";

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
