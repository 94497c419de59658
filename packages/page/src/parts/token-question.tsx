import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onTokenQuestion, type TokenQuestion as Question } from "../api/token.ts";
import { lazy } from "./lazy.tsx";

// Loaded on demand, because most visitors are signed in.
const TokenDialog = lazy(async () => (await import("./token-dialog.tsx")).TokenDialog, "part");

/** Shows the token dialog while a request needs a token. */
export function TokenQuestion(): VNode | null {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => onTokenQuestion(setQuestion), []);
  return question && <TokenDialog question={question} />;
}
