/** Reads the data of server-sent events as they arrive. Comments and unused fields are ignored. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        if (line !== "" || data.length === 0) continue;
        yield data.join("\n");
        data = [];
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
