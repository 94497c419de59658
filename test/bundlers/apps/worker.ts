import { held } from "./debate.ts";

export default {
  fetch: async (): Promise<Response> => Response.json(await held()),
};
