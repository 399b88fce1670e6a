import { isDiskTrouble } from "./sqlite/open.ts";

/** PostgreSQL: connection exceptions, out of resources, shut down or starting, lost to another transaction. */
const POSTGRES_CLASSES = /^(08|53|57|58|40|55)/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

/** True for errors of a database or a disk that is away for now: waiting helps. */
export function isTransient(error: unknown): boolean {
  if (isDiskTrouble(error)) return true;
  const { code, message, driverError, cause } = (error ?? {}) as {
    code?: unknown;
    message?: string;
    driverError?: unknown;
    cause?: unknown;
  };
  if (typeof code === "string" && (NETWORK.has(code) || (code.length === 5 && POSTGRES_CLASSES.test(code))))
    return true;
  if (message && /connection terminated|timeout exceeded when trying to connect|connection is not open/i.test(message))
    return true;
  return [driverError, cause].some((inner) => inner !== undefined && inner !== error && isTransient(inner));
}
