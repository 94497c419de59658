import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, isLima, isSix, type Task, type ClientTasks } from "./tasks.ts";

const PYTHON = String.raw`
import json, sys
from openai import OpenAI, NotFoundError
url, task = sys.argv[1], sys.argv[2]
client = OpenAI(base_url=url + "/v1", api_key="none", max_retries=0)
messages = [{"role": "user", "content": "What is 2 times 3?"}]
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}
tools = [{"type": "function", "function": {"name": "multiply", "parameters": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}}}]
if task == "plain":
    print(client.chat.completions.create(model="bench", messages=messages).choices[0].message.content)
if task == "streaming":
    print("".join(c.choices[0].delta.content or "" for c in client.chat.completions.create(model="bench", messages=messages, stream=True) if c.choices))
if task == "tools":
    said = client.chat.completions.create(model="bench", messages=messages, tools=tools).choices[0].message
    result = {"role": "tool", "tool_call_id": said.tool_calls[0].id, "content": "6"}
    print(client.chat.completions.create(model="bench", messages=messages + [said, result], tools=tools).choices[0].message.content)
if task == "JSON":
    response_format = {"type": "json_schema", "json_schema": {"name": "city", "schema": schema}}
    print(client.chat.completions.create(model="panel", messages=[{"role": "user", "content": "Which city?"}], response_format=response_format).choices[0].message.content)
if task == "follow-up":
    first = client.responses.create(model="bench", input="What is 2 times 3?")
    print(client.responses.create(model="bench", input="Sure?", previous_response_id=first.id).output_text)
if task == "errors":
    try:
        client.chat.completions.create(model="nobody", messages=messages)
    except NotFoundError as error:
        print("refused", error.status_code)
`;

/** A Python environment with the package, in its own folder; `null` if it can't be installed. */
export async function python(folder: string): Promise<string | null> {
  const place = join(folder, "python");
  try {
    execFileSync("python3", ["-m", "venv", "--system-site-packages", place], { stdio: "ignore" });
    const pip = ["-m", "pip", "install", "--quiet", "--retries", "0", "openai"];
    await promisify(execFile)(join(place, "bin/python"), pip, { timeout: 60_000 });
    return join(place, "bin/python");
  } catch {
    return null;
  }
}

export function openAiPython(url: string, program: string): ClientTasks {
  const run = async (task: Task): Promise<string> =>
    (await promisify(execFile)(program, ["-c", PYTHON, url, task], { timeout: 60_000 })).stdout;
  return {
    plain: async () => isSix(await run("plain")),
    streaming: async () => isSix(await run("streaming")),
    tools: async () => isSix(await run("tools")),
    JSON: async () => isLima(await run("JSON")),
    "follow-up": async () => isSix(await run("follow-up")),
    errors: async () => expect((await run("errors")).includes("refused 404"), "not refused"),
  };
}
