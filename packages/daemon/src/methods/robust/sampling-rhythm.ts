// The method: docs/methods/robust-spread.md
/** The most steps that a value is carried forward. */
const CARRIED_STEPS_MAX = 20;

/** Carries the last observation forward, for a metric that is sampled every few steps. */
export function carryForward(values: Float64Array, rhythm: number): Float64Array {
  if (rhythm <= 1 || rhythm > CARRIED_STEPS_MAX) return values;
  const carried = values.slice();
  let last = Number.NEGATIVE_INFINITY;
  for (let step = 0; step < values.length; step += 1) {
    if (Number.isFinite(values[step])) last = step;
    else if (step - last < rhythm) carried[step] = values[last] as number;
  }
  return carried;
}

export function medianGap(values: Float64Array): number {
  const gaps: number[] = [];
  let last = -1;
  for (let step = 0; step < values.length; step += 1) {
    if (!Number.isFinite(values[step])) continue;
    if (last >= 0) gaps.push(step - last);
    last = step;
  }
  gaps.sort((one, other) => one - other);
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? 1;
}
