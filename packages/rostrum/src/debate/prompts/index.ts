import type { PromptSet, PromptSetName } from "../../protocol/prompts.ts";
import { classic } from "./classic.ts";
import { critique } from "./critique.ts";
import { revision } from "./revision.ts";

/** The built-in prompt sets. Spread one and replace the texts that you want to change. */
export const prompts: Readonly<Record<PromptSetName, PromptSet>> = { classic, critique, revision };
export { replyFormat, type ReplyFormat } from "./format.ts";
