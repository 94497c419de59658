import type { ModelFunction } from "rostrum";

/** As much of the OpenAI client as is used: `new OpenAI()` fits, and so does a test double. */
export interface OpenAILike {
  chat: {
    completions: {
      create(body: OpenAIBody, options: { signal: AbortSignal }): Promise<OpenAIReply>;
    };
  };
}

export interface OpenAIBody {
  model: string;
  messages: { role: "system" | "user" | "assistant"; content: string }[];
  temperature?: number;
  max_completion_tokens?: number;
}

export interface OpenAIReply {
  choices: { message: { content: string | null }; finish_reason: string }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_tokens_details?: { cached_tokens?: number };
  };
}

/**
 * An OpenAI client as a model. Create the client with `maxRetries: 0`: rostrum retries by itself, and
 * an attempt that it doesn't see is in no budget.
 */
export function openaiComplete(
  client: OpenAILike,
  settings: { model: string; temperature?: number },
): ModelFunction {
  const complete: ModelFunction = async (request) => {
    const temperature = request.temperature ?? settings.temperature;
    const { choices, usage } = await client.chat.completions.create(
      {
        model: settings.model,
        messages: [{ role: "system", content: request.system }, ...request.messages],
        max_completion_tokens: request.maxOutputTokens,
        ...(temperature === undefined ? {} : { temperature }),
      },
      { signal: request.signal },
    );
    return {
      text: choices[0]?.message.content ?? "",
      // "length" is also rostrum's word for a reply that was cut off.
      finishReason: choices[0]?.finish_reason,
      // What the provider left out stays unknown.
      usage: {
        inputTokens: usage?.prompt_tokens ?? null,
        cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
        outputTokens: usage?.completion_tokens ?? null,
      },
    };
  };
  // The function's name is the model's id in events, traces and the journal.
  return Object.defineProperty(complete, "name", { value: settings.model });
}
