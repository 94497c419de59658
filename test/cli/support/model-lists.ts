/* oxlint-disable max-lines -- data, one list per provider and month */
/*
 * Model lists as providers sent them in several months, written by hand and shortened. They keep what makes a choice
 * hard: dated copies, aliases, models for speech, images and search, and the expensive and tiny ones of each generation.
 */

/** `date id` on each line. */
function lines(text: string): { id: string; date: string }[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [date = "", id = ""] = line.trim().split(/\s+/);
      return { id, date };
    });
}

const seconds = (date: string): number => Date.parse(date) / 1000;

/** As OpenAI, xAI, Groq and Cerebras send it. */
function dated(text: string, more: (id: string) => object = () => ({})): object {
  const data = lines(text).map(({ id, date }) => ({
    id,
    object: "model",
    created: seconds(date),
    owned_by: "system",
    ...more(id),
  }));
  return { object: "list", data };
}

function anthropic(text: string): object {
  const data = lines(text).map(({ id, date }) => ({
    type: "model",
    id,
    display_name: id,
    created_at: `${date}T00:00:00Z`,
  }));
  return { data, has_more: false };
}

/** `methods input output id` on each line; methods are g: generateContent, e: embedContent, p: predict, b: bidi. */
function google(text: string): object {
  const names: Record<string, string> = {
    g: "generateContent",
    e: "embedContent",
    p: "predict",
    b: "bidiGenerateContent",
  };
  const models = text
    .trim()
    .split("\n")
    .map((line) => {
      const [method = "", input, output, id] = line.trim().split(/\s+/);
      return {
        name: `models/${id}`,
        version: "001",
        inputTokenLimit: Number(input),
        outputTokenLimit: Number(output),
        supportedGenerationMethods: [names[method], "countTokens"],
      };
    });
  return { models };
}

/** All have the moment of the request as their date. */
function mistral(text: string): object {
  const data = text
    .trim()
    .split("\n")
    .map((line) => {
      const [purpose, id] = line.trim().split(/\s+/);
      return {
        id,
        object: "model",
        created: 1_780_000_000,
        owned_by: "mistralai",
        type: "base",
        capabilities: { completion_chat: purpose !== "other", completion_fim: purpose === "fim" },
        max_context_length: 131_072,
      };
    });
  return { object: "list", data };
}

/** `date dollars-per-million-out id` on each line. */
function openrouter(text: string): object {
  const data = text
    .trim()
    .split("\n")
    .map((line) => {
      const [date = "", price, id = ""] = line.trim().split(/\s+/);
      const outputs = /image/.test(id) ? ["text", "image"] : ["text"];
      return {
        id,
        created: seconds(date),
        context_length: 200_000,
        architecture: { modality: "text->text", output_modalities: outputs },
        pricing: { prompt: "0.000001", completion: String(Number(price) / 1e6) },
      };
    });
  return { data };
}

export interface MonthlyList {
  provider: string;
  month: string;
  body: object;
  /** The models that a panel of three should have, in order. */
  expected: readonly string[];
}

export const MODEL_LISTS: readonly MonthlyList[] = [
  {
    provider: "openai",
    month: "2025-06",
    body: dated(`
      2023-03-01 whisper-1
      2023-06-27 gpt-4
      2023-11-02 tts-1-hd
      2024-01-22 text-embedding-3-large
      2024-05-10 gpt-4o
      2024-08-04 chatgpt-4o-latest
      2024-12-20 o3-mini
      2025-02-27 gpt-4.5-preview
      2025-03-19 o1-pro
      2025-03-11 gpt-4o-search-preview
      2025-03-11 computer-use-preview
      2025-04-09 o3
      2025-04-08 o3-2025-04-16
      2025-04-09 o4-mini
      2025-04-10 gpt-4.1
      2025-04-10 gpt-4.1-2025-04-14
      2025-04-10 gpt-4.1-mini
      2025-04-10 gpt-4.1-nano
      2025-04-24 gpt-image-1
      2025-06-03 gpt-4o-realtime-preview-2025-06-03
      2025-06-04 gpt-4o-audio-preview-2025-06-03
      2025-06-05 o3-pro
    `),
    expected: ["gpt-4.1", "o3", "o4-mini"],
  },
  {
    provider: "openai",
    month: "2025-12, on a key with few models",
    body: dated(`
      2024-01-22 text-embedding-3-large
      2025-11-10 gpt-5.1
      2025-11-10 gpt-5.1-chat-latest
      2025-12-06 gpt-5.2-pro
      2025-12-09 gpt-5.2
    `),
    // The third model costs twelve times as much: a copy is better than that.
    expected: ["gpt-5.2", "gpt-5.1"],
  },
  {
    provider: "openai",
    month: "2026-05, on a key with many small models",
    body: dated(`
      2024-07-16 gpt-4o-mini
      2025-04-10 gpt-4.1
      2025-08-05 gpt-5
      2025-08-05 gpt-5-mini
      2025-08-05 gpt-5-nano
      2026-02-25 gpt-5.4
      2026-02-25 gpt-5.4-mini
      2026-04-22 gpt-5.5
    `),
    // The small ones halve the usual price. The newest model is no special one for that.
    expected: ["gpt-5.5", "gpt-5.4-mini", "gpt-5.4"],
  },
  {
    provider: "openai",
    month: "2025-10",
    body: dated(`
      2025-04-09 o3
      2025-04-10 gpt-4.1
      2025-08-05 gpt-5
      2025-08-01 gpt-5-2025-08-07
      2025-08-01 gpt-5-chat-latest
      2025-08-05 gpt-5-mini
      2025-08-05 gpt-5-nano
      2025-08-25 gpt-realtime
      2025-08-27 gpt-audio
      2025-09-17 gpt-5-pro
      2025-10-02 gpt-5-search-api
      2025-09-30 sora-2
      2025-10-03 gpt-image-1-mini
    `),
    expected: ["gpt-5", "gpt-5-mini", "gpt-4.1"],
  },
  {
    provider: "openai",
    month: "2026-02",
    body: dated(`
      2025-08-05 gpt-5
      2025-08-05 gpt-5-mini
      2025-11-10 gpt-5.1
      2025-11-10 gpt-5.1-chat-latest
      2025-11-12 gpt-5.1-codex-mini
      2025-12-09 gpt-5.2
      2025-12-09 gpt-5.2-chat-latest
      2025-12-06 gpt-5.2-pro
      2025-12-04 gpt-audio-mini-2025-12-15
      2026-01-10 gpt-image-1.5
    `),
    expected: ["gpt-5.2", "gpt-5.1", "gpt-5.1-codex-mini"],
  },
  {
    provider: "openai",
    month: "2026-08",
    body: dated(`
      2026-03-05 gpt-5.4
      2026-03-05 gpt-5.4-pro
      2026-03-17 gpt-5.4-mini
      2026-03-17 gpt-5.4-nano
      2026-04-23 gpt-5.5
      2026-04-23 gpt-5.5-pro
      2026-05-20 gpt-image-2
      2026-06-30 gpt-5.6-sol
      2026-06-30 gpt-5.6-terra
      2026-06-30 gpt-5.6-luna
      2026-07-10 gpt-realtime-2
    `),
    expected: ["gpt-5.6-terra", "gpt-5.6-sol", "gpt-5.5"],
  },
  {
    provider: "openai",
    month: "2027-05, with nothing but models newer than the price list",
    body: dated(`
      2026-11-01 gpt-6.1-sol
      2027-05-20 gpt-7-mini
      2027-05-20 gpt-7-nano
      2027-05-20 gpt-7
    `),
    expected: ["gpt-7", "gpt-7-nano", "gpt-7-mini"],
  },
  {
    provider: "openai",
    month: "2026-11",
    body: dated(`
      2026-06-30 gpt-5.6-sol
      2026-06-30 gpt-5.6-terra
      2026-06-30 gpt-5.6-luna
      2026-09-01 gpt-6-astra
      2026-09-01 gpt-6-sol
      2026-09-01 gpt-6-luna
      2026-09-20 gpt-transcribe
      2026-11-01 gpt-6.1-sol
    `),
    expected: ["gpt-6-sol", "gpt-5.6-terra", "gpt-5.6-sol"],
  },
  {
    provider: "anthropic",
    month: "2025-08",
    body: anthropic(`
      2025-08-05 claude-opus-4-1-20250805
      2025-05-22 claude-opus-4-20250514
      2025-05-22 claude-sonnet-4-20250514
      2025-02-24 claude-3-7-sonnet-20250219
      2024-10-22 claude-3-5-sonnet-20241022
      2024-10-22 claude-3-5-haiku-20241022
    `),
    expected: [
      "claude-sonnet-4-20250514",
      "claude-3-7-sonnet-20250219",
      "claude-3-5-sonnet-20241022",
    ],
  },
  {
    provider: "anthropic",
    month: "2026-01",
    body: anthropic(`
      2025-11-24 claude-opus-4-5-20251101
      2025-10-15 claude-haiku-4-5-20251001
      2025-09-29 claude-sonnet-4-5-20250929
      2025-08-05 claude-opus-4-1-20250805
      2025-05-22 claude-sonnet-4-20250514
    `),
    expected: [
      "claude-opus-4-5-20251101",
      "claude-sonnet-4-5-20250929",
      "claude-haiku-4-5-20251001",
    ],
  },
  {
    provider: "anthropic",
    month: "2026-11",
    body: anthropic(`
      2026-10-20 claude-opus-5-5
      2026-10-06 claude-fable-5-1
      2026-07-01 claude-opus-5
      2026-07-01 claude-fable-5
      2026-05-12 claude-sonnet-5
      2026-04-16 claude-opus-4-8
      2025-10-15 claude-haiku-4-5-20251001
    `),
    expected: ["claude-opus-5-5", "claude-fable-5-1", "claude-opus-5"],
  },
  {
    provider: "google",
    month: "2025-07",
    body: google(`
      e 2048 1 text-embedding-004
      g 1048576 8192 gemini-2.0-flash
      g 1048576 8192 gemini-2.0-flash-001
      g 1048576 65536 gemini-2.5-flash
      g 1048576 65536 gemini-2.5-pro
      g 1048576 65536 gemini-2.5-flash-lite-preview-06-17
      g 8192 16384 gemini-2.5-flash-preview-tts
      g 32768 8192 gemini-2.0-flash-preview-image-generation
      g 131072 8192 gemma-3-27b-it
      b 128000 8192 gemini-2.5-flash-preview-native-audio-dialog
      p 480 8192 imagen-4.0-generate-preview-06-06
      p 480 8192 veo-2.0-generate-001
    `),
    expected: ["gemini-2.5-flash", "gemini-2.5-pro", "gemini-2.5-flash-lite-preview-06-17"],
  },
  {
    provider: "google",
    month: "2026-11",
    body: google(`
      e 8192 1 gemini-embedding-2
      g 1048576 65536 gemini-flash-latest
      g 1048576 65536 gemini-3-pro-preview
      g 1048576 65536 gemini-3.1-pro-preview
      g 65536 32768 gemini-3-pro-image-preview
      g 1048576 65536 gemini-3.1-flash-lite
      g 1048576 65536 gemini-3.5-flash
      g 1048576 65536 gemini-3.5-flash-lite
      g 1048576 65536 gemini-3.6-flash
      g 1048576 65536 gemini-3.7-flash
      g 1048576 65536 gemini-3.8-flash
      g 262144 32768 gemma-4-31b-it
      b 131072 8192 gemini-3.1-flash-live-preview
    `),
    expected: ["gemini-3.8-flash", "gemini-3.7-flash", "gemini-3.6-flash"],
  },
  {
    provider: "deepseek",
    month: "2026-03",
    body: { object: "list", data: [{ id: "deepseek-chat" }, { id: "deepseek-reasoner" }] },
    expected: ["deepseek-reasoner", "deepseek-chat"],
  },
  {
    provider: "deepseek",
    month: "2026-09",
    body: { object: "list", data: [{ id: "deepseek-v4-flash" }, { id: "deepseek-v4-pro" }] },
    expected: ["deepseek-v4-pro", "deepseek-v4-flash"],
  },
  {
    provider: "mistral",
    month: "2026-06",
    body: mistral(`
      chat mistral-large-latest
      chat mistral-large-2512
      chat mistral-medium-3-5
      chat mistral-small-2603
      chat ministral-3b-2512
      chat devstral-2512
      fim codestral-2508
      other mistral-embed
      other mistral-moderation-2411
      other mistral-ocr-2512
      other voxtral-mini-2602
    `),
    expected: ["mistral-large-2512", "devstral-2512", "mistral-small-2603"],
  },
  {
    provider: "xai",
    month: "2026-10",
    body: dated(`
      2025-07-09 grok-4-0709
      2025-08-25 grok-code-fast-1
      2025-11-17 grok-4-1-fast-reasoning
      2026-01-28 grok-imagine-video
      2026-02-20 grok-4.20
      2026-04-17 grok-4.3
      2026-06-02 grok-4.5
      2026-09-08 grok-4.6
      2026-09-08 grok-4.6-fast
      2026-09-20 grok-voice-latest
    `),
    expected: ["grok-4.6", "grok-4.5", "grok-4.3"],
  },
  {
    provider: "groq",
    month: "2025-09",
    body: dated(
      `
      2023-09-03 whisper-large-v3
      2024-12-06 llama-3.3-70b-versatile
      2023-09-03 llama-3.1-8b-instant
      2025-05-30 meta-llama/llama-prompt-guard-2-86m
      2025-04-05 meta-llama/llama-4-scout-17b-16e-instruct
      2025-04-05 meta-llama/llama-4-maverick-17b-128e-instruct
      2025-05-28 qwen/qwen3-32b
      2025-08-05 openai/gpt-oss-120b
      2025-08-05 openai/gpt-oss-20b
      2025-09-04 moonshotai/kimi-k2-instruct-0905
      2025-02-20 playai-tts
    `,
      (id) => ({ active: true, context_window: /guard/.test(id) ? 512 : 131_072 }),
    ),
    expected: [
      "openai/gpt-oss-120b",
      "meta-llama/llama-4-maverick-17b-128e-instruct",
      "qwen/qwen3-32b",
    ],
  },
  {
    provider: "openrouter",
    month: "2026-11",
    body: openrouter(`
      2026-11-01 12 openai/gpt-6.1-sol
      2026-09-01 50 openai/gpt-6-astra
      2026-09-01 10 openai/gpt-6-sol
      2026-09-01 0.5 openai/gpt-6-luna
      2026-06-30 20 openai/gpt-5.6-sol
      2026-10-20 20 anthropic/claude-opus-5.5
      2026-10-06 50 anthropic/claude-fable-5.1
      2026-07-01 25 anthropic/claude-opus-5
      2026-05-12 10 anthropic/claude-sonnet-5
      2026-10-15 3.75 google/gemini-3.8-flash
      2026-08-15 3.75 google/gemini-3.7-flash
      2026-08-20 12 google/gemini-3.9-image
      2026-11-05 0 tinylab/wonder-3b:free
      2026-11-03 2 tinylab/wonder-9b
      2026-10-01 -1000000 openrouter/auto
    `),
    expected: ["openai/gpt-6.1-sol", "anthropic/claude-opus-5.5", "google/gemini-3.8-flash"],
  },
  {
    provider: "together",
    month: "2026-05",
    // A bare list, with types.
    body: [
      ["chat", "moonshotai/Kimi-K3-Instruct", "2026-03-20", 3],
      ["chat", "openai/gpt-oss-2-120b", "2026-04-02", 0.6],
      ["chat", "Qwen/Qwen4-235B-Instruct", "2026-04-11", 0.9],
      ["embedding", "BAAI/bge-large-en-v2", "2026-04-30", 0],
      ["image", "black-forest-labs/FLUX.3", "2026-05-01", 0],
    ].map(([type, id, date, output]) => ({
      type,
      id,
      created: seconds(String(date)),
      context_length: 131_072,
      pricing: { input: 0.1, output },
    })),
    expected: ["Qwen/Qwen4-235B-Instruct", "openai/gpt-oss-2-120b", "moonshotai/Kimi-K3-Instruct"],
  },
];
