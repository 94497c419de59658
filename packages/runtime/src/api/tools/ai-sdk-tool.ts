import type { ToolPort } from "@rostrum/core/protocol";

interface AiSdkTool {
  execute?(input: unknown, options: object): unknown;
  inputSchema?: { "~standard"?: { validate(value: unknown): unknown } };
}

/** A program's own tool. The program chose it, so nothing is known about its effects, and it is never called twice. */
export function toToolPort(name: string, tool: object): ToolPort {
  const { execute, inputSchema } = tool as AiSdkTool;
  return {
    name,
    offered: tool,
    readOnly: false,
    async call(input, signal) {
      if (typeof execute !== "function") throw new Error("it can't be called here");
      const checked = await validate(inputSchema, input);
      const options = { toolCallId: name, messages: [], abortSignal: signal };
      return takeLast(execute.call(tool, checked, options));
    },
  };
}

/** A tool may report its progress: the last value is its result. */
async function takeLast(result: unknown): Promise<unknown> {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) {
    return result;
  }
  let last: unknown;
  for await (const value of result as AsyncIterable<unknown>) last = value;
  return last;
}

async function validate(schema: AiSdkTool["inputSchema"], input: unknown): Promise<unknown> {
  const checked = await schema?.["~standard"]?.validate(input);
  const { issues, value } = (checked ?? {}) as { issues?: { message: string }[]; value?: unknown };
  if (issues)
    throw new Error(`its input is wrong: ${issues.map(({ message }) => message).join("; ")}`);
  return checked === undefined ? input : value;
}
