import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Args, Flags } from "@oclif/core";
import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { parseNameValues } from "../input/name-values.ts";
import { nextPagePath } from "../query/pages.ts";
import { cleanJson, cleanLine, cleanText } from "../text/clean-text.ts";

export default defineCommand({
  summary: "Send any request to the API.",
  description:
    "The request uses your login, and errors set the exit codes of all commands. With --paginate the command reads every page of a list and prints each item as a line of JSON. The path /api of each interface documents all requests.",
  examples: [
    "tocsin api '/incidents?limit=5'",
    "tocsin api GET /incidents -q status=OPEN -q limit=5",
    "tocsin api /incidents --paginate | jq -r .title",
    `tocsin api POST /team -d '{"name":"Ada","email":"ada@example.com"}'`,
    "tocsin api POST /events/logs/batch --ingest -d @events.json",
  ],
  usage: "api [METHOD] PATH",
  args: {
    method: Args.string({ description: "GET, POST, PUT, PATCH or DELETE; by default GET, or POST with --data." }),
    path: Args.string({ description: "Path of the request, such as /incidents." }),
  },
  flags: {
    data: Flags.string({ char: "d", description: "JSON body; @FILE reads a file, and - reads stdin." }),
    query: Flags.string({
      char: "q",
      description: "Query parameter; can be repeated.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ingest: Flags.boolean({ description: "Send the request to the ingestion interface instead of the core one." }),
    paginate: Flags.boolean({ description: "Read all pages of a list, one item a line.", exclusive: ["include"] }),
    include: Flags.boolean({ char: "i", description: "Print status and headers before the body." }),
    "idempotency-key": Flags.string({
      description: "The server carries out requests with the same key once within 24 hours.",
    }),
    ...changeFlags,
  },
  async run({ args, flags }) {
    const { method, path } = readRequest(args.method, args.path, flags.data === undefined ? "GET" : "POST");
    if (flags.data !== undefined && (method === "GET" || method === "HEAD"))
      throw usageError(`${method} takes no --data: use --query, or another method.`);
    if (flags.paginate && method !== "GET") throw usageError("--paginate works with GET only.");
    const body = await readBody(flags.data);
    const client = await this.client(flags, { needsToken: !flags.ingest && !/^\/?(?:health|metrics)/.test(path) });
    const key = flags["idempotency-key"];
    const ask = (where: string) =>
      client.request({
        method,
        path: where,
        target: flags.ingest ? "ingestion" : "core",
        ...(key !== undefined && { headers: { "idempotency-key": key } }),
        ...(body !== undefined && { body }),
      });
    const whole = withQuery(path, flags.query ?? []);
    if (flags.paginate) return everyPage(this, whole, ask);
    const answer = await ask(whole);
    if (flags.include) this.log(headOf(answer));
    const content = await answer.text();
    if (!answer.headers.get("content-type")?.includes("json")) {
      process.stdout.write(process.stdout.isTTY ? cleanText(content) : content);
      return undefined;
    }
    process.stdout.write(
      `${cleanJson(JSON.parse(content), process.stdout.isTTY || this.jsonEnabled() ? 2 : undefined)}\n`,
    );
    return undefined;
  },
});

async function everyPage(
  command: BaseCommand,
  first: string,
  ask: (path: string) => Promise<Response>,
): Promise<undefined> {
  for (let path: string | undefined = first; path !== undefined; ) {
    const answer: Response = await ask(path);
    const items: unknown = answer.headers.get("content-type")?.includes("json") ? await answer.json() : undefined;
    if (!Array.isArray(items)) throw new Failure(`${path} doesn't answer a list: remove --paginate.`, exitCodes.usage);
    for (const item of items) command.writeJsonLine(item);
    path = nextPagePath(path, answer.headers.get("link"));
  }
  return undefined;
}

/** Status line, headers and an empty line. */
function headOf({ status, statusText, headers }: Response): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status} ${statusText}`, ...lines, ""].map(cleanLine).join("\n");
}

/** Parses the arguments: a method and a path, or only a path. */
function readRequest(
  first: string | undefined,
  second: string | undefined,
  usual: "GET" | "POST",
): { method: string; path: string } {
  const [word, path] = second === undefined && first?.startsWith("/") ? [usual, first] : [first, second];
  if (word === undefined) throw usageError("The path is missing", "api GET /incidents");
  const method = word.toUpperCase();
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    throw usageError(`Expected GET, POST, PUT, PATCH or DELETE; got ${JSON.stringify(word)}.`);
  if (path === undefined) throw usageError("The path is missing", `api ${method} /incidents`);
  return { method, path };
}

function withQuery(path: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return path;
  const query = new URLSearchParams(parseNameValues(pairs));
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

async function readBody(data: string | undefined): Promise<string | undefined> {
  if (data === undefined) return undefined;
  const content =
    data === "-"
      ? await text(process.stdin)
      : data.startsWith("@")
        ? await readFile(data.slice(1), "utf8").catch((error: Error) => {
            throw new Failure(`Cannot read the data: ${error.message}.`, exitCodes.usage);
          })
        : data;
  try {
    JSON.parse(content);
  } catch {
    throw new Failure("The data is not valid JSON.", exitCodes.usage);
  }
  return content;
}
