// RootCauseBench: an alert with logs, metrics, traces, commits, deployments and flags around it; the guilty commit, or
// none, and deployments that look guilty and aren't.
import { join } from "node:path";
import { filesBelow, readJson, readJsonLines, readTable } from "./files.mjs";
import { createEvents, gridOver } from "./picture.mjs";

const MINUTE = 60_000;
/** So long before the alert, and after it at most. */
const BEFORE = 4 * 60 * MINUTE;
const AFTER = 30 * MINUTE;
const NOTE_CHARS_MAX = 500;
const LEVELS = {
  TRACE: "debug",
  DEBUG: "debug",
  WARN: "warn",
  WARNING: "warn",
  ERROR: "error",
  FATAL: "fatal",
  CRITICAL: "fatal",
};

export function* rootCauseBenchCases(folder) {
  for (const truthFile of filesBelow(folder, "tests/ground_truth.json")) {
    const incident = join(truthFile, "../..");
    const data = join(incident, "environment/data");
    const { root_cause_commit: commit, decoy_deploy_commits: decoys } = readJson(truthFile);
    const alert = readJson(join(data, "alert.json"));
    const noticedAt = Date.parse(alert.fired_at);
    const traces = readJson(join(data, "traces.json"));
    const calls = callsIn(traces);
    const events = createEvents();
    const changes = changesOf(join(data, "context"), events);
    const telemetry = telemetryOf(data, events);
    const times = telemetry.map(({ timestamp }) => timestamp);
    const start = Math.max(Math.min(...times), noticedAt - BEFORE);
    const end = Math.min(Math.max(...times), noticedAt + AFTER);
    const named = [alert, ...telemetry, ...changes].map(({ service }) => service);
    yield {
      id: incident.slice(folder.length + 1),
      system: commit === "none" ? "no commit" : "a commit",
      truth: { commit, decoys },
      toldOnset: noticedAt,
      scene: {
        telemetry,
        grid: gridOver(start, end, MINUTE),
        noticedAt,
        primary: alert.service,
        services: new Set([...calls.flat(), ...named]),
        calls,
        changes: changes.filter(({ at }) => at <= end),
        title: alert.summary,
      },
    };
  }
}

function telemetryOf(data, events) {
  const metrics = readTable(join(data, "metrics.csv"))
    .filter(({ value }) => value !== "")
    .map(({ timestamp, service, metric, value }) =>
      events.metric(Date.parse(timestamp), service, metric, Number(value)),
    );
  const logs = readJsonLines(join(data, "logs.ndjson")).map(({ timestamp, service, severity_text: level, msg }) =>
    events.log(Date.parse(timestamp), service, LEVELS[level] ?? "info", msg),
  );
  return [...metrics, ...logs];
}

/** Deployments with the words of the commit that they brought, and flags that were turned. */
function changesOf(context, events) {
  const commits = new Map(readJson(join(context, "commits.json")).map((commit) => [commit.sha, commit]));
  const deployments = readJson(join(context, "deploys.json")).map(
    ({ timestamp, service, commit_sha: sha, version }) => {
      const { message = "", author = "", files_changed: files = [] } = commits.get(sha) ?? {};
      const event = events.deployment(Date.parse(timestamp), service, version, sha);
      return changeOf(event, `message: ${message}; author: ${author}; files: ${files.join(", ")}`);
    },
  );
  const flags = readJson(join(context, "flags.json")).map(({ timestamp, service, flag, change, actor }) =>
    changeOf(events.deployment(Date.parse(timestamp), service, `flag ${flag} ${change}`), `actor: ${actor}`),
  );
  return [...deployments, ...flags].sort((a, b) => b.at - a.at);
}

const changeOf = ({ id, service, timestamp, version, environment, gitHash }, note) => ({
  kind: "deployment",
  id,
  service,
  at: timestamp,
  what: version,
  environment,
  gitHash: gitHash ?? null,
  note: note.slice(0, NOTE_CHARS_MAX),
});

/** Pairs of caller and callee: the service of a span and that of the span within it. */
function callsIn(spans) {
  const byId = new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span]));
  const pairs = spans.flatMap(({ trace_id: trace, parent_id: parent, service }) => {
    const caller = byId.get(`${trace} ${parent}`)?.service;
    return caller === undefined || caller === service ? [] : [JSON.stringify([caller, service])];
  });
  return [...new Set(pairs)].map((pair) => JSON.parse(pair));
}
