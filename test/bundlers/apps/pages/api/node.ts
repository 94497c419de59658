import type { ServerResponse } from "node:http";
import { held } from "../../debate.ts";

export default async function handler(_request: unknown, response: ServerResponse): Promise<void> {
  response.end(JSON.stringify(await held()));
}
