import { held } from "../../debate.ts";

export const config = { runtime: "edge" };

export default async function handler(): Promise<Response> {
  return Response.json(await held());
}
