import type { HttpBindings } from "@hono/node-server";
import type { User } from "./users/users.ts";

/** Values that belong to one request. */
export interface AppEnv {
  /** Node's own objects; absent where the app is mounted elsewhere or called directly. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    user: User;
    /** Names the request in logs and in the header `x-request-id`. */
    requestId: string;
    /** The body, within the server's limit. It can be read once. */
    readBody(): Promise<Uint8Array<ArrayBuffer>>;
  };
}
