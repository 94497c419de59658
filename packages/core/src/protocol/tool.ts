/** A tool that debaters may call, ready to be called. */
export interface ToolPort {
  name: string;
  /** What models are told about it: a description and a JSON Schema of its input, or an AI SDK tool. */
  offered: unknown;
  /** It is known to change nothing. One that may change something is not called again after a crash. */
  readOnly: boolean;
  /** It reads local files and sends nothing, so that it does no harm where the text of peers could steer it. */
  isSafe?: true;
  /** Returns its result: a text, or a value that JSON can represent. Rejects with a sentence that the model can read. */
  call(input: unknown, signal: AbortSignal): Promise<unknown>;
}

/** The tools that a debater may ask for. */
export interface ToolBox {
  /** What its model is told, by name. */
  offered: Record<string, unknown>;
  /** About how many tokens of a prompt that takes. */
  tokens: number;
  /** The most that tools which the provider runs cost in one call, beyond its tokens. */
  feesUsd: number;
  /** The provider runs all of them, so that none is asked for. */
  isRunByProvider?: true;
  /** All of them are safe, so they are offered while members read one another too. */
  isSafe?: true;
  find(name: string): ToolPort | undefined;
}

/** Tools from one place, open for one run. */
export interface OpenTools {
  tools: readonly ToolPort[];
  close(): Promise<void>;
}

/** All tools of a debater, open for one run. */
export interface ToolSession extends OpenTools {
  /** About how many tokens of a prompt they take: their descriptions, and what their provider looks up. */
  tokens: number;
  /** The most that tools which the provider runs cost in one call, beyond its tokens. */
  feesUsd: number;
  /** Providers run all of its tools. */
  isRunByProvider?: true;
}

/** Where tools come from. */
export interface ToolSource {
  /** What it is, for a run's fingerprint. */
  fingerprint: readonly string[];
  /** The most tokens that the descriptions of its tools may take. More are refused when it is opened. */
  mostTokens: number;
  /** The most that tools which the provider runs cost in one call, beyond its tokens. */
  feesUsd: number;
  /** Providers run all of its tools. */
  isRunByProvider?: true;
  /** Some of its tools are safe. Absent: none is. */
  hasSafe?: true;
  /** Sources with equal keys are opened once per run. Absent: it is only itself. */
  key?: string;
  /** Connects and lists the tools that may be used. Rejects with a `ConfigError`, or when the signal fires. */
  open(signal: AbortSignal): Promise<ToolSession>;
}
