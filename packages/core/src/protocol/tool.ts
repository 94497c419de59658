/** A tool that debaters may call, ready to be called. */
export interface ToolPort {
  name: string;
  /** Definition for models: a description and a JSON Schema of its input, or an AI SDK tool. */
  offered: unknown;
  /** True if the tool is known to have no side effects. Other tools are not called again after a crash. */
  readOnly: boolean;
  /** The tool only reads local files and sends nothing, so it is harmless even if a peer's text steers it. */
  isSafe?: true;
  /** Returns a text, or a value that JSON can represent. Rejects with a sentence that the model can read. */
  call(input: unknown, signal: AbortSignal): Promise<unknown>;
}

/** Tools that a debater may request. */
export interface ToolBox {
  /** Definitions for its model, by name. */
  offered: Record<string, unknown>;
  /** Estimated prompt tokens of the definitions. */
  tokens: number;
  /** Maximum cost of provider-run tools in one call, in addition to its tokens. */
  feesUsd: number;
  /** The provider runs all of these tools, so none is requested. */
  isRunByProvider?: true;
  /** All tools are safe, so they are offered even when members read one another. */
  isSafe?: true;
  find(name: string): ToolPort | undefined;
}

/** Tools from one source, open for one run. */
export interface OpenTools {
  tools: readonly ToolPort[];
  close(): Promise<void>;
}

/** All tools of a debater, open for one run. */
export interface ToolSession extends OpenTools {
  /** Estimated prompt tokens: their descriptions, and the results of provider-run searches. */
  tokens: number;
  /** Maximum cost of provider-run tools in one call, in addition to its tokens. */
  feesUsd: number;
  /** The provider runs all of these tools. */
  isRunByProvider?: true;
}

/** Source of tools. */
export interface ToolSource {
  /** Asks for the search of the model's own provider. */
  wantsSearch?: true;
  /** Identity of the source in a run's fingerprint. */
  fingerprint: readonly string[];
  /** Maximum tokens of the tool descriptions. `open` rejects if there are more. */
  maxTokens: number;
  /** Maximum cost of provider-run tools in one call, in addition to its tokens. */
  feesUsd: number;
  /** The provider runs all of these tools. */
  isRunByProvider?: true;
  /** At least one tool is safe. Absent: none. */
  hasSafe?: true;
  /** Sources with equal keys are opened once per run. Absent: the source is not shared. */
  key?: string;
  /**
   * Connects and lists the tools that may be used. Rejects with a `ConfigError`, or when the signal fires.
   */
  open(signal: AbortSignal): Promise<ToolSession>;
}
