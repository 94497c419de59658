import { z } from "zod";
import { describeResponses, type ResponseDoc, type ApiRoute } from "../routes/route.ts";

type Json = Record<string, unknown>;

/** Schemas by name, collected while the document is written. */
type Components = Record<string, unknown>;

/** The OpenAPI document of the routes, made from the schemas that check them. */
export function createOpenApiDocument(routes: readonly ApiRoute[], version: string): Json {
  const schemas: Components = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "rostrum",
      version,
      description:
        "Asks a panel of language models one question, lets them argue, and returns one answer.",
    },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    // If no tokens are configured, none is needed.
    security: [{ token: [] }, {}],
  };
}

function describeOperation(route: ApiRoute, schemas: Components): Json {
  const { params, query, headers, body, summary } = route;
  const parameters = [
    ...listParameters("path", params, schemas),
    ...listParameters("query", query, schemas),
    ...listParameters("header", headers, schemas),
  ];
  return {
    summary,
    operationId: formatOperationId(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: toJsonSchema(body, schemas, "input") } },
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(describeResponses(route)).map(([status, doc]) => [
        status,
        describeResponse(doc, schemas),
      ]),
    ),
  };
}

/** `GET /debates/{id}/events` is `getDebatesByIdEvents`. */
function formatOperationId({ method, path }: ApiRoute): string {
  const words = path.split("/").filter((part) => part !== "");
  const named = words.map((word) => {
    const plain = word.replace(/^\{(\w+)\}$/, "by-$1").split(/[^a-zA-Z0-9]+/);
    return plain.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
  });
  return method + named.join("");
}

function listParameters(place: string, schema: z.ZodType | undefined, schemas: Components): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, schemas, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: described,
  }));
}

function describeResponse(
  { description, schema, type = "application/json" }: ResponseDoc,
  schemas: Components,
): Json {
  if (!schema) return { description };
  return { description, content: { [type]: { schema: toJsonSchema(schema, schemas, "output") } } };
}

function toJsonSchema(schema: z.ZodType, schemas: Components, io: "input" | "output"): Json {
  const schemaText = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  // References point to where OpenAPI keeps schemas.
  const moved = JSON.parse(schemaText.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  const { $schema: _dialect, $defs = {}, id, ...described } = moved;
  for (const [name, inner] of Object.entries($defs as Record<string, Json>)) {
    const { id: _id, ...rest } = inner;
    schemas[name] = rest;
  }
  if (typeof id !== "string") return described;
  schemas[id] = described;
  return { $ref: `#/components/schemas/${id}` };
}
