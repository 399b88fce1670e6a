import { toSingleLine } from "../../kernel/single-line.ts";
import type { ProbeOutput } from "../../probe/prober.ts";

/** A number for people. */
export const amount = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

export const share = (part: number, whole: number): string => (whole > 0 ? ` (${amount((100 * part) / whole)}%)` : "");

/** A line for each fact that is known. */
export const factLines = (facts: readonly (readonly [name: string, value: unknown])[]): string[] =>
  facts.flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}: ${toSingleLine(String(value))}`],
  );

/** As many whole lines as so many bytes hold. */
export function report(
  lines: readonly string[],
  findings: readonly (string | undefined)[],
  bytesMax: number,
): ProbeOutput {
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > bytesMax;
  });
  return {
    text: lines.slice(0, fitting === -1 ? undefined : fitting).join("\n"),
    truncated: fitting !== -1,
    findings: findings.filter((each) => each !== undefined),
  };
}
