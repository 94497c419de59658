import { expect, test } from "vitest";
import { loadFile } from "./load-file.ts";

test("weights that a bundle for Node lies apart from: the error says what to do", async () => {
  await expect(loadFile(new URL("file:///no/such/weights/m.safetensors"))).rejects.toThrow(
    /^can't read \/no\/such\/weights\/m\.safetensors\..*put the folder "weights"/,
  );
});
