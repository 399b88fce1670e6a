import { truncate } from "../kernel/truncate.ts";
import {
  createTemplateSet,
  type LogTemplate,
  matchTemplate,
  templateText,
} from "../methods/log-templates/template-set.ts";
import { isLogTool, type ToolType } from "../model/diagnostic-tool.ts";
import { KEY_PATTERNS_MAX, LINES_MINED_MAX, PATTERN_CHARACTERS_MAX, PATTERNS_MINED_MAX } from "./probe-limits.ts";

/** Also matches error class names such as ValueError. */
const TROUBLE =
  /(?:error|exception)\b|\b(?:err|fatal|panic|critical|traceback|segfault|fail(?:ed|ure|ing|s)?|timed out|timeout|refused|denied|rejected|unavailable|unreachable|unhealthy|oomkilled|killed|crashloopbackoff|backoff|evicted|cannot|unable|exhausted|overflow|deadlock|throttl(?:ed|ing))\b/i;
/** Rare patterns, which may be harmless, leave space for those of errors. */
const RARE_MAX = 3;

export const indicatesProblem = (line: string): boolean => TROUBLE.test(line);

/** Only the last lines are mined. */
export const lastLines = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-LINES_MINED_MAX);

/**
 * The notable patterns: those of errors by frequency, then, for logs, those new in the second half, the rarest first.
 */
export function keyPatterns(type: ToolType, lines: readonly string[]): string[] {
  const set = createTemplateSet();
  const troubled = new Set<LogTemplate>();
  lines.forEach((line, index) => {
    const pattern = matchTemplate(set, line, index, PATTERNS_MINED_MAX);
    if (pattern.count === 0) pattern.firstAt = index;
    pattern.lastAt = index;
    pattern.count += 1;
    if (indicatesProblem(line)) troubled.add(pattern);
  });
  const patterns = [...set.templates.values()];
  const loud = patterns.filter((pattern) => troubled.has(pattern)).sort((one, other) => other.count - one.count);
  // Only lines of logs are independent events.
  const rare = isLogTool(type)
    ? patterns
        .filter((pattern) => !troubled.has(pattern) && pattern.firstAt >= lines.length / 2 && lines.length > 1)
        .sort((one, other) => one.count - other.count || other.lastAt - one.lastAt)
        .slice(0, RARE_MAX)
    : [];
  const texts = [...loud.slice(0, KEY_PATTERNS_MAX - rare.length), ...rare].map(templateText);
  return [...new Set(texts.filter((text) => text !== ""))].map((text) => truncate(text, PATTERN_CHARACTERS_MAX));
}

/** The error with placeholders, so that equal causes count together. */
export const failurePattern = (error: string): string =>
  truncate(templateText(matchTemplate(createTemplateSet(), error, 0)), PATTERN_CHARACTERS_MAX);
