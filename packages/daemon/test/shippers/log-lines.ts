import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const LINES_MAX = 8_000;

/** Rows of a CSV file: quotes may hold commas, line ends and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let field = "";
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[index + 1] === '"') field += text[++index];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "," || character === "\n") {
      rows.at(-1)?.push(field.replace(/\r$/, ""));
      field = "";
      if (character === "\n") rows.push([]);
    } else field += character;
  }
  return rows.slice(0, -1);
}

/** The messages of one of LogHub's tables of real logs. */
function messagesOf(file: string): string[] {
  const [header = [], ...rows] = parseCsv(gunzipSync(readFileSync(file)).toString("utf8"));
  const column = header.indexOf("Content");
  return rows.map((row) => row[column] ?? "");
}

/** Lines as an ordinary program writes them, where there are no real ones. */
const generatedLines = (): string[] =>
  Array.from({ length: LINES_MAX }, (_, index) => {
    const [level, text] = [
      ["INFO", `request ${index} served in ${(index * 37) % 900} ms`],
      ["WARN", `slow query "select * from orders where id = ${index}"`],
      ["ERROR", `upstream 10.0.${index % 200}.7:8080 answered 503\tafter \\retries\\ = 3`],
    ][index % 13 === 0 ? 2 : index % 5 === 0 ? 1 : 0] as [string, string];
    return `2026-02-03 04:05:06,${index % 1000} ${level} [worker-${index % 8}] ${text}`;
  });

/**
 * Lines to ship: LogHub's, where the evaluation data lies beside the checkout or where TOCSIN_EVAL_DATA says;
 * else what dpkg wrote on this machine; else generated ones.
 */
export function logLines(): string[] {
  const data = process.env["TOCSIN_EVAL_DATA"] ?? fileURLToPath(new URL("../../../../../shared/data", import.meta.url));
  const tables = globSync(join(data, "loghub_2k/*/*_2k.log_structured.csv.gz")).sort();
  const dpkg = "/var/log/dpkg.log";
  let lines = tables.flatMap(messagesOf);
  if (lines.length === 0 && existsSync(dpkg)) lines = readFileSync(dpkg, "utf8").split("\n");
  // syslog-ng passes over empty lines, and what looks like JSON is told apart in a test of its own.
  lines = lines.filter((line) => line.trim() !== "" && !/[\r\n]/.test(line) && !line.startsWith("{"));
  return (lines.length < 1000 ? generatedLines() : lines).slice(0, LINES_MAX);
}
