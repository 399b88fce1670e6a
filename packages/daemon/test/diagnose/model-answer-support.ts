import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { checkAnswer } from "../../src/diagnose/model/check-answer.ts";
import { type Prompt, promptFor } from "../../src/diagnose/model/prompt.ts";
import { documentOf, soberAnswer } from "../support/models.ts";
import { change, ONSET_AT, troubledPicture } from "../support/pictures.ts";

export const late = change({
  id: "01980000-0000-7000-8000-00000000beef",
  at: ONSET_AT + 600_000,
  gitHash: "1a7e",
  what: "v2.4.1",
});
export const picture = troubledPicture({ changes: [change(), late] });
export const analysis = analyse(picture);
export const prompt = promptFor(picture, analysis, 100_000) as Prompt;
export const asked = { prompt, picture, onsetAt: ONSET_AT };
export const sober = () => soberAnswer(documentOf(prompt.data));
type Answer = ReturnType<typeof sober>;
export const hypothesis = (given: Record<string, unknown>): Answer["hypotheses"][0] =>
  ({ ...sober().hypotheses[0], ...given }) as never;
export const fix = (given: Record<string, unknown>): Answer["suggestedFixes"][0] =>
  ({ ...sober().suggestedFixes[0], ...given }) as never;

export const check = (answer: unknown) =>
  checkAnswer(typeof answer === "string" ? answer : JSON.stringify(answer), asked);
export function taken(answer: unknown) {
  const outcome = check(answer);
  if ("problem" in outcome) throw new Error(outcome.problem);
  return outcome;
}
export const aliasOf = (id: string): string =>
  prompt.exhibits.find(({ evidence }) => evidence.id === id)?.alias ?? "none";
