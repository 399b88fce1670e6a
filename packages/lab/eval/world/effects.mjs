// What a fault or a normal disturbance changes at a service for one minute. Logs and metrics follow from the changed state.

const NONE = {
  /** Factors on arrivals, capacity, own latency, retries by callers, messages per request. */
  traffic: 1,
  capacity: 1,
  latency: 1,
  retries: 1,
  published: 1,
  /** Added latency in milliseconds, for the service itself and for what its calls wait. */
  addMs: 0,
  waitMs: 0,
  /** Share of requests that fail on their own, and the name of the cause in the logs. */
  fail: 0,
  cause: null,
  /** Refuses connections. */
  isDown: false,
  /** Accepts requests and never answers. */
  isHung: false,
  /** Sends no telemetry at all, or no logs. */
  isSilent: false,
  areLogsSilent: false,
  /** Only the access log shows the failures. */
  areErrorsUnlogged: false,
  /** The heartbeat line is missing. */
  hasNoHeartbeat: false,
  isStuck: false,
  /** Share of messages that end as dead letters. */
  deadLetters: 0,
  /** Shares of memory, disk, connection pool and CPU that are taken. */
  leak: 0,
  disk: 0,
  pool: 0,
  steal: 0,
  /** Factor on the hit ratio. */
  cache: 1,
  replicationLag: 0,
  /** Number of pods that fail every request. */
  podsOut: 0,
  /** Calls that fail: index of the edge, "all", "tls" or null; which share; how it is logged. */
  edge: null,
  edgeFail: 0,
  edgeCause: null,
  /** Share of requests that are rejected with 429. */
  limited: 0,
  /** Share of health checks that fail. */
  unavailable: 0,
  /** Errors a minute that don't fail requests. */
  newErrors: 0,
  /** Restarts a minute, and why. */
  restarts: 0,
  restartCause: null,
  deploys: false,
  /** More debug lines. */
  debug: 0,
};

export const createEffects = () => ({ ...NONE });
export const resetEffects = (effects) => Object.assign(effects, NONE);
