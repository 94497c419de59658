import { held, show } from "./debate.ts";

// A classic script can't wait at its top level.
void held().then(show);
