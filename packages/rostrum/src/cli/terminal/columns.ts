/** Width of the terminal behind a stream; `undefined` when there is none. Some terminals say 0. */
export function terminalColumns(stream: { isTTY?: boolean; columns?: number }): number | undefined {
  return stream.isTTY ? stream.columns || 80 : undefined;
}
