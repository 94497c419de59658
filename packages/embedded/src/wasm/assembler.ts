/** Bytes of WebAssembly, nested like the program and flattened at the end. A string refers to a function by name. */
export type Code = number | string | readonly Code[];

/** Flattens code; `indexOf` returns the index of a function in its module. */
const flattenCode = (code: Code, indexOf: (name: string) => number): number[] => {
  const bytes: number[] = [];
  const flatten = (part: Code): void => {
    if (typeof part === "number") bytes.push(part);
    else if (typeof part === "string") bytes.push(...unsigned(indexOf(part)));
    else part.forEach(flatten);
  };
  flatten(code);
  return bytes;
};

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

const KINDS = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type Kind = keyof typeof KINDS;

export interface FunctionSource {
  name: string;
  parameters: readonly Kind[];
  /** Variables beyond the parameters. */
  locals: readonly Kind[];
  result: Kind | null;
  body: Code;
}

type Variables = Record<string, Kind>;

/** Defines a function with named variables: `body` receives the index of each. */
export function define<const P extends Variables, const L extends Variables>(
  name: string,
  parameters: P,
  locals: L,
  body: (variable: Record<keyof P | keyof L, number>) => Code,
  result: Kind | null = null,
): FunctionSource {
  const names = [...Object.keys(parameters), ...Object.keys(locals)];
  const numbers = Object.fromEntries(names.map((each, index) => [each, index]));
  return {
    name,
    parameters: Object.values(parameters),
    locals: Object.values(locals),
    result,
    body: body(numbers as Record<keyof P | keyof L, number>),
  };
}

const list = (items: readonly Code[]): Code => [unsigned(items.length), items];
const text = (characters: string): Code => list([...new TextEncoder().encode(characters)]);
const kind = (one: Kind): Code => KINDS[one];

/** Assembles a module that exports these functions and imports its memory as `env.memory`. */
export function assemble(functions: readonly FunctionSource[]): Uint8Array<ArrayBuffer> {
  const indexOf = (name: string): number => functions.findIndex((each) => each.name === name);
  const sized = (content: Code): Code => {
    const bytes = flattenCode(content, indexOf);
    return [unsigned(bytes.length), bytes];
  };
  const section = (id: number, content: readonly Code[]): Code => [id, sized(list(content))];
  const signature = ({ parameters, result }: FunctionSource): Code => [
    0x60,
    list(parameters.map(kind)),
    list(result === null ? [] : [kind(result)]),
  ];
  const code = ({ locals, body }: FunctionSource): Code =>
    sized([list(locals.map((local) => [1, kind(local)])), body, 0x0b]);
  const memory: Code = [text("env"), text("memory"), 0x02, 0x00, unsigned(1)];
  return new Uint8Array(
    flattenCode(
      [
        [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
        section(1, functions.map(signature)),
        section(2, [memory]),
        section(
          3,
          functions.map((_, index) => unsigned(index)),
        ),
        section(
          7,
          functions.map(({ name }) => [text(name), 0x00, name]),
        ),
        section(10, functions.map(code)),
      ],
      indexOf,
    ),
  );
}
