/** A sample of the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** A number; NaN, +Inf and -Inf are text, because JSON has no such numbers. */
  readonly value: number | string;
}

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
