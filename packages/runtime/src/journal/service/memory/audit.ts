import { cutPage } from "../../query.ts";
import { checkActQuery } from "../act-query.ts";
import type { AuditedAct, AuditStore } from "../audit-store.ts";
import type { ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryAudit(): ForgetfulStore<AuditStore> {
  let acts: { n: number; act: AuditedAct }[] = [];
  let lastAct = 0;
  return {
    store: {
      async addActs(added) {
        for (const act of added) acts.push({ n: ++lastAct, act: { ...act } });
      },
      async listActs(query = {}) {
        const checkedQuery = checkActQuery(query);
        const matchingActs = acts
          .filter(
            ({ n, act }) =>
              n < checkedQuery.cursor && act.at >= checkedQuery.from && act.at < checkedQuery.to,
          )
          .filter(({ act }) =>
            (["user", "act", "debate", "outcome"] as const).every(
              (part) => checkedQuery[part] === null || act[part] === checkedQuery[part],
            ),
          )
          .reverse();
        const { rows, next } = cutPage(matchingActs, checkedQuery.limit);
        return { acts: rows.map(({ act }) => ({ ...act })), next };
      },
      async pruneActs(olderThan) {
        const before = acts.length;
        acts = acts.filter(({ act }) => act.at >= olderThan);
        return before - acts.length;
      },
    },
    forgetUser(user, name) {
      for (const { act } of acts) if (act.user === user) act.user = name;
    },
  };
}
