// Three disjoint families of worlds, so that a detector is never reported on what it was developed or chosen with.
import { createChance } from "../healthy/chance.mjs";

export const FAMILIES = ["develop", "choose", "report"];

/** FNV-1a over integers; 21 bits, because `createChance` multiplies its seed in a double. */
function hashOf(numbers) {
  let hash = 0x811c9dc5;
  for (const number of numbers)
    for (let rest = number >>> 0, byte = 0; byte < 4; byte++, rest >>>= 8)
      hash = Math.imul(hash ^ (rest & 255), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 11;
}

/** Independent random stream for the given integers. */
export const streamOf = (...numbers) => createChance(hashOf(numbers));

/** Equal seeds of different families give different worlds. */
export function worldSeedOf(family, seed) {
  const index = FAMILIES.indexOf(family);
  if (index < 0) throw new RangeError(`Unknown family ${family}. Use one of ${FAMILIES.join(", ")}.`);
  return seed * FAMILIES.length + index;
}
