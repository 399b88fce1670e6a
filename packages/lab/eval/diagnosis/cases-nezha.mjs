// Nezha's Train Ticket: pods' metrics of whole days, but logs and calls only of a normal minute of each day and of three
// minutes of each fault, of which the first mostly lies before it. Such healthy minutes, the normal ones and those before
// other faults, stand in for the minutes before a fault that nothing is kept of.
import { basename, join } from "node:path";
import { filesBelow, readCsv, readJson, readJsonLines, readTable } from "../files.mjs";
import { createEvents, gridOver } from "./picture.mjs";

const MINUTE = 60_000;
/** The minutes that the logs of a fault are kept of: the one it was injected in, by name, and two more. */
const FAULT_MINUTES = 3;
const MINUTES_IN_VIEW = 33;
/** A minute is healthy where no more than this of it came after the fault. */
const OVER_MS = 20_000;
/** Some lines carry times of another century. */
const FAR_OFF_MS = 10 * MINUTE;
/** From one fault on so long nothing counts as healthy. */
const RECOVERED_MS = 10 * MINUTE;
/** Whoever asks from outside, as the metrics of the front end call it. */
const FRONT_END = "Frontend";
const NO_METRICS = new Set(["Time", "TimeStamp", "PodName", "ServiceName"]);

/** A pod is called after its service, the hash of its template and its own. */
const serviceOf = (pod) => (pod === "" ? FRONT_END : pod.replace(/-[a-z0-9]{8,10}-[a-z0-9]{5}$/, ""));

export function* nezhaCases(folder) {
  const normal = filesBelow(join(folder, "normal"), ".logs.jsonl.gz").map((path) => readMinutes([path]));
  const days = filesBelow(folder, "-fault_list.json").map((list) => {
    const day = basename(list).slice(0, "2023-01-29".length);
    const injected = Object.values(readJson(list)).flat();
    const faults = injected.map((fault) => faultOf(folder, day, fault));
    return { day, faults: faults.map((fault) => (followsAnother(fault, faults) ? { ...fault, before: [] } : fault)) };
  });
  for (const { day, faults } of days) {
    const metrics = filesBelow(join(folder, "metrics", day), ".csv.gz").flatMap(readPodMetrics);
    for (const fault of faults) {
      const others = days.flatMap((each) => each.faults).filter((other) => other !== fault);
      yield nezhaCase({ fault, metrics, healthy: whole([...normal, ...others.flatMap(({ before }) => before)]) });
    }
  }
}

/** Without those minutes that hold less than half of what is usual: of them parts are missing. */
function whole(minutes) {
  const lengths = minutes.map(({ lines }) => lines.length).sort((a, b) => a - b);
  return minutes.filter(({ lines }) => lines.length >= lengths[Math.floor(lengths.length / 2)] / 2);
}

/** The minute before a fault isn't healthy where another was injected shortly before. */
const followsAnother = ({ injectedAt }, faults) =>
  faults.some((other) => other.injectedAt < injectedAt && injectedAt - other.injectedAt < RECOVERED_MS);

/** A fault with the minutes that are kept of it, and its first one where that was over when the fault came. */
function faultOf(folder, day, fault) {
  const injectedAt = Date.parse(`${fault.inject_time.replace(" ", "T")}Z`);
  const firstMinute = injectedAt - (injectedAt % MINUTE);
  const files = filesBelow(join(folder, "fault", day), ".logs.jsonl.gz").filter((path) => {
    const minute = minuteOf(day, path);
    return minute >= firstMinute && minute < firstMinute + FAULT_MINUTES * MINUTE;
  });
  const first = readMinutes(files.slice(0, 1));
  const over = Math.max(...first.lines.map(({ t }) => t)) - injectedAt < OVER_MS;
  const id = `${day}/${fault.inject_time.slice(11)} ${fault.inject_type}`;
  const before = { ...first, lines: first.lines.filter(({ t }) => t < injectedAt) };
  return { ...fault, id, injectedAt, during: readMinutes(files), before: over ? [before] : [] };
}

function nezhaCase({ fault, metrics, healthy }) {
  const { during, injectedAt } = fault;
  const times = during.lines.map(({ t }) => t);
  const [began, noticedAt] = [Math.min(...times), Math.max(...times)];
  const start = noticedAt + 1 - MINUTES_IN_VIEW * MINUTE;
  const events = createEvents();
  const telemetry = [
    ...standIns(healthy, start, began).flatMap((minute) => telemetryOf(minute, events)),
    ...telemetryOf(during, events),
    ...metrics
      .filter(({ at }) => at >= start && at <= noticedAt)
      .map(({ at, service, name, value }) => events.metric(at, service, name, value)),
  ];
  const calls = callsIn([...healthy, during]);
  return {
    id: fault.id,
    system: fault.inject_type,
    truth: { service: serviceOf(fault.inject_pod) },
    knownOnset: injectedAt,
    scene: {
      telemetry,
      grid: gridOver(start, noticedAt, MINUTE),
      noticedAt,
      primary: FRONT_END,
      services: new Set([...calls.flat(), ...telemetry.map(({ service }) => service)]),
      calls,
    },
  };
}

/** Files are called after their minute. */
const minuteOf = (day, path) => Date.parse(`${day}T${basename(path).slice(0, 5).replace("_", ":")}:00Z`);

/** Lines and calls of minutes; some lines stand in the files of two minutes. */
function readMinutes(logFiles) {
  const seen = new Set();
  const lines = logFiles.flatMap((path) => {
    const minute = minuteOf(basename(join(path, "..")), path);
    const fresh = readJsonLines(path).filter(
      (line) => Math.abs(line.t - minute) < FAR_OFF_MS && !seen.has(JSON.stringify(line)),
    );
    for (const line of fresh) seen.add(JSON.stringify(line));
    return fresh;
  });
  const calls = logFiles.flatMap((path) => {
    const day = basename(join(path, ".."));
    return readTable(path.replace(".logs.jsonl.gz", ".calls.csv.gz")).map((call) => ({
      at: minuteOf(day, path),
      caller: serviceOf(call.parent_pod),
      service: serviceOf(call.pod),
      operation: call.operation,
      spans: Number(call.spans),
      p90: Number(call.dur_us_p90),
    }));
  });
  return { lines, calls };
}

/** Healthy minutes in turns, one for each minute from `start` to `end`, each thing at its second. */
function standIns(healthy, start, end) {
  const many = Math.ceil((end - start) / MINUTE);
  return Array.from({ length: many }, (_, index) => {
    const { lines, calls } = healthy[index % healthy.length];
    const first = lines.reduce((least, { t }) => Math.min(least, t), Number.POSITIVE_INFINITY);
    const from = end - (many - index) * MINUTE;
    return {
      lines: lines.map((line) => ({
        ...line,
        t: from + line.t - first,
        trace: line.trace && `${line.trace}-${index}`,
      })),
      calls: calls.map((call) => ({ ...call, at: from })),
    };
  });
}

function telemetryOf({ lines, calls }, events) {
  return [
    ...lines.map(({ t, pod, level, msg, trace, logger }) => {
      const [place, line] = logger.split("#");
      return events.log(t, serviceOf(pod), level.toLowerCase(), msg, {
        ...(trace && { traceId: trace }),
        metadata: { logger_name: place, caller_line_number: line },
      });
    }),
    ...calls.flatMap(({ at, caller, service, operation, spans, p90 }) => {
      const labels = { caller, operation };
      return [
        events.metric(at, service, "spans", spans, labels),
        events.metric(at, service, "duration_p90_us", p90, labels),
      ];
    }),
  ];
}

function readPodMetrics(path) {
  const [names, ...rows] = readCsv(path);
  const [time, pod] = [names.indexOf("TimeStamp"), names.findIndex((name) => /^(Pod|Service)Name$/.test(name))];
  return rows.flatMap((row) =>
    names.flatMap((name, column) =>
      NO_METRICS.has(name)
        ? []
        : [{ at: Number(row[time]) * 1000, service: serviceOf(row[pod]), name, value: Number(row[column]) }],
    ),
  );
}

/** Pairs of caller and callee, each once. */
function callsIn(minutes) {
  const pairs = minutes
    .flatMap(({ calls }) => calls)
    .filter(({ caller, service }) => caller !== service)
    .map(({ caller, service }) => `${caller} ${service}`);
  return [...new Set(pairs)].map((pair) => pair.split(" "));
}
