import type { Question } from "@rostrum/core/protocol";
import { listReviewedDocuments } from "@rostrum/core/export";
import type { DebateRecord } from "@rostrum/core/record";
import { isPlainObject, JournalMismatchError, joinNames, toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";

/** Refuses to continue a run whose documents have changed, before a price is printed. Names them. */
export function refuseOtherMaterial({ started, result }: DebateRecord, question: Question): void {
  if (started === null) return;
  const before = new Map(
    listReviewedDocuments(started.context).map(({ document, text }) => [document, text]),
  );
  const now = listDocuments(question);
  const names = [...new Set([...before.keys(), ...now.keys()])];
  const describe = (verb: string, isMeant: (name: string) => boolean): string[] => {
    const meant = names.filter(isMeant).map(toOneLine);
    return meant.length === 0
      ? []
      : [`${joinNames(meant)} ${meant.length === 1 ? "has" : "have"} ${verb}`];
  };
  const changes = [
    ...describe("changed", (name) => {
      const [one, other] = [before.get(name), now.get(name)];
      return one !== undefined && other !== undefined && one !== other;
    }),
    ...describe("been added", (name) => !before.has(name)),
    ...describe("been left out", (name) => !now.has(name)),
  ];
  if (changes.length === 0) return;
  throw new UserError(
    `run "${toOneLine(result.id)}" was started with other material: since then ${changes.join(", ")}.`,
    ["Use the same material to resume it, or another --id to start a new run."],
    { cause: new JournalMismatchError(result.id, ["context"]) },
  );
}

function listDocuments(question: Question): Map<string, string> {
  const context: unknown = typeof question === "string" ? null : question.context;
  if (!Array.isArray(context)) return new Map();
  return new Map(
    context.flatMap((item: unknown): [string, string][] => {
      if (!isPlainObject(item)) return [];
      const { document, text } = item;
      return typeof document === "string" && typeof text === "string" ? [[document, text]] : [];
    }),
  );
}
