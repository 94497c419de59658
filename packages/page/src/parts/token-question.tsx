import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { onTokenQuestion, type TokenQuestion as Question } from "../api/token.ts";
import { lazy } from "./lazy.tsx";

// Most pages are opened by people who are signed in.
const TokenDialog = lazy(async () => (await import("./token-dialog.tsx")).TokenDialog, "part");

/** Asks for the token when the server wants one. */
export function TokenQuestion(): VNode | null {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => onTokenQuestion(setQuestion), []);
  return question && <TokenDialog question={question} />;
}
