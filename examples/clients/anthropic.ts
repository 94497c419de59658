import type { ModelFunction } from "rostrum";

/** As much of the Anthropic client as is used: `new Anthropic()` fits, and so does a test double. */
export interface AnthropicLike {
  messages: {
    create(body: AnthropicBody, options: { signal: AbortSignal }): Promise<AnthropicReply>;
  };
}

export interface AnthropicBody {
  model: string;
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  max_tokens: number;
  temperature?: number;
}

export interface AnthropicReply {
  content: { type: string; text?: string }[];
  stop_reason: string | null;
  usage: {
    input_tokens: number;
    output_tokens: number;
    cache_read_input_tokens?: number | null;
    cache_creation_input_tokens?: number | null;
  };
}

const CUT_OFF = new Set(["max_tokens", "model_context_window_exceeded"]);

/** An Anthropic client as a model. Create the client with `maxRetries: 0`: rostrum retries by itself. */
export function anthropicComplete(
  client: AnthropicLike,
  settings: { model: string; temperature?: number },
): ModelFunction {
  const complete: ModelFunction = async (request) => {
    const temperature = request.temperature ?? settings.temperature;
    const { content, stop_reason, usage } = await client.messages.create(
      {
        model: settings.model,
        system: request.system,
        messages: request.messages,
        max_tokens: request.maxOutputTokens ?? 2048,
        ...(temperature === undefined ? {} : { temperature }),
      },
      { signal: request.signal },
    );
    const cached = usage.cache_read_input_tokens ?? 0;
    return {
      text: content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join(""),
      finishReason: CUT_OFF.has(stop_reason ?? "") ? "length" : (stop_reason ?? undefined),
      // Anthropic counts cached input apart; rostrum's inputTokens is all of it.
      usage: {
        inputTokens: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
        cachedInputTokens: cached,
        outputTokens: usage.output_tokens,
      },
    };
  };
  // The function's name is the model's id in events, traces and the journal.
  return Object.defineProperty(complete, "name", { value: settings.model });
}
