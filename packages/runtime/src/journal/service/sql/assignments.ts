import { askSql } from "../../sql/script.ts";
import type { AssignmentStore } from "../assignment-store.ts";
import { type AssignmentRow, readAssignment } from "../rows.ts";
import type { ServiceDatabase } from "./service-database.ts";

export function createSqlAssignments({
  statements: sql,
  read,
  write,
}: ServiceDatabase): AssignmentStore {
  return {
    assign: (debate, assignment) =>
      write(function* () {
        if (assignment === null) return (yield [sql.unassign, [debate]]).length > 0;
        const { assignee, due, comment, by } = assignment;
        for (const name of [assignee, ...(by === null ? [] : [by])].sort()) {
          yield [sql.addPerson, [name]];
        }
        return (yield [sql.assign, [debate, assignee, due, comment, by]]).length > 0;
      }),
    assignmentOf: (debate) =>
      read(function* () {
        const [row] = yield* askSql<AssignmentRow>(sql.assignment, [debate]);
        return row ? readAssignment(row) : null;
      }),
  };
}
