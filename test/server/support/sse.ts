export interface SseEvent {
  id: string | null;
  event: string;
  data: string;
}

/** Server-sent events out of a response, as they come. */
export async function* sseOf(response: Response): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const found = eventIn(part);
      if (found) yield found;
    }
  }
}

function eventIn(block: string): SseEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get("data");
  if (data === undefined) return null;
  return { id: fields.get("id") ?? null, event: fields.get("event") ?? "message", data };
}

/** The numbers of the stored events in a response. */
export async function numbersIn(response: Response): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { id } of sseOf(response)) if (id !== null) numbers.push(Number(id));
  return numbers;
}
