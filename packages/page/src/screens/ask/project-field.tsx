import type { VNode } from "preact";
import { useRights } from "../../rights/rights.ts";

interface ProjectFieldProps {
  chosen: string | null;
  choose(project: string | null): void;
}

/** Choice of the project that pays, if the user has several. */
export function ProjectField({ chosen, choose }: ProjectFieldProps): VNode | null {
  const me = useRights()?.me;
  const isFixed = me?.project != null && me.role !== "admin";
  if (!me || me.projects.length === 0 || isFixed) return null;
  return (
    <label class="project">
      Project
      <select
        value={chosen ?? ""}
        onChange={({ currentTarget }) => choose(currentTarget.value || null)}
      >
        <option value="">{me.project ?? "none"}</option>
        {me.projects
          .filter((project) => project !== me.project)
          .map((project) => (
            <option value={project}>{project}</option>
          ))}
      </select>
    </label>
  );
}
