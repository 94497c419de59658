import { alignQuote, checkCalculations, createQuotable } from "@rostrum/core/answers";
import type { CheckOutcome, Verifier } from "@rostrum/core/protocol";
import { parseJson } from "@rostrum/core/support";

type VerifierContext = Parameters<Verifier<unknown>>[1];

/** Computes again what an answer claims to compute. That its arithmetic holds doesn't make an answer right. */
export function checkCalc({ wording }: VerifierContext): CheckOutcome {
  const { correct, wrong } = checkCalculations(wording);
  if (wrong.length > 0) return { verdict: "refuted", says: `not true: ${wrong.join("; ")}` };
  return { verdict: correct.length > 0 ? "ok" : "unknown" };
}

interface GivenQuote {
  quote: string;
  document?: string;
}

/** Each quote is looked up in whole documents. */
const MAX_QUOTES = 200;

/** Looks up every `quote` of an answer in the document that stands next to it, or in all of them. */
export function checkCitations(answer: unknown, { documents }: VerifierContext): CheckOutcome {
  const sources = documents.map(({ document, text }) =>
    createQuotable({ source: "context", document }, text),
  );
  const quotes = listQuotes(answer);
  if (quotes.length === 0) return { verdict: "unknown" };
  const missing = quotes.slice(0, MAX_QUOTES).filter(({ quote, document }) => {
    const named = sources.filter(({ of }) => document === undefined || of.document === document);
    return !alignQuote(quote, named).verified;
  });
  if (missing.length === 0) return { verdict: quotes.length > MAX_QUOTES ? "unknown" : "ok" };
  const says = missing.map(
    ({ quote, document }) => `not in ${document ?? "any document"}: ${JSON.stringify(quote)}`,
  );
  return { verdict: "refuted", says: says.join("\n") };
}

/** Quotes that count are fields of that name, at any depth, with their document next to them. */
function listQuotes(value: unknown): GivenQuote[] {
  const parsed = typeof value === "string" ? parseObject(value) : value;
  if (typeof parsed !== "object" || parsed === null) return [];
  const { quote, document } = parsed as Record<string, unknown>;
  const ownText =
    typeof quote === "string" && quote.trim() !== ""
      ? [{ quote, ...(typeof document === "string" ? { document } : {}) }]
      : [];
  return [
    ...ownText,
    ...Object.values(parsed).flatMap((part) => listQuotes(Object(part) === part ? part : null)),
  ];
}

function parseObject(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parseJson(text) : null;
}
