import { z } from "zod";
import type { StoredShare } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import { getRequester, type Audit } from "../access/audit.ts";
import { formatPageLink } from "../page-link.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import { debatePath, runId } from "../schemas/debate-request.ts";
import type { Shares } from "./shares.ts";

const shareRequest: z.ZodType<{ days: number }> = z
  .strictObject({
    days: z.number().positive().max(90).default(7).describe("Days until the link expires."),
  })
  .meta({ id: "ShareRequest" });

const share = z.object({
  id: z.string(),
  debate: z.string(),
  by: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  active: z.boolean(),
});

const created = z
  .object({
    ...share.shape,
    token: z.string().describe("Shown once: the server stores only its hash."),
    url: z
      .string()
      .nullable()
      .describe(
        "The link for people. null: the server doesn't know its address; a page appends `#/shared/` and the token to its own.",
      ),
  })
  .meta({ id: "CreatedShare" });

const list = z.object({ shares: z.array(share.meta({ id: "Share" })) }).meta({ id: "Shares" });

const shared = z
  .object({
    id: z.string(),
    status: z.enum(["running", "waiting", "completed", "failed"]),
    expiresAt: z.string(),
    events: z
      .array(z.looseObject({ type: z.string() }))
      .describe("The events that the page shows."),
  })
  .meta({ id: "SharedDebate" });

const shareIn: z.ZodType<{ id: string; share: string }> = z.object({
  id: runId,
  share: z.string().regex(/^[0-9a-f]{16}$/, "expected the id of a link"),
});

/** Routes to create, list and revoke links to a debate. `publicUrl`: the server's address for people. */
export function createShareRoutes(shares: Shares, publicUrl: string | undefined): ApiRoute[] {
  return [
    defineRoute("post", "/debates/{id}/shares", {
      act: "share",
      summary:
        "Create a link that lets people without an account read this debate, and nothing else, until it expires or is revoked.",
      params: debatePath,
      body: shareRequest,
      answers: { 201: { description: "The link.", schema: created } },
      failures: [409],
      async handle({ c, user, params: { id }, body: { days } }) {
        const newShare = await shares.create(id, user.name, days);
        c.set("auditNote", newShare.share.id);
        const url = formatPageLink(publicUrl, `/shared/${newShare.token}`);
        return c.json({ ...formatShare(newShare.share, shares), token: newShare.token, url }, 201);
      },
    }),
    defineRoute("get", "/debates/{id}/shares", {
      act: "list_shares",
      summary: "The links to a debate, without their tokens, newest first.",
      params: debatePath,
      answers: { 200: { description: "All of them.", schema: list } },
      handle: async ({ c, params: { id } }) =>
        c.json({ shares: (await shares.list(id)).map((each) => formatShare(each, shares)) }),
    }),
    defineRoute("delete", "/debates/{id}/shares/{share}", {
      act: "revoke_share",
      summary: "Revoke a link. It stops working at once.",
      params: shareIn,
      answers: { 204: { description: "It is revoked." } },
      async handle({ c, params: { id, share: which } }) {
        c.set("auditNote", which);
        await shares.revoke(id, which);
        return c.body(null, 204);
      },
    }),
    defineRoute("get", "/admin/shares", {
      act: "operate",
      summary: "All links, newest first, at most 1,000. Only for admins.",
      answers: { 200: { description: "The links.", schema: list } },
      handle: async ({ c }) =>
        c.json({ shares: (await shares.list(null)).map((each) => formatShare(each, shares)) }),
    }),
  ];
}

/** Route for readers with a link. The token is in a header, so that it reaches no log and no history. */
export function createSharedRoute(shares: Shares, audit: Audit): ApiRoute {
  return defineRoute("get", "/shared", {
    act: "look",
    summary:
      "The debate behind a link, whose token is sent as `Authorization: Bearer share_…`. Needs no account.",
    answers: { 200: { description: "The debate as it is now.", schema: shared } },
    failures: [401],
    async handle({ c }) {
      const requester = { ...getRequester(c), user: null };
      try {
        const { share: link, events } = await shares.open(c.req.header("authorization"));
        const { id, debate, until } = link;
        await audit.recordOpenedShare(requester, debate, id);
        c.header("cache-control", "no-store");
        const { status } = fold(events);
        return c.json({ id: debate, status, expiresAt: new Date(until).toISOString(), events });
      } catch (error) {
        await audit.recordFailure(requester, "open_share", null, error);
        throw error;
      }
    },
  });
}

function formatShare(stored: StoredShare, { isActive }: Pick<Shares, "isActive">): object {
  const { at, until, revokedAt, ...rest } = stored;
  return {
    ...rest,
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(until).toISOString(),
    revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
    active: isActive(stored),
  };
}
