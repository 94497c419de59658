import { held } from "./debate.ts";

console.log(JSON.stringify(await held()));
