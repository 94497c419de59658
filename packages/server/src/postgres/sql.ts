import type { SqlValue } from "@rostrum/runtime/sql-journal";

/** Anything that statements can be sent to: the pool, or one transaction. */
export interface Sender {
  unsafe(
    statement: string,
    values?: readonly SqlValue[],
    options?: { prepare: boolean },
  ): PromiseLike<object[]>;
}

/** The part of the driver that is used. */
export interface Sql extends Sender {
  begin<T>(work: (tx: Sender) => Promise<T>): Promise<T>;
  end(options: { timeout: number }): Promise<void>;
}
