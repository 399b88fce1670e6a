import { usageError } from "../flags/common-flags.ts";

export interface NewResource {
  provider: string;
  resourceType: string;
  region: string;
  resourceId?: string;
  resourceArn?: string;
}

/**
 * Parses a resource such as `aws/rds/eu-central-1/orders-db`; the last part can be an ARN, which can contain slashes.
 */
export function parseResource(word: string): NewResource {
  const match = /^([^/]+)\/([^/]+)\/([^/]+)\/(.+)$/.exec(word);
  const [, provider, resourceType, region, name] = match ?? [];
  if (provider === undefined || resourceType === undefined || region === undefined || name === undefined)
    throw usageError(
      `Expected a resource such as aws/rds/eu-central-1/orders-db (provider, type, region, id); got ${JSON.stringify(word)}.`,
    );
  return { provider, resourceType, region, ...(/^arn:/.test(name) ? { resourceArn: name } : { resourceId: name }) };
}

/** Parses resources from JSON: a list, as `incident resource list --json` prints it, or an object with one. */
export function parseResources(json: string): NewResource[] {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (error) {
    throw usageError(`stdin is not valid JSON: ${(error as Error).message}.`);
  }
  const list = Array.isArray(read) ? read : (read as { resources?: unknown } | null)?.resources;
  if (!Array.isArray(list)) throw usageError("stdin must contain a list of resources.");
  return list.map((each: unknown, index) => {
    const fields = (typeof each === "object" && each !== null ? each : {}) as Readonly<Record<string, unknown>>;
    const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
    const [provider, resourceType, region] = [text("provider"), text("resourceType"), text("region")];
    const [resourceId, resourceArn] = [text("resourceId"), text("resourceArn")];
    if (!provider || !resourceType || !region || !(resourceId || resourceArn))
      throw usageError(
        `Resource ${index + 1} needs provider, resourceType, region, and resourceId or resourceArn, each a string.`,
      );
    return { provider, resourceType, region, ...(resourceId && { resourceId }), ...(resourceArn && { resourceArn }) };
  });
}
