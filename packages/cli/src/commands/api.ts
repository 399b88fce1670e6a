import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../base-command.ts";
import { exitCodes, Failure } from "../failure.ts";
import { usageError } from "../flags.ts";
import { cleanJson, cleanText } from "../format/clean.ts";
import { names } from "../names.ts";

export default class Api extends BaseCommand {
  static override summary = "Send any request.";
  static override description =
    "Your login is used, and errors become exit codes as everywhere. The documentation of all requests is at /api of each interface.";
  static override examples = [
    "<%= config.bin %> api '/incidents?limit=5'",
    "<%= config.bin %> api GET /incidents -q status=OPEN -q limit=5",
    `<%= config.bin %> api POST /team -d '{"name":"Ada","email":"ada@example.com"}'`,
    "<%= config.bin %> api POST /events/logs/batch --ingest -d @events.json",
  ];
  static override usage = "api [METHOD] PATH";
  static override args = {
    method: Args.string({ description: "GET, POST, PUT, PATCH or DELETE; GET where it is missing." }),
    path: Args.string({ description: "Path of the request, such as /incidents." }),
  };
  static override flags = {
    data: Flags.string({ char: "d", description: "JSON to send; @FILE reads a file, and - reads stdin." }),
    query: Flags.string({
      char: "q",
      description: "A query parameter; may be given more than once.",
      multiple: true,
      helpValue: "<name=value>",
    }),
    ingest: Flags.boolean({ description: "Ask the ingestion interface, not the core one." }),
  };

  async run() {
    const { args, flags } = await this.parse(Api);
    const { method, path } = readRequest(args.method, args.path);
    const body = await readBody(flags.data);
    const client = await (await this.session(flags)).client({
      needsToken: !flags.ingest && !/^\/?(?:health|metrics)/.test(path),
    });
    const answer = await client.request({
      method,
      path: withQuery(path, flags.query ?? []),
      target: flags.ingest ? "ingestion" : "core",
      ...(body !== undefined && { body }),
    });
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
}

/** The words after `api`: a method and a path, or a path alone. */
function readRequest(first: string | undefined, second: string | undefined): { method: string; path: string } {
  const [word, path] = second === undefined && first?.startsWith("/") ? ["GET", first] : [first, second];
  if (word === undefined) throw usageError(`Say what to ask for, for example: ${names.cli} api GET /incidents`);
  const method = word.toUpperCase();
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    throw usageError(`Expected GET, POST, PUT, PATCH or DELETE, and got ${JSON.stringify(word)}.`);
  if (path === undefined) throw usageError(`The path is missing, for example: ${names.cli} api ${method} /incidents`);
  return { method, path };
}

function withQuery(path: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return path;
  const query = new URLSearchParams(
    pairs.map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      if (value.length === 0) throw usageError(`Expected name=value, and got ${JSON.stringify(pair)}.`);
      return [name, value.join("=")];
    }),
  );
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
