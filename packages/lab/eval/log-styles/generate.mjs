// Lines of a log style with their true templates. `{user}` in a template stands for a value of that kind (values.mjs).
import { createChance } from "../healthy/chance.mjs";
import { VALUES } from "./values.mjs";

const LINES = 1000;
const SLOT = /\{(\w+)\}/g;

/**
 * The first templates of a style are the most frequent (Zipf). Braces that hold no kind of value are text, as in JSON.
 */
export function linesOf({ name, templates }, seed) {
  const chance = createChance(seed);
  const events = [];
  const lines = [];
  for (let line = 0; line < LINES; line++) {
    const event = Math.min(templates.length, Math.floor((templates.length + 1) ** chance.next())) - 1;
    events.push(event);
    lines.push(templates[event].replace(SLOT, (text, kind) => VALUES[kind]?.(chance) ?? text));
  }
  return { name, lines, events };
}
