import { ProbeFailed } from "../../probe/prober.ts";

interface AwsError {
  readonly name?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly code?: unknown;
}

/** AWS names what went wrong; what else an error says may hold our credentials' ARN and more, and goes no further. */
const nameOf = (error: AwsError): string => {
  const name = typeof error.name === "string" ? error.name : "";
  return /^[A-Za-z0-9_.]{1,80}$/.test(name) ? name : "";
};

const UNREACHABLE = ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "EPIPE"];

function reason(error: AwsError, action: string, what: string): string {
  const name = nameOf(error);
  const code = typeof error.code === "string" ? error.code : "";
  if (name === "CredentialsProviderError") {
    return "The daemon has no AWS credentials: it takes them from the environment, a profile or the role of its machine.";
  }
  if (/Expired/.test(name)) return "AWS says that the credentials have expired.";
  if (/InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|InvalidAccessKey/.test(name)) {
    return "AWS doesn't know the credentials, or their region isn't enabled.";
  }
  if (/AccessDenied|Unauthorized|NotAuthorized|AuthorizationError/.test(name)) {
    return action === "sts:AssumeRole"
      ? "AWS doesn't let the daemon assume the account's role (sts:AssumeRole): look at the role's trust policy and the external id."
      : `The account's role isn't allowed ${action}: add it to the role's policy.`;
  }
  if (/Throttl|TooManyRequests|RequestLimitExceeded|SlowDown/.test(name)) {
    return `AWS answers no more of ${action} for now, since too much is asked; try again later.`;
  }
  if (/NotFound|DoesNotExist|NonExistent/.test(name)) return `AWS knows no such resource: ${what}.`;
  if (name === "TimeoutError" || UNREACHABLE.includes(code)) return `AWS couldn't be reached for ${action}.`;
  const status = error.$metadata?.httpStatusCode;
  return `AWS answered ${action} with an error${name === "" || name === "Error" ? "" : ` (${name})`}${status ? `, status ${status}` : ""}.`;
}

/** Why a request came to nothing. */
export function failure(error: unknown, action: string, what: string, signal: AbortSignal): ProbeFailed {
  if (error instanceof ProbeFailed) return error;
  if (signal.aborted) return new ProbeFailed(`AWS didn't answer ${action} in time.`);
  return new ProbeFailed(reason(error as AwsError, action, what));
}
