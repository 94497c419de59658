/** Bytes of WebAssembly, nested as the program is; flattened once at the end. */
export type Code = number | readonly Code[];

export const bytesOf = (code: Code): number[] =>
  typeof code === "number" ? [code] : code.flatMap(bytesOf);

/** Unsigned LEB128, the variable-length integer of the format. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  do {
    const low = value & 0x7f;
    value >>>= 7;
    bytes.push(value === 0 ? low : low | 0x80);
  } while (value !== 0);
  return bytes;
}

/** Signed LEB128: constants are written this way. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    const done = (value === 0 && !(low & 0x40)) || (value === -1 && Boolean(low & 0x40));
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

const sized = (content: Code): Code => {
  const bytes = bytesOf(content);
  return [unsigned(bytes.length), bytes];
};

const section = (id: number, content: Code): Code => [id, sized(content)];
const list = (items: readonly Code[]): Code => [unsigned(items.length), items];
const name = (text: string): Code => list([...new TextEncoder().encode(text)]);

const I32 = 0x7f;
const V128 = 0x7b;

export interface FunctionSource {
  name: string;
  /** All parameters are i32: addresses and counts. */
  parameters: number;
  /** Local variables beyond the parameters, i32 first. */
  integers: number;
  vectors: number;
  body: Code;
}

/** A module with one function, working on a memory it imports as `env.memory`. */
export function assemble(source: FunctionSource): Uint8Array<ArrayBuffer> {
  const { parameters, integers, vectors, body } = source;
  const signature: Code = [0x60, list(Array.from({ length: parameters }, () => I32)), list([])];
  const memory: Code = [name("env"), name("memory"), 0x02, 0x00, unsigned(1)];
  const locals = list([
    [unsigned(integers), I32],
    [unsigned(vectors), V128],
  ]);
  return new Uint8Array(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, list([signature])),
      section(2, list([memory])),
      section(3, list([unsigned(0)])),
      section(7, list([[name(source.name), 0x00, unsigned(0)]])),
      section(10, list([sized([locals, body, 0x0b])])),
    ]),
  );
}
