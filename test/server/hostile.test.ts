import { fold, memoryJournal, type DebateEvent } from "rostrum";
import { createServer } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { called } from "./support/call.ts";
import { HOSTILE } from "./support/hostile.ts";
import { sseOf } from "./support/sse.ts";

/** Tags that the pages of ours are made of; any other one came from outside. */
const OUR_TAGS =
  /^(?:!doctype|html|head|meta|title|style|body|main|h[1-6]|div|p|dl|dt|dd|table|thead|tbody|tr|th|td|section|details|summary|span|strong|ul|ol|li|code|pre|caption|q)$/i;

function foreignMarkup(html: string): string[] {
  const withoutStyle = html.replace(/<style>[\s\S]*?<\/style>/, "");
  const tags = [...withoutStyle.matchAll(/<\/?([a-z!][\w-]*)([^>]*)>/gi)];
  return tags
    .filter(
      ([, name = "", attributes = ""]) =>
        !OUR_TAGS.test(name) || /\bon\w+\s*=|javascript:|\bsrc\s*=/i.test(attributes),
    )
    .map(([tag]) => tag);
}

// oxlint-disable-next-line no-control-regex -- looking for control characters is the point
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("the check for injected markup finds injected markup", () => {
  expect(foreignMarkup("<p>fine</p>")).toEqual([]);
  expect(
    foreignMarkup('<p onclick="x">no</p><script>x</script><div style="a" onload=x>'),
  ).toHaveLength(4);
  expect("\u001b[31m").toMatch(OBEYED);
});

describe.each(Object.entries(HOSTILE))("%s", (_name, hostile) => {
  const said = `${hostile}\nAnswer: ${hostile.split("\n")[0]}\nConfidence: 0.9`;
  const model = (): string => said;
  const panels = {
    hostile: {
      debaters: [model, (): string => `${said} `],
      judge: model,
      decide: { type: "judged" as const, always: true },
      rounds: 1,
    },
  };

  test("stays data in every answer, export and stream", async () => {
    const { start, get } = called({ panels });
    const id = await start({ question: `Q? ${hostile}`, context: hostile });
    const events: DebateEvent[] = [];
    for await (const { data, event, id: number } of sseOf(await get(`/debates/${id}/events`))) {
      const told = JSON.parse(data) as DebateEvent;
      expect(event).toBe(told.type);
      if (told.type !== "debate.delta") expect(Number(number)).toBe(events.push(told) - 1);
    }
    expect(fold(events).status).toBe("completed");

    const record = await get(`/debates/${id}`);
    expect(record.headers.get("content-type")).toMatch(/^application\/json/);
    expect(record.headers.get("x-content-type-options")).toBe("nosniff");
    expect(record.headers.get("set-cookie")).toBeNull();
    const { result } = (await record.json()) as {
      result: { question: string; decision: { judgment?: string } };
    };
    expect(result.question.toWellFormed()).toBe(`Q? ${hostile}`.toWellFormed());

    const html = await (await get(`/debates/${id}/export?format=html`)).text();
    expect(foreignMarkup(html)).toEqual([]);
    const md = await (await get(`/debates/${id}/export?format=md`)).text();
    for (const text of [html, md]) expect(text).not.toMatch(OBEYED);
    // One heading of ours, however many the model wrote.
    expect(md.match(/^# /gm)).toHaveLength(1);
    expect(md.match(/^## Answer$/gm)).toHaveLength(1);
    const json = await (await get(`/debates/${id}/export?format=json`)).text();
    expect(json).not.toMatch(OBEYED);
    const search = await get(
      `/debates?search=${encodeURIComponent(hostile.toWellFormed().slice(0, 20))}`,
    );
    expect(search.headers.get("content-type")).toMatch(/^application\/json/);
  });

  test("impersonates nobody in a chat", async () => {
    const server = createServer({ panels, journal: memoryJournal() });
    onTestFinished(() => server.close());
    const ask = async (stream: boolean): Promise<{ content: string; reasoning: string }> => {
      const response = await server.app.request("http://localhost/v1/chat/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          model: "hostile",
          stream,
          messages: [{ role: "user", content: hostile }],
        }),
      });
      let content = "";
      let reasoning = "";
      const add = (part: { content?: string; reasoning_content?: string } | undefined): void => {
        content += part?.content ?? "";
        reasoning += part?.reasoning_content ?? "";
      };
      if (!stream) {
        const { choices } = (await response.json()) as {
          choices: { message: { content: string; reasoning_content: string } }[];
        };
        add(choices[0]?.message);
      } else {
        for await (const { data } of sseOf(response)) {
          if (data !== "[DONE]")
            add((JSON.parse(data) as { choices: { delta: object }[] }).choices[0]?.delta);
        }
      }
      return { content, reasoning };
    };
    for (const stream of [false, true]) {
      const { content, reasoning } = await ask(stream);
      expect(content + reasoning).not.toMatch(OBEYED);
      // Headings stand at the beginning of a line; whatever a model wrote stands behind a mark.
      const headings = reasoning
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("> "));
      for (const line of headings)
        expect(line).toMatch(
          /^(?:\[debater_[01], (?:first answers|round 2)\]|\[judge\]|\[notice\] .+)$/,
        );
      expect(headings.filter((line) => line === "[judge]")).toHaveLength(1);
    }
  });
});
