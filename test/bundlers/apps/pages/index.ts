import { held } from "../debate.ts";

if (typeof document !== "undefined") {
  void held().then((said) => {
    document.title = JSON.stringify(said);
  });
}

export default function Page(): null {
  return null;
}
