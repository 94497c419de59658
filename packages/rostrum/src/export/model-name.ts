/**
 * A model's id without the address it is served at, and a program's without its folder and arguments:
 * what leaves the machine says who, and not where.
 */
export function modelName(id: string): string {
  const program = programOf(id);
  return program === null ? id.replace(/^(compat:.+)@https?:\/\/.*$/, "$1") : `command:${program}`;
}

function programOf(id: string): string | null {
  const [, list, word = ""] = /^command:(?:\["((?:[^"\\]|\\.)*)"|(\S+))/.exec(id) ?? [];
  const path = list ?? word;
  return path === "" ? null : path.replace(/^.*[/\\]/, "");
}
