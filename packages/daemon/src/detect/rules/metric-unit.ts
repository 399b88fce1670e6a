import { RATIO_MAX } from "../detection-bounds.ts";
import type { MetricUnit } from "./rule.ts";

/** How values become the rule's unit. */
export interface Conversion {
  readonly factor: number;
  /** A greater value, as it came, isn't what its unit or name says, and is not judged. */
  readonly most: number;
}

const PERCENT: ReadonlySet<string> = new Set(["%", "percent", "pct", "percentage"]);
const RATIO: ReadonlySet<string> = new Set(["ratio", "fraction"]);
const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  ms: 1e-3,
  millisecond: 1e-3,
  milliseconds: 1e-3,
  us: 1e-6,
  microseconds: 1e-6,
  ns: 1e-9,
  nanoseconds: 1e-9,
  m: 60,
  min: 60,
  minutes: 60,
};

/** OpenTelemetry gives the unit `1` to shares of a whole and to plain numbers of things: then the name has to tell. */
const RATIO_NAMED_ONE = ["utilization", "utilisation", "saturation", "share"];
/** A rate without a unit of time is a share; other rates may be anything. */
const RATE_OF = ["error", "errors", "failure", "failures", "success"];
/** What ends so is a number of things, or a part of a histogram, whatever else it is called. */
const COUNT_ENDS: ReadonlySet<string> = new Set(["count", "total", "sum", "bucket", "number", "num"]);
const SAYS_NOTHING: ReadonlySet<string> = new Set(["1", "", "none", "unitless"]);

const AS_IT_IS: Conversion = { factor: 1, most: Number.POSITIVE_INFINITY };
const FROM_RATIO: Conversion = { factor: 100, most: RATIO_MAX };

/** What the name says of values whose unit doesn't; null: nothing. */
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

/** How values of a metric become the unit of a rule; null: they can't. `name` is the plain one. */
export function conversionTo(
  wanted: MetricUnit,
  unit: string,
  name: string,
  words: ReadonlySet<string>,
): Conversion | null {
  if (wanted === "any") return AS_IT_IS;
  const plain = unit.trim().toLowerCase();
  if (wanted === "seconds") {
    const factor = Object.hasOwn(SECONDS, plain) ? SECONDS[plain] : undefined;
    return factor === undefined ? null : { factor, most: Number.POSITIVE_INFINITY };
  }
  if (PERCENT.has(plain)) return AS_IT_IS;
  return RATIO.has(plain) ? FROM_RATIO : namedConversion(plain, name, words);
}
