import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { providers } from "../../packages/runtime/src/models/registry/index.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import { installPrivately } from "../support/install-privately.ts";

const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, unknown>;

const entry = read("packages/rostrum/server.json");
const manifest = read("packages/rostrum/package.json");

test("the entry for MCP's registry speaks of the package as it is", () => {
  const { name, version, mcpName } = manifest;
  expect(entry).toMatchObject({
    name: mcpName,
    version,
    packages: [{ registryType: "npm", identifier: name, version, transport: { type: "stdio" } }],
  });
  expect(entry["name"]).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(String(entry["description"]).length).toBeLessThanOrEqual(100);
  const keys = Object.values(providers).flatMap((provider) => provider.keys);
  const [{ environmentVariables }] = entry["packages"] as [
    { environmentVariables: { name: string }[] },
  ];
  for (const { name: variable } of environmentVariables) expect(keys).toContain(variable);
});

test("the entry fits the schema that it names", async ({ skip }) => {
  const schema = await fetch(String(entry["$schema"]), { signal: AbortSignal.timeout(5000) }).then(
    (response) => (response.ok ? (response.json() as Promise<object>) : null),
    () => null,
  );
  if (schema === null) return skip("the registry's schema can't be reached from here");
  const folder = await installPrivately(new URL("./sdk-v1", import.meta.url), "ajv/package.json");
  if (folder === null) return skip("ajv can't be installed here");
  const file = join(folder, "node_modules/ajv/dist/ajv.js");
  const { Ajv } = (await import(pathToFileURL(file).href)) as {
    Ajv: new (options: object) => {
      compile(from: object): ((value: unknown) => boolean) & { errors?: unknown };
    };
  };
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(entry), JSON.stringify(validate.errors)).toBe(true);
});
