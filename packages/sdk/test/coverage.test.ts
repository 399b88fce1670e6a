import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Tocsin } from "../src/index.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}
const documentOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../daemon/generated/${name}.json`, import.meta.url), "utf8")) as Document;
/** Answers nothing of use: only the address and the method of the request matter here. */
const never = "00000000-0000-7000-8000-000000000000";

/** Every function under `value`, but the ones that only combine others. */
function methodsOf(value: object): ((...values: unknown[]) => unknown)[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (/All$|^all/.test(name)) return [];
    return typeof member === "function" ? [member as () => unknown] : methodsOf(member as object);
  });
}

/** The names of the functions that go over all pages of a list. */
const walksOf = (value: object): string[] =>
  Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === "function") return /All$|^all/.test(name) ? [name] : [];
    return walksOf(member as object);
  });

/** The operations of a document, by their id, with a pattern of method and path. */
function operationsOf(name: string): Map<string, RegExp> {
  return new Map(
    Object.entries(documentOf(name).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]): [string, RegExp] => [
        `${name} ${operationId}`,
        new RegExp(`^${method.toUpperCase()} http://${name}\\.test${path.replaceAll(/\{\w+\}/g, never)}$`),
      ]),
    ),
  );
}

describe("coverage of the OpenAPI documents", () => {
  it("gives every operation exactly one method", async () => {
    const asked: string[] = [];
    const client = new Tocsin({
      baseUrl: "http://core.test",
      ingestUrl: "http://ingestion.test",
      retries: 0,
      fetch: async (input, init) => {
        asked.push(`${init?.method ?? "GET"} ${String(input).split("?")[0]}`);
        return Response.json({}, { status: 404 });
      },
    });
    const { request: _anything, ...areas } = client;
    for (const method of methodsOf(areas)) {
      const result =
        method === client.incidents.stream
          ? client.incidents.stream().next()
          : method(...Array.from({ length: method.length }, (_, index) => (index < 2 ? never : undefined)));
      await Promise.resolve(result).catch(() => {});
    }
    const operations = new Map([...operationsOf("core"), ...operationsOf("ingestion")]);
    const found = asked.map(
      (request) =>
        [...operations]
          .filter(([, pattern]) => pattern.test(request))
          .map(([id]) => id)
          .join() || request,
    );
    expect(found.toSorted()).to.deep.equal([...operations.keys()].toSorted());
  });

  it("goes over all pages of every list that has a cursor", () => {
    const paged = Object.values(documentOf("core").paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters = [] }) => parameters.some(({ name, $ref }) => /cursor$/i.test(name ?? $ref ?? "")));
    expect(paged).to.have.length.above(9);
    expect(walksOf(new Tocsin())).to.have.length(paged.length);
  });
});
