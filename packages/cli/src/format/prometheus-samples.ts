/** One value of a metric, as Prometheus reads it. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** A number; NaN, +Inf and -Inf as text, since JSON has no numbers for them. */
  readonly value: number | string;
}

/** The values in a text for Prometheus. */
export const parseSamples = (text: string): Sample[] => text.split("\n").flatMap((line) => parseSample(line) ?? []);

function parseSample(line: string): Sample | undefined {
  const [, name, labels = "", value] = /^([\w:]+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", said = ""]) => [
    label,
    said.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped)),
  ]);
  return { name, labels: Object.fromEntries(pairs), value: Number.isFinite(Number(value)) ? Number(value) : value };
}
