// The product's own method.
import { MERGE_SETTINGS } from "../../../../daemon/src/methods/log-templates/template-merge.ts";
import {
  createTemplateSet,
  matchTemplate,
  templateText,
} from "../../../../daemon/src/methods/log-templates/template-set.ts";

const SECOND_MS = 1000;

/** One pass; the final name of a line is what its first name leads to, after merges. */
function mine(lines, settings) {
  const set = createTemplateSet([], 0, 0, settings);
  const online = lines.map((line, second) => matchTemplate(set, line, second * SECOND_MS).fingerprint);
  const templates = online.map((name) => set.ids.get(name));
  return {
    online,
    final: templates.map((template, line) => template?.fingerprint ?? online[line]),
    texts: templates.map((template) => (template === undefined ? "" : templateText(template))),
    resolved: templates.filter((template) => template !== undefined).length / lines.length,
  };
}

export const tocsin = {
  name: "Tocsin",
  mine,
  defaults: MERGE_SETTINGS,
  settings: [8, 12, 16, 20, 24, 32, 48].map((evidence) => ({ ...MERGE_SETTINGS, evidence })),
};

/** Templates by masking alone: no words become values, since no message is compared with another. */
function mineAlone(lines) {
  const templates = lines.map((line) => matchTemplate(createTemplateSet(), line, 0));
  const names = templates.map(({ fingerprint }) => fingerprint);
  return { online: names, final: names, texts: templates.map(templateText) };
}

export const masksAlone = { name: "Tocsin, masks alone", mine: mineAlone, settings: [{}] };
