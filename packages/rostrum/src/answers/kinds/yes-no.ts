const lead =
  /^[\s*_"'“`(]*(yes|yep|yeah|yup|no|nope|nah|true|false)\b["'”`*_)]*(?:\s*$|\s*[,.;:!?–—-]|\s+(?:because|since|as|it|this|that|they|he|she|we|you|there|the|i)\b)/i;

/** Whether a reply begins with yes or no; "there is no doubt" says neither. */
export function yesOrNo(text: string): "yes" | "no" | null {
  const said = lead.exec(text)?.[1]?.toLowerCase();
  if (said === undefined) return null;
  return said.startsWith("y") || said === "true" ? "yes" : "no";
}
