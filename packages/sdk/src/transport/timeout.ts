/** Node can wait for 24 days; what is longer would be over at once. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** @throws RangeError where this is no time that can be waited for. */
export function checkTimeout(name: string, ms: number): void {
  if (!(ms >= 1 && ms <= TIMEOUT_MS_MAX))
    throw new RangeError(`${name} must be from 1 to ${TIMEOUT_MS_MAX} (24 days), and is ${ms}.`);
}
