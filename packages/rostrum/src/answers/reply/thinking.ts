const blocks = /<(think|thinking|thought|scratchpad)>/i;
const closings = /<\/(?:think|thinking|thought|scratchpad)>/gi;

/** A reply with the model's private thoughts set apart: they hold drafts, not the answer. */
export interface Spoken {
  said: string;
  thought: string;
}

export function setThinkingApart(text: string): Spoken {
  if (!text.includes("<")) return { said: text, thought: "" };
  let closed = -1;
  let closedFrom = -1;
  closings.lastIndex = 0;
  for (let hit = closings.exec(text); hit !== null; hit = closings.exec(text)) {
    closed = closings.lastIndex;
    closedFrom = hit.index;
  }
  const open = blocks.exec(text);
  if (closed >= 0) {
    const start = open !== null && open.index < closedFrom ? open.index : 0;
    const from = start === 0 && open?.index !== 0 ? 0 : start + (open?.[0].length ?? 0);
    const after = text.slice(closed);
    const reopened = blocks.exec(after);
    const tail = reopened === null ? after : after.slice(0, reopened.index);
    return {
      said: `${text.slice(0, start)}${tail}`.trim(),
      thought: text.slice(from, closedFrom).trim(),
    };
  }
  if (open === null) return { said: text, thought: "" };
  // Cut off while thinking: what comes after the mark was never said.
  return {
    said: text.slice(0, open.index).trim(),
    thought: text.slice(open.index + open[0].length).trim(),
  };
}
