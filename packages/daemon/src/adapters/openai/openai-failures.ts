import { SERVER_WORDS_CHARS_MAX } from "../../diagnose/model/model-limits.ts";
import { spokenText } from "../../diagnose/model/plain-text.ts";

/** The parameters that some servers or models don't know, and that a question can do without. */
const OPTIONAL = ["max_tokens", "response_format", "temperature", "stream_options"] as const;

/** The parameter that a 400 or 422 says it was refused for; null for anything else. */
export function refusedParameter(error: unknown): string | null {
  const { status, param, message } = errorParts(error);
  if (status !== 400 && status !== 422) return null;
  const words = message.replace(/max_completion_tokens/g, "").replace(/json_schema/g, "response_format");
  return OPTIONAL.find((name) => param === name) ?? OPTIONAL.find((name) => words.includes(name)) ?? null;
}

/** Why there is no answer, for people: nothing of the key, of the address, and little of the server's words. */
export function reasonOf(
  error: unknown,
  { apiKey, model }: { readonly apiKey: string; readonly model: string },
): string {
  const { status, code, message } = errorParts(error);
  if (status === undefined) {
    return `The model's server can't be reached${code === null ? "" : ` (${code})`}; see TOCSIN_OPENAI_BASE_URL.`;
  }
  if (status === 401 || status === 403)
    return `The model's server doesn't take the key (${status}); see TOCSIN_OPENAI_API_KEY.`;
  if (status === 404) return `The model's server doesn't know the model ${model} or the address (404).`;
  if (status === 429) return "The model's server takes no more questions for now, or its quota is used up (429).";
  if (status >= 500) return `The model's server failed (${status}).`;
  const said = spokenText(message.replaceAll(apiKey, "[redacted]"), SERVER_WORDS_CHARS_MAX);
  return `The model's server refused the question (${status}): ${said}`;
}

interface Parts {
  readonly status: number | undefined;
  readonly param: string | null;
  /** Code of the connection's error, such as ECONNREFUSED. */
  readonly code: string | null;
  readonly message: string;
}

function errorParts(error: unknown): Parts {
  const { status, param, message, cause } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return {
    status: typeof status === "number" ? status : undefined,
    param: typeof param === "string" ? param : null,
    code: codeOf(cause),
    message: typeof message === "string" ? message : "",
  };
}

const CAUSES_MAX = 4;
function codeOf(cause: unknown, depth = 0): string | null {
  if (typeof cause !== "object" || cause === null || depth === CAUSES_MAX) return null;
  const { code, cause: inner } = cause as { code?: unknown; cause?: unknown };
  return typeof code === "string" && /^[A-Z_]{3,40}$/.test(code) ? code : codeOf(inner, depth + 1);
}
