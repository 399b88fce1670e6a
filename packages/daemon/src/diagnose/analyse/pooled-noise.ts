// The method: docs/methods/pooled-noise.md
import { quantile } from "../../methods/robust/robust-spread.ts";
import type { Deviation } from "./deviation.ts";

/** A share of the past that its extremes make up, and how many scales off they lie where values scatter normally. */
const EXTREMES = 0.97;
const EXTREME_SCALES = 2.2;
/** Fewer services of one metric tell nothing of each other. */
const PEERS_MIN = 4;

/**
 * The noise estimate is pooled over all series with the same metric name: a jump that some of them made before is weak
 * evidence for any of them.
 */
export function poolNoise(deviations: readonly Deviation[]): Deviation[] {
  const peers = new Map<string, Deviation[]>();
  for (const deviation of deviations) {
    if (deviation.signal.counted) continue;
    const known = peers.get(deviation.signal.name);
    if (known) known.push(deviation);
    else peers.set(deviation.signal.name, [deviation]);
  }
  const noiseFactors = new Map<string, number>();
  for (const [name, all] of peers) if (all.length >= PEERS_MIN) noiseFactors.set(name, noiseFactorOf(all));
  return deviations.map((deviation) => {
    const factor = deviation.signal.counted ? 1 : (noiseFactors.get(deviation.signal.name) ?? 1);
    return factor === 1 ? deviation : { ...deviation, distance: deviation.distance / factor };
  });
}

/** How many times further than normal the extremes of the past lie. */
function noiseFactorOf(peers: readonly Deviation[]): number {
  const leaps = new Float64Array(peers.reduce((sum, { pastTo }) => sum + pastTo, 0));
  let size = 0;
  for (const { signal, before, unit, pastTo } of peers) {
    if (unit === 0) continue;
    for (let at = 0; at < pastTo; at += 1) {
      const value = signal.values[at] as number;
      if (Number.isFinite(value)) leaps[size++] = Math.abs(value - before) / unit;
    }
  }
  if (size === 0) return 1;
  return Math.max(1, quantile(leaps.subarray(0, size).sort(), EXTREMES) / EXTREME_SCALES);
}
