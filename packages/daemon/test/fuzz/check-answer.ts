import type { FuzzRequest } from "./requests.ts";
import { MARKER } from "./requests.ts";
import type { RawAnswer } from "./send-request.ts";

/** Names of files, classes and libraries that only a stack or an error of a database holds. */
const INTERNAL =
  /node_modules|node:internal|\bat [^\n]{1,200}\.(?:ts|js):\d+|SqliteError|SQLITE_|QueryFailedError|TypeORM|fts5:|no such column|\b(?:Type|Range|Reference|Syntax)Error\b|Cannot read propert/;

/** What is wrong with an answer, whatever was asked; empty where nothing is. */
export function problemsOf(request: FuzzRequest, answer: RawAnswer, secrets: readonly string[]): string[] {
  const { status, headers, text } = answer;
  const head = JSON.stringify(headers);
  const found: string[] = [];
  if (status >= 500) found.push(`${status}`);
  if (status === 0) found.push("no status");
  if (head.includes(MARKER)) found.push("a header of the caller's");
  for (const secret of secrets) if (text.includes(secret) || head.includes(secret)) found.push("a secret");
  const internal = INTERNAL.exec(text)?.[0];
  if (internal !== undefined && !isEcho(request, internal)) found.push(`internal: ${internal}`);
  if (status >= 400 && request.method !== "HEAD" && !isProblem(text, status)) found.push("no error of the one shape");
  return found;
}

/** True for what stands in the request itself. */
const isEcho = ({ body = "", path }: FuzzRequest, found: string): boolean =>
  body.includes(found) || path.includes(found);

function isProblem(text: string, status: number): boolean {
  try {
    const { statusCode, message } = JSON.parse(text) as { statusCode?: unknown; message?: unknown };
    return statusCode === status && typeof message === "string" && message !== "";
  } catch {
    return false;
  }
}
