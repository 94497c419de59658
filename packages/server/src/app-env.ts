import type { HttpBindings } from "@hono/node-server";
import type { HttpError } from "./http-error.ts";
import type { User } from "./users/users.ts";

/** A request as its client sent it, before it went through proxies. */
export interface Via {
  /** The client's address. */
  address: string;
  /** The host in the client's request. */
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
    /** Reason why there is no user. */
    refusal: HttpError;
    /** The debate that the request is about, once that is known. */
    debateId: string;
    /** Details that the audit log adds to a successful action. */
    auditNote: string;
    via: Via;
    /** The pattern of the route that answers, once it is known. */
    route: string;
    /** Names the request in logs and in the header `x-request-id`. */
    requestId: string;
    /** The body, within the server's limit. It can be read once. */
    readBody(): Promise<Uint8Array<ArrayBuffer>>;
    /** The largest body without the files in it. */
    textBytes: number;
  };
}
