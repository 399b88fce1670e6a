import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../command/base-command.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { parseNameValues } from "../input/name-values.ts";
import { nextPagePath } from "../query/next-page.ts";
import { cleanJson, cleanLine, cleanText } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";

export default class Api extends BaseCommand {
  static override summary = "Send any request.";
  static override description =
    "Your login is used, and errors become exit codes as everywhere. With --paginate every page of a list is asked for, and each item is a line of JSON. The documentation of all requests is at /api of each interface.";
  static override examples = [
    "<%= config.bin %> api '/incidents?limit=5'",
    "<%= config.bin %> api GET /incidents -q status=OPEN -q limit=5",
    "<%= config.bin %> api /incidents --paginate | jq -r .title",
    `<%= config.bin %> api POST /team -d '{"name":"Ada","email":"ada@example.com"}'`,
    "<%= config.bin %> api POST /events/logs/batch --ingest -d @events.json",
  ];
  static override usage = "api [METHOD] PATH";
  static override args = {
    method: Args.string({
      description: "GET, POST, PUT, PATCH or DELETE; where it is missing GET, and POST with --data.",
    }),
    path: Args.string({ description: "Path of the request, such as /incidents." }),
  };
  static override flags = {
    data: Flags.string({ char: "d", description: "JSON to send; @FILE reads a file, and - reads stdin." }),
    query: Flags.string({
      char: "q",
      description: "A query parameter; may be given several times.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ingest: Flags.boolean({ description: "Ask the ingestion interface, not the core one." }),
    paginate: Flags.boolean({ description: "Follow the pages of a list; one item a line.", exclusive: ["include"] }),
    include: Flags.boolean({ char: "i", description: "Give status and headers of the answer before it." }),
    "idempotency-key": Flags.string({ description: "What has the same key within 24 hours is done once." }),
    ...changeFlags,
  };

  async run() {
    const { args, flags } = await this.parse(Api);
    const { method, path } = readRequest(args.method, args.path, flags.data === undefined ? "GET" : "POST");
    if (flags.data !== undefined && (method === "GET" || method === "HEAD"))
      throw usageError(`${method} takes no --data: give its values with --query, or say another method.`);
    if (flags.paginate && method !== "GET") throw usageError("--paginate is for GET alone.");
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
    if (flags.paginate) return this.everyPage(whole, ask);
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
  }

  private async everyPage(first: string, ask: (path: string) => Promise<Response>): Promise<undefined> {
    for (let path: string | undefined = first; path !== undefined; ) {
      const answer: Response = await ask(path);
      const items: unknown = answer.headers.get("content-type")?.includes("json") ? await answer.json() : undefined;
      if (!Array.isArray(items)) throw new Failure(`${path} is no list: leave --paginate out.`, exitCodes.usage);
      for (const item of items) this.writeJsonLine(item);
      path = nextPagePath(path, answer.headers.get("link"));
    }
    return undefined;
  }
}

/** Status and headers, as HTTP has them, and an empty line. */
function headOf({ status, statusText, headers }: Response): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status} ${statusText}`, ...lines, ""].map(cleanLine).join("\n");
}

/** The words after `api`: a method and a path, or a path alone. */
function readRequest(
  first: string | undefined,
  second: string | undefined,
  usual: "GET" | "POST",
): { method: string; path: string } {
  const [word, path] = second === undefined && first?.startsWith("/") ? [usual, first] : [first, second];
  if (word === undefined) throw usageError(`Say what to ask for, for example: ${programs.cli} api GET /incidents`);
  const method = word.toUpperCase();
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    throw usageError(`Expected GET, POST, PUT, PATCH or DELETE, and got ${JSON.stringify(word)}.`);
  if (path === undefined)
    throw usageError(`The path is missing, for example: ${programs.cli} api ${method} /incidents`);
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
            throw new Failure(`The data cannot be read: ${error.message}.`, exitCodes.usage);
          })
        : data;
  try {
    JSON.parse(content);
  } catch {
    throw new Failure("The data is not valid JSON.", exitCodes.usage);
  }
  return content;
}
