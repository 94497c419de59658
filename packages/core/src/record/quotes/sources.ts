import { createQuotable, type QuotableText } from "../../answers/quotes/find-quote.ts";
import type { CitedSource } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { ContextDocument, RecordedItem } from "../../protocol/question.ts";
import { readOriginalText } from "./material.ts";

/** The texts of a debate that can be quoted. */
export interface QuoteSources {
  /** Replies of a debater, latest first. */
  repliesOf(debater: string): QuotableText[];
  /** Replies of all debaters, latest first. */
  allReplies(): QuotableText[];
  /** The context, or one document by name. */
  context(document?: string): QuotableText[];
}

function fileSource(item: RecordedItem): CitedSource {
  return { source: "context", ...("document" in item ? { document: item.document } : {}) };
}

/** A tool's result as text, as debaters read and quote it. */
export function formatOutput(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** Results of tools, each one as a document under its own name. */
export function listToolDocuments(rounds: readonly Round[]): ContextDocument[] {
  return rounds.flatMap(({ positions }) =>
    positions.flatMap(({ toolCalls = [] }) =>
      toolCalls.flatMap(({ document, output }) =>
        document === undefined ? [] : [{ document, text: formatOutput(output) }],
      ),
    ),
  );
}

/** Cache: every reply and every export searches these texts, and preparing one is slow. */
const preparedTexts = new WeakMap<object, QuotableText>();

function prepareOnce(holder: object, of: CitedSource, text: string): QuotableText {
  const cached = preparedTexts.get(holder);
  if (cached?.text === text) return cached;
  const quotable = createQuotable(of, text);
  preparedTexts.set(holder, quotable);
  return quotable;
}

export function createQuoteSources(
  rounds: readonly Round[],
  material: readonly RecordedItem[],
): QuoteSources {
  const contextTexts = material.map((item) => {
    // Quotes can't be found in a file, but a reply may claim that they come from it.
    const { of, text } = readOriginalText(item) ?? { of: fileSource(item), text: "" };
    return prepareOnce(item, of, text);
  });
  const toolTexts = listToolDocuments(rounds).map(({ document, text }) =>
    createQuotable({ source: "context", document }, text),
  );
  const context = [...contextTexts, ...toolTexts];
  const replyTexts = rounds
    .flatMap(({ positions }) => positions)
    .filter(({ status }) => status === "spoke")
    .sort((a, b) => b.round - a.round)
    .map((position: Position) => {
      const { debater, round, text } = position;
      return prepareOnce(position, { source: "position", debater, round }, text);
    });
  return {
    repliesOf: (debater) => replyTexts.filter(({ of }) => of.debater === debater),
    allReplies: () => replyTexts,
    context: (document) =>
      document === undefined ? context : context.filter(({ of }) => of.document === document),
  };
}
