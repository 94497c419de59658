import { HttpError } from "../http-error.ts";
import type { User, Users } from "./users.ts";

/** With tokens, nobody can speak in another user's name. */
export function maySpeakAs(users: Users, user: User, name: string): boolean {
  return user.name === null || user.name === name || !users.isUser(name);
}

export function checkSpeaker(users: Users, user: User, name: string): void {
  if (!maySpeakAs(users, user, name))
    throw new HttpError(403, "forbidden", "this is another user's name", { field: "name" });
}
