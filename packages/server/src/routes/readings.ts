import { packageVersion } from "@rostrum/runtime/package";
import { z } from "zod";
import { EXPORT_FORMATS, findExportFormat } from "@rostrum/core/export";
import type { AccessGate } from "../debates/access-gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { Watch } from "../debates/watch.ts";
import { HttpError } from "../http-error.ts";
import { callList } from "../schemas/answers.ts";
import { debatePath, runId } from "../schemas/debate-request.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

const fileIn: z.ZodType<{ id: string; sha256: string }> = z.object({
  id: runId,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "expected a SHA-256 in hexadecimal"),
});

const formatNames = EXPORT_FORMATS.map(({ name }) => name) as [string, ...string[]];
const formatIn: z.ZodType<{ format: string }> = z.strictObject({
  format: z
    .enum(formatNames)
    .default(EXPORT_FORMATS[0].name)
    .describe(EXPORT_FORMATS.map(({ name, about }) => `${name}: ${about}`).join("; ")),
});

const lastSeen = z.object({
  "Last-Event-ID": z.string().optional().describe("The id of the last event that was seen."),
});

/** Routes to read a debate as a stream, as a list of calls, and as a file. */
export function createReadingRoutes(
  service: DebateService,
  watch: Watch,
  gate: AccessGate,
): ApiRoute[] {
  return [
    defineRoute("get", "/debates/{id}/events", {
      act: "read",
      summary: "Every event of a debate as server-sent events: past events first, then new ones.",
      params: debatePath,
      headers: lastSeen,
      answers: {
        200: {
          description:
            "`id` is the event's number, `event` its type, `data` the event as JSON. Texts in flight come as `debate.delta`, without an id.",
          type: "text/event-stream",
          schema: z.string(),
        },
        204: { description: "The debate is over, and the reader has all events." },
      },
      failures: [503],
      handle({ c, params: { id } }) {
        const lastEventId = c.req.header("last-event-id") ?? "";
        // Anything but a number means that no event was seen.
        return watch(c, id, /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1);
      },
    }),
    defineRoute("get", "/debates/{id}/calls", {
      act: "read",
      summary:
        "The calls of a debate so far, with model, time, duration and cost. `prompt` and `reply` are present for callers who may read them: the debate's user, reviewers and admins.",
      params: debatePath,
      answers: { 200: { description: "In the order in which they began.", schema: callList } },
      async handle({ c, user, params: { id } }) {
        const withTexts = await gate.mayReach(user, "inspect", id);
        return c.json({ calls: await service.calls(id, withTexts) });
      },
    }),
    defineRoute("get", "/debates/{id}/export", {
      act: "read",
      summary: "A debate as one file.",
      params: debatePath,
      query: formatIn,
      answers: { 200: { description: "The file.", type: "text/markdown", schema: z.string() } },
      async handle({ c, params: { id }, query: { format } }) {
        const { name, extension = name, mediaType, write } = findExportFormat(format);
        return c.body(write(await service.record(id), { version: packageVersion() }), 200, {
          "content-type": `${mediaType}; charset=utf-8`,
          "content-disposition": `attachment; filename="debate-${id.replaceAll(/[^\w.-]/g, "_")}.${extension}"`,
          // If a browser opens it here anyway, nothing in it can run.
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        });
      },
    }),
    defineRoute("get", "/debates/{id}/files/{sha256}", {
      act: "read",
      summary: "A file of a debate's context.",
      params: fileIn,
      answers: {
        200: {
          description: "Its bytes.",
          type: "application/octet-stream",
          schema: z.string().meta({ format: "binary" }),
        },
      },
      async handle({ c, params: { id, sha256 } }) {
        const content = await service.file(id, sha256);
        if (!content) throw new HttpError(404, "not_found", `"${id}" has no such file`);
        const { file, bytes } = content;
        return c.body(Uint8Array.from(bytes), 200, {
          "content-type": file.mediaType,
          "content-disposition": `attachment; filename="${sha256.slice(0, 12)}"`,
          // If a browser opens it here anyway, nothing in it can run.
          "content-security-policy": "default-src 'none'; sandbox",
        });
      },
    }),
  ];
}
