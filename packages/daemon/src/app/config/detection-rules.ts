import { readFileSync } from "node:fs";
import type { Rule } from "../../detect/rules/rule.ts";
import { parseRules } from "../../detect/rules/rules-file.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { builtInRulesPath } from "./document-paths.ts";

export const builtInRules = (): Rule[] => parseRules(readFileSync(builtInRulesPath, "utf8"));

/** Shadow rules by default; an organization may set another mode. */
export const shadowRulesOf = (rules: readonly Rule[]): ReadonlySet<string> =>
  new Set(rules.filter(({ mode }) => mode === "shadow").map(({ id }) => id));

/** The built-in detection rules, or those of the operator's file. Throws ConfigError. */
export function detectionRules(config: Config, logger: Logger): Rule[] {
  const builtIn = builtInRules();
  if (!config.detectionFile) return builtIn;
  try {
    return parseRules(readFileSync(config.detectionFile, "utf8"), builtIn, (rules) =>
      logger.warn("Detection rules use the deprecated field pattern; write type", { rules }),
    );
  } catch (error) {
    throw new ConfigError(`TOCSIN_DETECTION_FILE ${config.detectionFile}: ${coerceError(error).message}`);
  }
}
