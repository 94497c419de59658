import { whyNotArithmetic } from "../../models/index.ts";
import type { Question } from "../../protocol/question.ts";
import type { ChosenPanel } from "../config/choose-panel.ts";
import { waysToAModel } from "../discovery/ways-to-a-model.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";

/** Refuses a question that a panel of embedded networks can't answer, before a run is begun for it. */
export function refuseBeyondArithmetic(
  question: Question,
  config: ConfigPatch,
  { name, file }: ChosenPanel,
): void {
  if (!isEmbeddedOnly(config["debaters"])) return;
  const reason = whyNotArithmetic(typeof question === "string" ? question : question.text);
  if (reason === null) return;
  const where = file === null ? "" : ` (panel "${name}" of ${file.path})`;
  throw new UserError(
    `the panel has only embedded debaters${where}, which do arithmetic and nothing else; ` +
      `they can't answer this question: ${reason}`,
    [
      ...waysToAModel(),
      file === null
        ? "then rostrum init writes a config, and rostrum doctor checks it"
        : "then rostrum init --force writes a config with panels of what it finds",
      'a question that they can answer: rostrum --panel embedded "What is 12+15*21?"',
    ],
  );
}

function isEmbeddedOnly(debaters: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(debaters) ? debaters : [debaters];
  return list.length > 0 && list.every((debater) => /^embedded\b/.test(modelOf(debater)));
}

function modelOf(debater: unknown): string {
  const model: unknown =
    typeof debater === "object" && debater !== null && "model" in debater ? debater.model : debater;
  return typeof model === "string" ? model : "";
}
