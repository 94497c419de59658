/** Yields the data of server-sent events in batches, as they arrive. Ignores comments and unused fields. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      const arrived: string[] = [];
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        if (line !== "" || data.length === 0) continue;
        arrived.push(data.join("\n"));
        data = [];
      }
      if (arrived.length > 0) yield arrived;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
