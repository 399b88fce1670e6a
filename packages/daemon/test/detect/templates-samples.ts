import {
  createTemplateSet,
  matchTemplate,
  type TemplateSet,
  templateText,
} from "../../src/methods/log-templates/template-set.ts";

export const mine = (set: TemplateSet, ...messages: string[]): string[] =>
  messages.map((message, at) => matchTemplate(set, message, at).fingerprint);

/** What its patterns are, once all of the messages came. */
export function templatesOf(...messages: string[]): string[] {
  const set = createTemplateSet();
  mine(set, ...messages);
  return [...set.templates.values()].map(templateText);
}
