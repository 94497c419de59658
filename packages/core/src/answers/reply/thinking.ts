/** A reply without the model's private thoughts, which contain drafts instead of the answer. */
export interface VisibleReply {
  visibleText: string;
  thoughts: string;
}

/** Opening and closing tags of thoughts at the start of a reply. */
const TAGS: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [
    /^<(?:think|thinking|thought|scratchpad|reasoning)>/i,
    /<\/(?:think|thinking|thought|scratchpad|reasoning)>/i,
  ],
  [/^\[THINK\]/, /\[\/THINK\]/],
  [/^◁think▷/, /◁\/think▷/],
  [/^<\|channel\|>analysis<\|message\|>/, /<\|end\|>(?:<\|start\|>assistant)?/],
];

/** A closing tag alone on its line, if the opening one was part of the prompt. */
const LONE_CLOSE = /^[ \t]*<\/(?:think|thinking)>[ \t]*$/im;

/** Start of the visible part in a channel format. */
const FINAL_CHANNEL = "<|channel|>final<|message|>";

/** Tokens that tokenizers leave in a raw reply. */
const END_MARKS = /(?:\s*(?:<\/s>|<\|(?:end|return|eot_id|im_end|endoftext)\|>|<end_of_turn>))+$/;

export function splitThinking(text: string): VisibleReply {
  let visibleText = text.trim();
  const thoughts: string[] = [];
  for (let tag = findOpeningTag(visibleText); tag !== null; tag = findOpeningTag(visibleText)) {
    const rest = visibleText.slice(tag.length);
    const close = tag.close.exec(rest);
    // Cut off while thinking: there is no visible reply.
    if (close === null) return { visibleText: "", thoughts: [...thoughts, rest.trim()].join("\n") };
    thoughts.push(rest.slice(0, close.index).trim());
    visibleText = rest.slice(close.index + close[0].length).trimStart();
  }
  const loneClose = visibleText.includes("</") ? LONE_CLOSE.exec(visibleText) : null;
  if (loneClose !== null) {
    thoughts.push(visibleText.slice(0, loneClose.index).trim());
    visibleText = visibleText.slice(loneClose.index + loneClose[0].length);
  }
  visibleText = visibleText.trim();
  if (visibleText.startsWith(FINAL_CHANNEL)) visibleText = visibleText.slice(FINAL_CHANNEL.length);
  if (visibleText.endsWith(">"))
    visibleText = visibleText.slice(0, -200) + visibleText.slice(-200).replace(END_MARKS, "");
  return { visibleText: visibleText.trim(), thoughts: thoughts.join("\n") };
}

function findOpeningTag(text: string): { length: number; close: RegExp } | null {
  if (!/^[<[◁]/.test(text)) return null;
  for (const [open, close] of TAGS) {
    const match = open.exec(text);
    if (match !== null) return { length: match[0].length, close };
  }
  return null;
}
