import type { McpHost, McpQuestion, McpRun } from "./index.ts";
import { createId } from "@rostrum/runtime/api";
import { omitUndefined } from "@rostrum/core/support";
import { titleReviews, titleRun } from "@rostrum/core/export";
import type { DebatePlan } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import type { Audit, Requester } from "../access/audit.ts";
import type { AccessGate } from "../debates/access-gate.ts";
import type { Act } from "../access/roles.ts";
import { createFollowOrder, type Order } from "../debates/debate-order.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { AwaitableDebate } from "../debates/live-debate.ts";
import { HttpError } from "../http-error.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { checkSpeaker } from "../users/check-speaker.ts";
import type { User, Users } from "../users/users.ts";

export interface ServiceHostOptions {
  service: DebateService;
  journal: RunStore;
  users: Users;
  panels: Pick<SavedPanels, "names">;
  gate: AccessGate;
  audit: Audit;
  /** The page about a debate. */
  linkTo(debate: string): string | null;
  /** Expected cost of a debate. */
  plan(order: Order): Promise<DebatePlan>;
}

/** The caller of the latest request. */
export interface McpCaller {
  user: User;
  from: Requester;
  /** Names of the panels that can be asked now, the default one first. */
  panels: readonly string[];
}

/** Debates for MCP clients through the server's service, within the rights and limits of the user. */
export function createServiceHost(
  { service, journal, users, gate, audit, linkTo, plan }: ServiceHostOptions,
  caller: () => McpCaller,
): McpHost {
  /** Does something for the caller, and writes it into the audit log. */
  async function audited<T>(act: Act, id: string | null, perform: () => Promise<T>): Promise<T> {
    const { from } = caller();
    try {
      const done = await perform();
      await audit.recordAct(from, act, id, 200);
      return done;
    } catch (error) {
      await audit.recordFailure(from, act, id, error);
      throw error;
    }
  }

  async function makeOrder({
    id,
    question,
    context,
    panel,
    follow,
    ...rest
  }: McpQuestion): Promise<Order> {
    const { user, panels } = caller();
    const changes = omitUndefined({
      rounds: rest.rounds,
      answer: rest.answer,
      report: rest.report,
      budget: rest.budget,
    });
    const extraContext = omitUndefined({ context });
    if (!follow) {
      gate.allow(user, "ask");
      const fullQuestion = context === undefined ? question : { text: question, context };
      return {
        request: { panel: panel ?? panels[0], ...changes },
        question: fullQuestion,
        user,
        client: "mcp",
        id,
      };
    }
    await gate.reach(user, "follow", follow.id);
    const request = { question, ...extraContext, ...omitUndefined({ panel }), ...changes, id };
    const record = await service.record(follow.id);
    return { ...createFollowOrder(follow.id, record, request, user), client: "mcp" };
  }

  function describe(debate: AwaitableDebate, isOwn: boolean, planned?: DebatePlan): McpRun {
    const { id } = debate;
    return {
      id,
      own: isOwn,
      plan: planned,
      get over() {
        return debate.over;
      },
      record: () => fold(debate.events),
      listen: (changed) => debate.listen({ changed }),
      cancel: () =>
        audited("cancel", id, async () => {
          await gate.reach(caller().user, "cancel", id);
          await service.cancel(id);
        }),
      speak: (name, text) =>
        audited("speak", id, async () => {
          const { user } = caller();
          await gate.reach(user, "speak", id);
          checkSpeaker(users, user, name);
          await service.converse(id, { act: "speak", said: { name, text } });
        }),
    };
  }

  return {
    panels: caller().panels,
    linkTo,
    createId,
    start: (question) =>
      audited(question.follow ? "follow" : "ask", question.id, async () => {
        const order = await makeOrder(question);
        const planned = await plan(order);
        const { id, live } = await service.start(order);
        if (!live) {
          const words = `this question was asked before, as debate ${id}: call the tool result with this id`;
          throw new HttpError(409, "conflict", words);
        }
        return describe(live, true, planned);
      }),
    async find(id) {
      const { user, from } = caller();
      try {
        await gate.reach(user, "read", id);
      } catch (error) {
        await audit.recordFailure(from, "read", id, error);
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
      const [debate, owner] = await Promise.all([service.find(id), service.findOwner(id)]);
      return debate && describe(debate, (owner?.user ?? null) === user.name);
    },
    async recent(limit) {
      const { runs } = await journal.list({ limit, ...gate.visibleTo(caller().user) });
      const titles = await titleReviews(journal, runs);
      return runs.map((run) => ({ ...run, title: titleRun(run, titles.get(run.id)) }));
    },
  };
}
