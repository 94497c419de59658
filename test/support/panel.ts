import type { Debater, ModelRequest } from "../../packages/rostrum/src/index.ts";
import {
  scripted,
  type ScriptedModel,
  type ScriptedReply,
} from "../../packages/runtime/src/testing/index.ts";

/** A model that says these one after the other, and the last one again and again. */
export function says(...replies: ScriptedReply[]): ScriptedModel {
  return scripted(replies, { repeatLast: true });
}

/** One scripted debater for each list of replies; `lists[i][r]` is what debater i says in round r. */
export function panelSaying(
  ...lists: (ScriptedReply | readonly ScriptedReply[])[]
): ScriptedModel[] {
  return lists.map((list) => says(...(Array.isArray(list) ? list : [list])));
}

/** Like `panelSaying`, with names. */
export function named(lists: Record<string, ScriptedReply | readonly ScriptedReply[]>): (Debater & {
  model: ScriptedModel;
})[] {
  const models = panelSaying(...Object.values(lists));
  return Object.keys(lists).map((name, index) => ({ name, model: models[index] as ScriptedModel }));
}

/** A reply in the form the prompts ask for. */
export function answering(answer: unknown, confidence?: number, more: object = {}): string {
  return JSON.stringify({ reasoning: "because", answer, confidence, ...more });
}

export function callsOf(models: readonly { requests: readonly unknown[] }[]): number {
  return models.reduce((sum, { requests }) => sum + requests.length, 0);
}

/** Everything a model is told in one call. */
export function promptOf({ system, messages }: ModelRequest): string {
  return [system, ...messages.map(({ content }) => content)].join("\n");
}

/** The last turn of a call: in a revision round, the one that shows the peers. */
export function lastTurn({ messages }: ModelRequest): string {
  return messages.at(-1)?.content ?? "";
}

/** An answer in the section that a call asks for. */
export function inSection(request: ModelRequest, answer: string): string {
  const mark = /\[\[answer (\w+)\]\](?![\s\S]*\[\[answer )/.exec(lastTurn(request))?.[1];
  return `[[answer ${mark}]]\n${answer}\n[[end ${mark}]]`;
}
