import { toKindObject } from "../../answers/answer-kinds.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import type { ResolvedConfig, Task } from "../config/resolved-config.ts";
import { estimateTokens } from "../spending/token-estimate.ts";

/** A part of a review: the task with some of its documents. */
export interface TaskPart {
  task: Task;
  documents: string[];
}

/**
 * Splits the documents of a task into parts that a member can read in one call each, if the config asks for it.
 * Documents are never cut. Context that isn't a document is in every part.
 */
export function splitMaterial({ answer }: Pick<ResolvedConfig, "answer">, task: Task): TaskPart[] {
  const kind = toKindObject(answer);
  const limit = kind.type === "findings" ? (kind.partTokens ?? Infinity) : Infinity;
  const parts: number[][] = [[]];
  let tokens = 0;
  for (const [index, item] of task.material.entries()) {
    if (!("document" in item)) continue;
    const size = estimateTokens(readOriginalText(item)?.text ?? "");
    if (tokens > 0 && tokens + size > limit) {
      parts.push([]);
      tokens = 0;
    }
    parts.at(-1)?.push(index);
    tokens += size;
  }
  return parts.map((partIndexes) => {
    const isShown = (_: unknown, index: number): boolean =>
      partIndexes.includes(index) || !("document" in (task.material[index] ?? {}));
    const material = task.material.filter(isShown);
    return {
      task: { ...task, material, context: task.context.filter(isShown) },
      documents: material.flatMap((item) => ("document" in item ? item.document : [])),
    };
  });
}
