import { held, show } from "./debate.ts";

show(await held());
