/** A request that may repeat an earlier one. */
export interface RepeatRequest {
  /** Hash of the request's content and its sender. */
  key: string;
  /** Debate to start if the request is new. */
  debate: string;
  keepMs: number;
  /** The client states that it repeats a request. */
  declared: boolean;
}

/** Debates that a client may find again by sending the same request. */
export interface RepeatStore {
  /**
   * Returns the debate for a request: the debate of an earlier request with the same key, if its answer was
   * not delivered and no client waits for it, or else the given one, which is remembered for at most
   * `keepMs`. With `declared`, the latest debate with the key is returned even if a client still seems to
   * wait for it.
   */
  claimRepeat(request: RepeatRequest): Promise<string>;
  /** No client waits for this debate any more: the next request with its key gets it. */
  freeRepeat(debate: string): Promise<void>;
  isRepeatFree(debate: string): Promise<boolean>;
  /** The answer was delivered: the next request with its key starts a new debate. */
  forgetRepeat(debate: string): Promise<void>;
}
