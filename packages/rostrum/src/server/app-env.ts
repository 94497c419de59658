import type { HttpBindings } from "@hono/node-server";
import type { HttpError } from "./http-error.ts";
import type { User } from "./users/users.ts";

/** A request as its client made it, before proxies passed it on. */
export interface Via {
  /** The client's address. */
  address: string;
  /** The host that the client asked for. */
  host: string;
  /** The path under which the client finds the server, such as `/rostrum`; empty at the root. */
  base: string;
}

/** Values that belong to one request. */
export interface AppEnv {
  /** Node's own objects; absent where the app is mounted elsewhere or called directly. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    user: User;
    /** Why there is no user. */
    refusal: HttpError;
    /** The debate that the request turned out to be about. */
    debateId: string;
    /** What the audit says about an act that succeeded, next to who did it. */
    auditNote: string;
    via: Via;
    /** Names the request in logs and in the header `x-request-id`. */
    requestId: string;
    /** The body, within the server's limit. It can be read once. */
    readBody(): Promise<Uint8Array<ArrayBuffer>>;
    /** The largest body without the files in it. */
    textBytes: number;
  };
}
