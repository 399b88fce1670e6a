import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { type Judgement, judge, read, type SeriesModel } from "../../src/methods/metric-series/series-model.ts";
import { START } from "./support.ts";

/** A value a minute, each judged by those before it. */
export function judgeAll(model: SeriesModel, from: number, values: readonly number[]): Judgement[] {
  return values.flatMap((each, index) => {
    const reading = read(model, each, START / MINUTE_MS + from + index);
    return reading === null ? [] : [judge(model, reading)];
  });
}
