/** A request as it leaves: `body` is the text that is sent. */
interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

/** A request that may change the cluster was about to leave without permission: an error of Tocsin's own. */
export class WriteNotPermitted extends Error {
  override readonly name = "WriteNotPermitted";
}

/** These run something where they are read (API reference v1.20, "Proxy" and "Connect" operations). */
const CONNECTING = /\/(?:proxy|exec|attach|portforward)(?:\/|$)/;
const DRY_RUN = "All";

/**
 * Whether the API server provably changes nothing: a plain read, or a dry run as the server understands it. The server
 * reads the options of a PATCH from the query. It reads those of a DELETE from the body, or from the query if there is
 * no body (kube-apiserver 1.20, handlers/delete.go and handlers/patch.go). Everything else counts as a change.
 */
export function isReadOnly({ method, url, body }: OutgoingRequest): boolean {
  if (CONNECTING.test(url.pathname)) return false;
  const isDryByQuery = isOnlyAll(url.searchParams.getAll("dryRun"));
  switch (method) {
    case "GET":
      return body === undefined;
    case "PATCH":
      return isDryByQuery;
    case "DELETE":
      return body === undefined || body === "" ? isDryByQuery : isOnlyAll(dryRunIn(body));
    default:
      return false;
  }
}

const isOnlyAll = (value: unknown): boolean => Array.isArray(value) && value.length === 1 && value[0] === DRY_RUN;

function dryRunIn(body: string): unknown {
  try {
    const options: unknown = JSON.parse(body);
    return typeof options === "object" && options !== null ? (options as { dryRun?: unknown }).dryRun : undefined;
  } catch {
    return undefined;
  }
}
