import { whyNotArithmetic } from "@rostrum/embedded/arithmetic";
import { waysToAModel } from "../discovery/ways-to-a-model.ts";
import { UserError } from "../user-error.ts";
import type { Task } from "./task.ts";

/** Refuses a question that a panel of embedded networks can't answer, before a run begins. */
export function refuseBeyondArithmetic({ question, config, source }: Task): void {
  if (!isEmbeddedOnly(config["debaters"])) return;
  const reason = whyNotArithmetic(typeof question === "string" ? question : question.text);
  if (reason === null) return;
  const where = source === "" ? "" : ` (${source})`;
  throw new UserError(
    `the panel has only embedded debaters${where}, which do only arithmetic; ` +
      `they can't answer this question: ${reason}`,
    [
      ...waysToAModel(),
      source === ""
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
