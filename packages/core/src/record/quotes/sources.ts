import { createQuotable, type QuotableText } from "../../answers/index.ts";
import type { CitedSource } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { ContextDocument, RecordedItem } from "../../protocol/question.ts";
import { readOriginalText } from "./material.ts";

/** The texts of a debate that can be quoted. */
export interface QuoteSources {
  /** What a debater has said, its latest words first. */
  saidBy(debater: string): QuotableText[];
  /** What all debaters have said, their latest words first. */
  said(): QuotableText[];
  /** The context, or the document of that name. */
  context(document?: string): QuotableText[];
}

function fileSource(item: RecordedItem): CitedSource {
  return { source: "context", ...("document" in item ? { document: item.document } : {}) };
}

/** A tool's result as text, which is what debaters read and quote. */
export function formatOutput(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** What tools returned, each result a document under its own name. */
export function listToolDocuments(rounds: readonly Round[]): ContextDocument[] {
  return rounds.flatMap(({ positions }) =>
    positions.flatMap(({ toolCalls = [] }) =>
      toolCalls.flatMap(({ document, output }) =>
        document === undefined ? [] : [{ document, text: formatOutput(output) }],
      ),
    ),
  );
}

export function createQuoteSources(
  rounds: readonly Round[],
  material: readonly RecordedItem[],
): QuoteSources {
  const given = material.map((item) => {
    // Quotes can't be found in a file, but a reply may claim that they come from it.
    const { of, text } = readOriginalText(item) ?? { of: fileSource(item), text: "" };
    return createQuotable(of, text);
  });
  const found = listToolDocuments(rounds).map(({ document, text }) =>
    createQuotable({ source: "context", document }, text),
  );
  const context = [...given, ...found];
  const said = rounds
    .flatMap(({ positions }) => positions)
    .filter(({ status }) => status === "spoke")
    .sort((a, b) => b.round - a.round)
    .map(({ debater, round, text }: Position) =>
      createQuotable({ source: "position", debater, round }, text),
    );
  return {
    saidBy: (debater) => said.filter(({ of }) => of.debater === debater),
    said: () => said,
    context: (document) =>
      document === undefined ? context : context.filter(({ of }) => of.document === document),
  };
}
