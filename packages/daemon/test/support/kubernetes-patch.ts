import { isDeepStrictEqual } from "node:util";

export interface Place {
  readonly namespace: string;
  readonly resource: string;
  readonly name: string | undefined;
}

/** An error as the API answers it: a Status object (meta/v1). */
export class Refused extends Error {
  readonly code: number;
  readonly status: Readonly<Record<string, unknown>>;

  constructor(code: number, reason: string, message: string = reason) {
    super(message);
    this.code = code;
    this.status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  }
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A strategic merge patch as far as it holds no lists: null removes, objects are merged. */
export function mergePatched(before: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) throw new Refused(400, "BadRequest", "lists aren't modelled by this fake");
  if (!isObject(patch)) return patch;
  const merged: Json = isObject(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatched(merged[name], value);
  }
  return merged;
}

/** RFC 6902 on objects: test, add, replace, remove. */
export function jsonPatched(before: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw new Refused(400, "BadRequest", "a JSON patch is a list");
  const after = structuredClone(before);
  for (const { op, path, value } of patch as { op: string; path: string; value?: unknown }[]) {
    const parts = path.split("/").slice(1);
    const names = parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop() ?? "";
    let parent: unknown = after;
    for (const name of names) parent = isObject(parent) ? parent[name] : undefined;
    const mismatch = new Refused(422, "Invalid", "the server rejected our request due to an error in our request");
    if (!isObject(parent) || (op !== "add" && !(last in parent))) throw mismatch;
    if (op === "test" && !isDeepStrictEqual(parent[last], value)) throw mismatch;
    if (op === "remove") delete parent[last];
    else if (op !== "test") parent[last] = value;
  }
  return after;
}

/** `a=b,c in (d,e),!f` (kubernetes.io, "Labels and Selectors"). */
export function selects(selector: string, labels: Readonly<Record<string, string | undefined>>): boolean {
  const terms = selector.split(/,(?![^(]*\))/).filter((term) => term.trim() !== "");
  return terms.every((term) => {
    const [, name = "", operator, list = ""] = /^(\S+) (in|notin) \(([^)]*)\)$/.exec(term.trim()) ?? [];
    if (operator) return list.split(",").includes(labels[name] ?? "") === (operator === "in");
    if (term.startsWith("!")) return labels[term.slice(1)] === undefined;
    const [key = "", value] = term.split("=");
    return value === undefined ? labels[key] !== undefined : labels[key] === value;
  });
}
