import { PERCENT, RATIO, SECONDS } from "../../methods/golden-signals/metric-units.ts";
import { RATIO_MAX } from "../detection-bounds.ts";
import type { MetricThresholdRule } from "./rule.ts";

export interface Conversion {
  readonly factor: number;
  /** Values above this, before the conversion, contradict their unit and are not judged. */
  readonly most: number;
}

/** OpenTelemetry uses the unit `1` for ratios and for counts, so the name decides. */
const RATIO_NAMED_ONE = ["utilization", "utilisation", "saturation", "share"];
/** A rate of these is a ratio; other rates may be anything. */
const RATE_OF = ["error", "errors", "failure", "failures", "success"];
/** Names with these last words are counts or parts of a histogram. */
const COUNT_ENDS: ReadonlySet<string> = new Set(["count", "total", "sum", "bucket", "number", "num"]);
const SAYS_NOTHING: ReadonlySet<string> = new Set(["1", "", "none", "unitless"]);

const AS_IT_IS: Conversion = { factor: 1, most: Number.POSITIVE_INFINITY };
const FROM_RATIO: Conversion = { factor: 100, most: RATIO_MAX };

/** The conversion that the name implies; null if it implies none. */
function namedConversion(unit: string, name: string, words: ReadonlySet<string>): Conversion | null {
  if (COUNT_ENDS.has([...words].at(-1) ?? "")) return null;
  const has = (word: string): boolean => words.has(word);
  if (name.endsWith("percent") || name.endsWith("pct")) return AS_IT_IS;
  if (name.endsWith("ratio") || name.endsWith("fraction")) return FROM_RATIO;
  if (!SAYS_NOTHING.has(unit)) return null;
  if ([...PERCENT].some(has)) return AS_IT_IS;
  if ([...RATIO].some(has)) return FROM_RATIO;
  if (unit !== "1") return null;
  return RATIO_NAMED_ONE.some(has) || (has("rate") && RATE_OF.some(has)) ? FROM_RATIO : null;
}

/** Null if the values can't be converted. `name` is the plain one. */
export function conversionTo(
  wanted: MetricThresholdRule["unit"],
  unit: string,
  name: string,
  words: ReadonlySet<string>,
): Conversion | null {
  if (wanted === "any") return AS_IT_IS;
  const plain = unit.trim().toLowerCase();
  if (wanted === "seconds") {
    const factor = SECONDS.get(plain);
    return factor === undefined ? null : { factor, most: Number.POSITIVE_INFINITY };
  }
  if (PERCENT.has(plain)) return AS_IT_IS;
  return RATIO.has(plain) ? FROM_RATIO : namedConversion(plain, name, words);
}
