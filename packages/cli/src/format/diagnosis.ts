import type { Diagnosis } from "@tocsin/sdk";
import { cleanLine, cleanText } from "../text/clean-text.ts";
import { percentText } from "../text/figure.ts";
import { clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import type { Layout } from "./layout.ts";

const INDENT = 6;

/** A diagnosis with numbered evidence, which hypotheses and fixes cite. */
export function diagnosisText(diagnosis: Diagnosis, layout: Layout): string {
  const { paint, width } = layout;
  const { rootCause, summary, evidence, omitted, model } = diagnosis;
  const numbers = new Map(evidence.map(({ id }, index) => [id, index + 1]));
  const cite = (ids: readonly string[]) =>
    ids.flatMap((id) => (numbers.has(id) ? [`[${numbers.get(id)}]`] : [])).join(" ");
  const facts = [
    model && model.status !== "used"
      ? `Without the model ${cleanLine(model.name)}: ${cleanLine(model.reason ?? "")}`
      : "",
    ...omitted.map(cleanLine),
  ].filter((fact) => fact !== "");
  return [
    headline(diagnosis, layout),
    ...(rootCause ? [wrap(cleanText(rootCause), width)] : []),
    wrap(cleanText(summary), width),
    ...facts.map((fact) => paint("dim", wrap(fact, width))),
    ...section("Hypotheses", causes(diagnosis, cite, layout), layout),
    ...section("Suggested fixes", fixes(diagnosis, cite, layout), layout),
    ...section("Evidence", pieces(diagnosis, layout), layout),
  ].join("\n");
}

function headline({ rootCause, confidenceScore }: Diagnosis, { paint }: Layout): string {
  const said = rootCause ? `${percentText(confidenceScore)} confident` : "inconclusive";
  return `${paint("bold", "Diagnosis")} ${said}`;
}

const section = (title: string, lines: readonly string[], { paint }: Layout): string[] =>
  lines.length === 0 ? [] : ["", paint("bold", title), ...lines];

type Cite = (ids: readonly string[]) => string;

const causes = ({ hypotheses }: Diagnosis, cite: Cite, { width }: Layout): string[] =>
  hypotheses.map(({ rank, confidence, cause, evidence, counterEvidence }) => {
    const against = counterEvidence.length > 0 ? ` against it ${cite(counterEvidence)}` : "";
    const text = `${percentText(confidence)} ${cleanLine(cause)} ${cite(evidence)}${against}`;
    return `  ${`${rank}.`.padEnd(INDENT - 2)}${wrapHanging(text, width, INDENT)}`;
  });

const fixes = ({ suggestedFixes }: Diagnosis, cite: Cite, { width }: Layout): string[] =>
  suggestedFixes.map(({ id, title, description, actionType, risk, evidence }) => {
    const how = actionType === null ? "by hand" : cleanLine(`${actionType}, --fix ${id}`);
    const head = `${cleanLine(title)} (${how}, risk ${risk}) ${cite(evidence)}`;
    const more = description ? `\n${" ".repeat(INDENT)}${wrapHanging(cleanLine(description), width, INDENT)}` : "";
    return `  -   ${wrapHanging(head, width, INDENT)}${more}`;
  });

const pieces = ({ evidence }: Diagnosis, { width, paint }: Layout): string[] =>
  evidence.map(({ kind, service, summary, at, ref }, index) => {
    const [said, name] = [cleanLine(summary), cleanLine(service ?? "")];
    const about = said.includes(name) ? kind : `${kind} of ${name}`;
    const head = wrapHanging(`${clock(at)} ${about}: ${said}`, width, INDENT);
    const where = ref === null ? "" : `\n${" ".repeat(INDENT)}${paint("dim", cleanLine(ref))}`;
    return `${`[${index + 1}]`.padEnd(INDENT)}${head}${where}`;
  });
