import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sample } from "openapi-sampler";
import { anId } from "./reached.ts";

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}
interface Described {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
}

/** What an attacker may have written into a log: colours, a clipboard write, a hyperlink, C1 controls, bidi controls, a bell. */
export const hostile =
  "a\u001b[31mred\u001b[2J\u001b]52;c;cm0gLXJm\u0007\u001b]8;;http://evil.test\u0007x\u001b]8;;\u0007\u009b1m\u0008\u0007\u202egpj.exe\u2066\u2069\ufeff\u0000\rb";

/** Every control character but tab and line feed, and what turns the direction of text. */
export const dangerous = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** A server that answers every operation of a document with what its schema describes, hostile text in every field. */
export interface DocumentServer {
  readonly url: string;
  readonly operationIds: readonly string[];
  /** Those that change something: all that aren't read, but for drafts that are only looked at. */
  readonly changing: ReadonlySet<string>;
  /** The operations that were asked for, in order. */
  readonly operations: string[];
  close(): Promise<void>;
}

/** Serves the bundled document of an interface: `core` or `ingestion`. */
export async function documentServer(name: "core" | "ingestion"): Promise<DocumentServer> {
  const document = readDocument(name);
  const operations = described(document);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const found = find(operations, request);
      if (found) asked.push(found.operation.operationId);
      answer(response, found, document);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    operationIds: operations.map(({ operation }) => operation.operationId),
    changing: new Set(
      operations
        .filter(({ method, operation }) => method !== "GET" && !/^(?:preview|check)/.test(operation.operationId))
        .map(({ operation }) => operation.operationId),
    ),
    operations: asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The document, in which every uuid is `anId` and every free text hostile. */
function readDocument(name: string): Document {
  const text = readFileSync(new URL(`../../../daemon/generated/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "examples" || key === "example") return undefined;
    if (typeof value !== "object" || value === null) return value;
    const schema = value as { type?: unknown; format?: string; enum?: unknown; const?: unknown; pattern?: string };
    const isText = schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"));
    if (!isText || schema.enum || schema.const !== undefined) return value;
    if (schema.format === "uuid") return { ...value, example: anId };
    return schema.format || schema.pattern ? value : { ...value, example: hostile };
  }) as Document;
}

function described({ paths }: Document): Described[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      variables: path.split("{").length,
    })),
  );
  // `/incidents/stats` before `/incidents/{id}`.
  return all.toSorted((a, b) => a.variables - b.variables);
}

function find(operations: readonly Described[], { method, url = "" }: IncomingMessage): Described | undefined {
  const path = url.split("?")[0] ?? "";
  return operations.find((each) => each.method === method && each.pattern.test(path));
}

function answer(response: ServerResponse, found: Described | undefined, document: Document): void {
  const [status, described] =
    Object.entries(found?.operation.responses ?? {}).find(([code]) => code.startsWith("2")) ?? [];
  const [type, content] = Object.entries(described?.content ?? {})[0] ?? [];
  if (!found || status === undefined || type === undefined) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ statusCode: 404, error: "Not Found", message: `There is nothing here. ${hostile}` }));
    return;
  }
  response.writeHead(Number(status), { "content-type": type });
  if (type === "text/event-stream") {
    const incident = sample({ $ref: "#/components/schemas/Incident" }, {}, document);
    response.write(`id: 1\ndata: ${JSON.stringify(incident)}\n\n`);
  } else if (type.endsWith("json")) response.end(JSON.stringify(sample(content?.schema ?? {}, {}, document)));
  else response.end(type === "text/csv" ? "id,title\r\n1,two\r\n" : `# Title\n\n${hostile}\n`);
}
