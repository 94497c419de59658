/** A model's id without the address it is served at: what leaves the machine says who, and not where. */
export function modelName(id: string): string {
  return id.replace(/^(compat:.+)@https?:\/\/.*$/, "$1");
}
