import { held, show } from "../debate.ts";

if ("document" in globalThis) void held().then(show);

export default function Page(): null {
  return null;
}
