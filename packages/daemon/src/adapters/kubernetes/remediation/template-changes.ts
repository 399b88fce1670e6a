import type { V1PodTemplateSpec } from "@kubernetes/client-node";
import { REDACTED, redact } from "../../../kernel/redact.ts";
import { oneLine } from "../format-text.ts";
import type { TemplateChange } from "./kubernetes-target.ts";
import { withoutHash } from "./revisions.ts";

/** A plan is read by people, and kept for good. */
const CHANGES_MAX = 40;
const FIELD_CHARACTERS_MAX = 160;
const VALUE_CHARACTERS_MAX = 200;
/** Limit of one template; an object of the cluster may hold 1.5 MiB. */
const LEAVES_MAX = 5_000;
/** Keys that identify items without a name. */
const KEYS = ["name", "mountPath", "containerPort", "key"];
/** Variables whose value nobody may read in a plan, besides what looks like a secret by itself. */
const SECRET_NAME = /pass|pwd|secret|token|key|cred|auth|dsn|cert|private|salt|signature|session|cookie/i;

export interface TemplateChanges {
  readonly changes: readonly TemplateChange[];
  /** How many more there are. */
  readonly leftOut: number;
}

/**
 * A value of a template. `variable`: the name of the environment variable whose value it is. `isReference`: it names the
 * object that a value comes from.
 */
interface Leaf {
  readonly text: string;
  readonly variable?: string;
  readonly isReference?: true;
}

/** Differences of two pod templates, field by field, with secrets masked. */
export function templateChanges(before: V1PodTemplateSpec | undefined, after: V1PodTemplateSpec): TemplateChanges {
  const [was, is] = [leavesOf(before ?? {}), leavesOf(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => was.get(field)?.text !== is.get(field)?.text,
  );
  const changes = fields.slice(0, CHANGES_MAX).map((field) => ({
    field: oneLine(field, FIELD_CHARACTERS_MAX),
    from: shown(field, was.get(field)),
    to: shown(field, is.get(field)),
  }));
  return { changes, leftOut: fields.length - changes.length };
}

/** `containers.app.env.VERSION` and its value, in the order of the template. */
function leavesOf(template: V1PodTemplateSpec): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const { metadata, spec } = withoutHash(template);
  const keep = (path: string, leaf: Leaf): void => {
    if (leaves.size < LEAVES_MAX) leaves.set(path, leaf);
  };
  const add = (path: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value !== "object") keep(path, { text: String(value) });
    else if (Array.isArray(value)) addList(path, value);
    else for (const [name, each] of Object.entries(value)) add(path === "" ? name : `${path}.${name}`, each);
  };
  const addList = (path: string, items: readonly unknown[]): void => {
    // A command is read as a whole.
    if (items.some((item) => typeof item !== "object" || item === null)) {
      keep(path, { text: JSON.stringify(items) });
      return;
    }
    for (const [index, item] of (items as readonly object[]).entries()) {
      const below = `${path}.${keyOf(item) ?? index}`;
      if (path.endsWith(".env")) keep(below, leafOf(item as Variable));
      else add(below, item);
    }
  };
  add("labels", metadata?.labels);
  add("annotations", metadata?.annotations);
  add("", spec);
  return leaves;
}

interface Variable {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly valueFrom?: unknown;
}

/** Where a value comes from another object, which one that is: its value stands in no template. */
const leafOf = ({ name, value, valueFrom }: Variable): Leaf =>
  valueFrom === undefined || valueFrom === null
    ? { text: String(value ?? ""), variable: String(name) }
    : { text: `from ${JSON.stringify(valueFrom)}`, isReference: true };

const keyOf = (item: object): string | undefined => {
  const key = KEYS.find((each) => each in item);
  return key === undefined ? undefined : String((item as Record<string, unknown>)[key]);
};

function shown(field: string, leaf: Leaf | undefined): string | null {
  if (leaf === undefined) return null;
  const { text, variable, isReference } = leaf;
  if (variable !== undefined && SECRET_NAME.test(variable)) return REDACTED;
  if (isReference) return oneLine(text, VALUE_CHARACTERS_MAX);
  // A name says that its value is a secret, also where the value alone doesn't look like one.
  const beside = `${variable ?? field.slice(field.lastIndexOf(".") + 1)}=`;
  const clean = redact(`${beside}${text}`);
  return oneLine(clean.startsWith(beside) ? clean.slice(beside.length) : REDACTED, VALUE_CHARACTERS_MAX);
}
