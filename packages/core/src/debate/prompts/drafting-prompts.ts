import { listSchema, objectSchema, TEXT, YES_OR_NO } from "./schemas.ts";
import { QUOTED } from "./prompt-sets.ts";

export const DRAFTING: string =
  "You write a text. Others criticize it, you revise it, and an editor signs it off. " + QUOTED;

export const WRITE: string =
  "Write the text that is asked for. Reply with the text alone, without remarks before or after it.";

export const CRITICIZING: string =
  "You criticize a draft so that it gets better. Point at what is wrong, unclear, missing or unsupported, " +
  "and at nothing else. " +
  QUOTED;

export const CRITIQUE: string =
  "Quote exactly: quotes are checked. Leave the quote empty for what is missing. The list may be empty. Reply " +
  'with one JSON object and nothing else: {"critique": [{"quote": "<the words of the draft>", "problem": "<what ' +
  'is wrong with them>", "suggestion": "<what should stand there instead>"}, <more objections>]}';

export const CRITIQUE_SCHEMA: object = objectSchema({
  critique: listSchema(objectSchema({ quote: TEXT, problem: TEXT, suggestion: TEXT })),
});

export const REVISE: string =
  "Revise your text. Take up each objection that is right, and leave the rest of the text as it is. Reply with " +
  "the whole text alone, without remarks before or after it.";

export const SIGNING: string =
  "Decide whether this text can go out as it is: whether it does what was asked, and whether the objections " +
  "that are right have been taken up. The objections were made to the draft before it: what they quote may " +
  "have been changed since, and then doesn't stand in the text. Reply with one JSON object and nothing else: " +
  '{"reason": "<why>", "signedOff": <true or false>}';

export const SIGNING_SCHEMA: object = objectSchema({ reason: TEXT, signedOff: YES_OR_NO });
