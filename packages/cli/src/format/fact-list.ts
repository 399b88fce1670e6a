import { cleanLine } from "../text/clean-text.ts";
import { figureText } from "../text/figure.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import type { Layout } from "./layout.ts";

/** A name and a value, which is safe to print and can be painted. */
export type Fact = readonly [name: string, value: string];

/** A fact with a cleaned value; none if the value is missing or empty. */
export const optionalFact = (name: string, value: unknown): Fact[] =>
  typeof value === "string" && value !== "" ? [[name, cleanLine(value)]] : [];

/** The facts, one a line, with aligned values. Names must be shorter than `indent`. */
export const factList = (facts: readonly Fact[], { width, paint }: Layout, indent = 13): string =>
  facts
    .map(([name, value]) => `${paint("dim", name.padEnd(indent - 1))} ${wrapHanging(value, width, indent)}`)
    .join("\n");

/** A heading with bullet points; nothing for an empty list. The lines must be safe to print. */
export function bulletSection(title: string, lines: readonly string[], { width, paint }: Layout): string[] {
  if (lines.length === 0) return [];
  return [[paint("bold", title), ...lines.map((line) => `  - ${wrapHanging(line, width, 4)}`)].join("\n")];
}

/** The heading of a page. */
export const heading = (text: string, { width, paint }: Layout): string => paint("bold", wrap(cleanLine(text), width));

/** `{ namespace: "shop", replicas: 3 }` as `namespace shop, replicas 3`; nested values are JSON. */
export const keyValueText = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(", ");

/** Whole numbers are settings or counts, so they are exact. */
function valueText(value: unknown): string {
  if (typeof value === "number" && !Number.isInteger(value)) return figureText(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `1 service`, `2 services`. */
export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
