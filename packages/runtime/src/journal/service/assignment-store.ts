import type { Assignment } from "@rostrum/core/protocol";

/** Reviewers of debates. */
export interface AssignmentStore {
  /**
   * Assigns a reviewer to a debate, or removes the assignment (`null`). Returns `false` if nothing changed.
   */
  assign(debate: string, assignment: Omit<Assignment, "at"> | null): Promise<boolean>;
  assignmentOf(debate: string): Promise<Assignment | null>;
}
