import { held } from "./debate.ts";

document.title = JSON.stringify(await held());
