import type { ModelFunction, ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import type { Position } from "../protocol/position.ts";
import type { PromptMessage } from "../protocol/question.ts";
import { plainCopy } from "./plain-copy.ts";

/** A plain function as a model. It has no price; to cap money, give the debater one. */
export function functionModel(call: ModelFunction): ModelPort {
  return {
    source: "function",
    id: `function:${call.name || "anonymous"}`,
    // A function's name is accidental, so another name doesn't make it another model.
    fingerprint: "function",
    pricing: null,
    generate(request): Promise<ModelReply> {
      try {
        // A text alone is a reply too; `checkedReply` reads both, without a promise more.
        return Promise.resolve(call(ownCopy(request)) as ModelReply | Promise<ModelReply>);
      } catch (thrown) {
        return Promise.reject(thrown);
      }
    },
  };
}

/**
 * A copy of the request that the function may change, because the original shares objects with the other
 * debaters' prompts and the record. Texts are shared, so the copy is cheap.
 */
function ownCopy(request: ModelRequest): ModelRequest {
  // In steps, because a field that follows a spread takes several times as long.
  const copy: ModelRequest = { ...request };
  copy.messages = request.messages.map(messageCopy);
  copy.peers = request.peers.map(positionCopy);
  if (request.items) copy.items = [...request.items];
  if (request.own) copy.own = positionCopy(request.own);
  if (request.tools) copy.tools = { ...request.tools };
  if (request.providerOptions) copy.providerOptions = plainCopy(request.providerOptions);
  if (request.responseFormat) copy.responseFormat = plainCopy(request.responseFormat);
  return copy;
}

// `plainCopy` would do for these too, but it looks at every field, and there are dozens of them per debate.

function messageCopy(message: PromptMessage): PromptMessage {
  const copy = { ...message };
  if (message.files) copy.files = plainCopy(message.files);
  return copy;
}

function positionCopy(position: Position): Position {
  const copy = { ...position };
  if (position.usage) copy.usage = { ...position.usage };
  if (position.toolCalls) copy.toolCalls = plainCopy(position.toolCalls);
  if (position.critique) copy.critique = plainCopy(position.critique);
  return copy;
}
