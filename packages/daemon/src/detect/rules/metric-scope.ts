import type { MetricScope } from "./rule.ts";
import { matchesAny } from "./rule-scope.ts";

type Labels = Readonly<Record<string, string>>;

const NAME_CHARS_MAX = 200;

/** Names of metrics and labels are compared in lower case with `_` as the only separator. */
export const plainName = (name: string): string =>
  name
    .slice(0, NAME_CHARS_MAX)
    .trim()
    .toLowerCase()
    .replace(/[.\-/:\s]/g, "_");

/** The clouds and Kubernetes begin names with a domain, Java with a reversed one. */
const DOMAIN = /^(?:[a-z0-9.-]+\.(?:com|io)\/|(?:com|io|org|net)\.)/;

/** `disk.ioTime` has the words `disk`, `io` and `time`, and `Http5XX` has `http` and `5xx`. */
export const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .slice(0, NAME_CHARS_MAX)
      .replace(DOMAIN, "")
      .replace(/([1-5])_?xx/gi, " $1xx ")
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== ""),
  );

export const looksAtName = (rule: MetricScope, plain: string, words: ReadonlySet<string>): boolean =>
  matchesAny(rule.metrics, plain) &&
  !matchesAny(rule.except, plain) &&
  !rule.exceptWords.some((word) => words.has(word.toLowerCase()));

export type LabelTest = (labels: Labels | undefined) => boolean;

interface Condition {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly globs: readonly string[];
}

function conditionsOf(labels: MetricScope["labels"]): Condition[] {
  return Object.entries(labels).map(([name, values]) => {
    const plain = values.map((value) => value.trim().toLowerCase());
    return {
      name: plainName(name),
      words: new Set(plain.filter((value) => !value.includes("*"))),
      globs: plain.filter((value) => value.includes("*")),
    };
  });
}

/** Called for every point: only a name of the same length is copied. */
const isNamed = (label: string, plain: string): boolean =>
  label === plain || (label.length === plain.length && plainName(label) === plain);

function holds(condition: Condition, labels: Labels): boolean {
  for (const label in labels) {
    if (!isNamed(label, condition.name)) continue;
    const value = (labels[label] as string).trim().toLowerCase();
    if (condition.words.has(value) || matchesAny(condition.globs, value)) return true;
  }
  return false;
}

const NO_LABELS: Labels = {};

/** Null if the rule has no conditions on labels. */
export function labelTestOf(rule: MetricScope): LabelTest | null {
  const wanted = conditionsOf(rule.labels);
  const excepted = conditionsOf(rule.exceptLabels);
  if (wanted.length === 0 && excepted.length === 0) return null;
  return (labels = NO_LABELS) => {
    for (const condition of excepted) if (holds(condition, labels)) return false;
    for (const condition of wanted) if (!holds(condition, labels)) return false;
    return true;
  };
}
