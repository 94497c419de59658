import OpenAI from "openai";
import type { ModelFunction, ModelRequest } from "rostrum";
import { expect, test } from "vitest";
import { pdf, PNG } from "../support/files.ts";
import { listening } from "./support/socket.ts";

const image = `data:image/png;base64,${Buffer.from(PNG).toString("base64")}`;

/** A panel that remembers what it was shown. */
function seeing(): { panel: object; shown: ModelRequest[] } {
  const shown: ModelRequest[] = [];
  const model: ModelFunction = (request) => {
    shown.push(request);
    return "Answer: a red dot";
  };
  const debater = { model, takes: ["image", "pdf"] };
  return { panel: { debaters: [debater, debater], rounds: 0, compare: "rules" }, shown };
}

async function asking(panel: object): Promise<OpenAI> {
  const { url } = await listening({ panels: { panel: panel as never } });
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
}

const filesIn = ({ messages }: ModelRequest): string[] =>
  messages.flatMap(({ files = [] }) => files.map(({ document }) => document));

test("images of a chat reach the debaters as files of the context, whichever turn they came with", async () => {
  const { panel, shown } = seeing();
  const openai = await asking(panel);
  const completion = await openai.chat.completions.create({
    model: "panel",
    messages: [
      { role: "user", content: [{ type: "image_url", image_url: { url: image } }] },
      { role: "assistant", content: "I see it." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is in both?" },
          { type: "image_url", image_url: { url: image } },
          {
            type: "file",
            file: {
              filename: "contract.pdf",
              file_data: `data:application/pdf;base64,${Buffer.from(pdf(1)).toString("base64")}`,
            },
          },
        ],
      },
    ],
  });
  expect(completion.choices[0]?.message.content).toContain("a red dot");
  expect(filesIn(shown[0] as ModelRequest)).toEqual([
    "attached file",
    "attached file (2)",
    "contract.pdf",
  ]);
  expect(shown[0]?.question).toBe("What is in both?");
});

test("images of the Responses API do, too", async () => {
  const { panel, shown } = seeing();
  const openai = await asking(panel);
  const content = [
    { type: "input_text" as const, text: "What is it?" },
    { type: "input_image" as const, image_url: image, detail: "auto" as const },
  ];
  await openai.responses.create({ model: "panel", input: [{ role: "user", content }] });
  expect(filesIn(shown[0] as ModelRequest)).toEqual(["attached file"]);
});

test("an image of three megabytes fits, and as much text doesn't", async () => {
  const { panel } = seeing();
  const openai = await asking(panel);
  const ask = (url: string, text: string): Promise<unknown> =>
    openai.chat.completions.create({
      model: "panel",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text },
            { type: "image_url", image_url: { url } },
          ],
        },
      ],
    });
  const large = Buffer.concat([PNG, Buffer.alloc(3_000_000)]).toString("base64");
  await expect(ask(`data:image/png;base64,${large}`, "What?")).resolves.toBeDefined();
  await expect(ask(image, "data:".padEnd(3_000_000, "x"))).rejects.toThrow("413");
});

test.each([
  ["an address", "https://example.com/cat.png", "fetches nothing from addresses"],
  ["this machine's own file", "file:///etc/passwd", "fetches nothing from addresses"],
  ["another type", "data:text/html;base64,PGI+", "expected one of application/pdf"],
  ["a type that the bytes are not", `data:image/jpeg;base64,${image.split(",")[1]}`, "image/png"],
  ["nothing", "data:image/png;base64,", "expected"],
])("%s instead of an image is refused, with the place", async (_, url, why) => {
  const { panel, shown } = seeing();
  const openai = await asking(panel);
  const content = [
    { type: "text" as const, text: "What?" },
    { type: "image_url" as const, image_url: { url } },
  ];
  const asked = openai.chat.completions.create({
    model: "panel",
    messages: [{ role: "user", content }],
  });
  await expect(asked).rejects.toThrow(why);
  await expect(asked).rejects.toMatchObject({ status: 400 });
  expect(shown).toEqual([]);
});
