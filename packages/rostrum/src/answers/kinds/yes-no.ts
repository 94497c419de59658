const lead =
  /^[\s*_"'“`(]*(yes|no|true|false)\b["'”`*_)]*(?:\s*$|\s*[,.;:!?–—-]|\s+(?:because|since|as|it|this|that|they|he|she|we|you|there|the|i)\b)/i;

/** Whether a reply says yes or no at its head; "there is no doubt" says neither. */
export function yesOrNo(text: string): "yes" | "no" | null {
  const said = lead.exec(text)?.[1]?.toLowerCase();
  if (said === undefined) return null;
  return said === "yes" || said === "true" ? "yes" : "no";
}

const asks =
  /(?:^|[.!?\n]\s*)(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|may|might|must|am|true or false)\b[^.!?\n]*\?\s*$/i;

export const asksYesOrNo = (question: string): boolean =>
  asks.test(question.slice(-600)) &&
  !/\bor\b(?! not\b)/i.test(question.replace(/true or false/gi, ""));
