import type { RunStore } from "../../protocol/journal.ts";
import { fold } from "../../record/index.ts";
import { merged, type ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";
import { findRunId } from "./journal.ts";
import { configFrom } from "./origin.ts";
import type { Task } from "./task.ts";

/** A run of the journal, ready to go on. Flags may change its caps and limits; the rest must stay. */
export async function resumedTask(
  wanted: string,
  journal: RunStore,
  patch: ConfigPatch,
): Promise<Task> {
  const id = await findRunId(journal, wanted);
  const { started } = fold((await journal.read(id))?.events ?? []);
  if (started === null)
    throw new UserError(`run "${id}" stopped before it began`, ["ask its question again"]);
  const { question, context, metadata = {} } = started;
  return {
    id,
    question: context === undefined ? question : { text: question, context },
    config: merged(await configFrom(metadata, id), patch),
    source: "",
    metadata,
  };
}
