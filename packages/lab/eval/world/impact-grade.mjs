// Whether a person would see a difference between two states of a service. A signal counts only where the service sends it.

const GROSS = 2;
const VISIBLE = 1;
const NONE = 0;
/** The failures expected in a window: three or more then come in seven of eight (Poisson). Fewer are daily life. */
const FEWEST_FAILURES = 5;
const grade = (isVisible, isGross = false) => (isVisible ? (isGross ? GROSS : VISIBLE) : NONE);

/** What can be seen of the service in its logs and metrics. */
function visibilityOf({ style, series }) {
  const signals = new Set(series.map(({ signal }) => signal));
  const hasAny = (...names) => names.some((name) => signals.has(name));
  const hasLogs = style !== null;
  return {
    hasLogs,
    errors: hasLogs || hasAny("failed", "failedTotal", "failedRps", "errorRatio", "errorPercent", "availability"),
    traffic: hasLogs || hasAny("requests", "requestsTotal", "okTotal", "rps", "rpm", "processed", "processedTotal"),
    latency: hasAny("p50", "p95", "p99", "mean"),
    queue: hasAny("queue", "oldest"),
    deadLetters: hasLogs || hasAny("deadLetters", "deadLettersTotal"),
    cpu: hasAny("cpu", "cpuSecondsTotal", "load"),
    memory: hasAny("memoryRatio", "memoryBytes", "heapBytes"),
    disk: hasAny("diskRatio", "diskFreeBytes"),
    pool: hasAny("poolActive", "poolUsage", "poolPending"),
    hit: hasAny("hit"),
    lag: hasAny("replicationLag"),
    availability: hasAny("availability", "up", "healthy"),
    restarts: hasLogs || hasAny("restartsTotal", "uptime", "startSeconds"),
  };
}

/** A person sees what is so many standard errors away from daily life (Shewhart 1931). */
const STANDARD_ERRORS = 3;

function gradeOfRequests(visibility, node, usual, now, minutes) {
  const requests = now.traffic * minutes;
  const added = now.fail - usual.fail;
  const grades = [];
  if (visibility.errors && requests >= 1)
    grades.push(grade(added > Math.max(0.01, 2 * usual.fail) && added * requests >= FEWEST_FAILURES, added >= 0.2));
  if (visibility.latency) {
    const slower = now.latencyMs / usual.latencyMs;
    const isClear = Math.log(slower) > (STANDARD_ERRORS * node.sigma) / Math.sqrt(requests);
    grades.push(grade(isClear && slower > 1.5, slower >= 3));
  }
  if (visibility.traffic) {
    const expected = usual.traffic * minutes;
    const isClear = Math.abs(requests - expected) > STANDARD_ERRORS * Math.sqrt(expected);
    const ratio = (now.traffic + 0.01) / (usual.traffic + 0.01);
    grades.push(
      grade(isClear && (ratio < 0.55 || ratio > 1.8), ratio < 1 / 3 || (ratio > 3 && now.traffic > node.peak * 1.5)),
    );
  }
  return grades;
}

function gradeOfResources(visibility, node, usual, now) {
  const depth = now.queue - usual.queue;
  const lost = usual.availability - now.availability;
  const grades = {
    queue: grade(depth > Math.max(30, node.peak), depth > Math.max(100, 3 * node.peak)),
    deadLetters: grade(now.deadLetters - usual.deadLetters > 10),
    cpu: grade(now.cpu - usual.cpu > 0.2, now.cpu > 3 * usual.cpu && now.cpu > 0.7),
    // Memory reaches its ceiling between two collections without any fault.
    memory: grade(now.memory > Math.max(0.85, node.memory.ceiling + 0.1)),
    disk: grade(now.disk - usual.disk > 0.15, now.disk > 0.97),
    pool: grade(now.pool > 0.9 && now.pool > 1.5 * usual.pool, now.pool > 0.97 && now.pool > 3 * usual.pool),
    hit: grade(usual.hit - now.hit > 0.15),
    lag: grade(now.lag > usual.lag + 20, now.lag > usual.lag + 300),
    availability: grade(now.traffic > 0.2 && lost > 0.015, lost > 0.2),
    restarts: grade(now.restarts - usual.restarts >= 1),
  };
  return Object.entries(grades).map(([signal, value]) => (visibility[signal] ? value : NONE));
}

/** Grade of requests over a whole fault: of few requests, failures add up only slowly. */
export const createRequestGrader = (node) => {
  const visibility = visibilityOf(node);
  return (usual, now, minutes) => Math.max(NONE, ...gradeOfRequests(visibility, node, usual, now, minutes));
};

/** Grade of the difference between the means of two windows: 0 not visible, 1 visible, 2 gross. */
export function createGrader(node) {
  const visibility = visibilityOf(node);
  return (usual, now, minutes) =>
    Math.max(
      ...gradeOfRequests(visibility, node, usual, now, minutes),
      ...gradeOfResources(visibility, node, usual, now),
      grade(visibility.hasLogs && (now.newErrors >= 0.3 || now.hasNoHeartbeat > 0.5 || now.areLogsSilent > 0.5)),
      grade(now.isSilent > 0.5 || now.isDown - usual.isDown > 0.5, true),
    );
}
