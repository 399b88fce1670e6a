// Times of requests to a daemon, one after the other.
const REQUESTS = 200;
const WARM_REQUESTS = 20;
/** What takes longer than this in all is measured by fewer requests. */
const MS_MAX = 10_000;

export const inOrder = (times) => times.toSorted((a, b) => a - b);
export const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

/** The daemon takes no + for a space. */
export const queryOf = (filter) =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** How long one answer took, to its last byte. */
export async function timed(daemon, path) {
  const began = performance.now();
  const response = await fetch(`${daemon.core}${path}`, { headers: daemon.headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}: ${text}`);
  return { ms: performance.now() - began, response };
}

/** Asks for the paths in turn; answers the times in order, and the last response. */
export async function measure(daemon, paths) {
  const times = [];
  const began = performance.now();
  let last;
  for (let n = 0; n < REQUESTS + WARM_REQUESTS && performance.now() - began < MS_MAX; n++) {
    const { ms, response } = await timed(daemon, paths[n % paths.length]);
    last = response;
    if (n >= WARM_REQUESTS || ms > MS_MAX / REQUESTS) times.push(ms);
  }
  return { times: inOrder(times), last };
}

const milliseconds = (ms) => `${ms.toFixed(1).padStart(7)} ms`;

export const figures = (times) => `p50 ${milliseconds(at(times, 0.5))}  p99 ${milliseconds(at(times, 0.99))}`;
