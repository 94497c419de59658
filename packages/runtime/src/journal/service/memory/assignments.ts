import type { AssignmentStore } from "../assignment-store.ts";
import type { RunLookup } from "../run-lookup.ts";
import { forgetAuthor, type ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryAssignments({
  now,
  ownerOf,
  assignments = new Map(),
}: RunLookup): ForgetfulStore<AssignmentStore> {
  return {
    store: {
      async assign(debate, assignment) {
        if (assignment === null) return assignments.delete(debate);
        if ((await ownerOf(debate)) === undefined) return false;
        assignments.set(debate, { ...assignment, at: now() });
        return true;
      },
      assignmentOf: async (debate) => assignments.get(debate) ?? null,
    },
    forgetUser(user, name) {
      forgetAuthor(assignments.values(), user, name);
      for (const assignment of assignments.values())
        if (assignment.assignee === user) assignment.assignee = name;
    },
  };
}
