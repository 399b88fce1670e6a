// Chance that is the same on every machine for the same seed.

/** mulberry32, with the distributions that traffic is made of. */
export function createChance(seed) {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const between = (from, to) => from + (to - from) * next();
  return {
    next,
    normal,
    between,
    integer: (from, to) => Math.floor(between(from, to + 1)),
    happens: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)],
    /** Log-normal around 1. */
    wobble: (spread) => Math.exp(spread * normal()),
    poisson(mean) {
      if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count++;
      return count;
    },
    /** How many of `count` come true. */
    binomial(count, share) {
      if (count * share > 50 || count > 200) return Math.min(count, this.poisson(count * share));
      let hits = 0;
      for (let index = 0; index < count; index++) if (next() < share) hits++;
      return hits;
    },
  };
}
