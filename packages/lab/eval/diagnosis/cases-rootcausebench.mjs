// RootCauseBench: an alert with logs, metrics, traces, commits, deployments and flags around it; the guilty commit, or
// none, and deployments that look guilty and aren't.
import { join } from "node:path";
import { commitsOf } from "../../../daemon/src/diagnose/gather/gather-changes.ts";
import { filesBelow, readJson, readJsonLines, readTable } from "../files.mjs";
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
      knownOnset: noticedAt,
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

/** Deployments with the words of their commit and the commits that they brought, and flags that were turned. */
function changesOf(context, events) {
  const commits = readJson(join(context, "commits.json")).sort(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  const deploys = readJson(join(context, "deploys.json"));
  const deployments = deploys.map((deploy) => {
    const { timestamp, service, commit_sha: sha, version } = deploy;
    const { message = "", author = "", files_changed: files = [] } = commits.find((commit) => commit.sha === sha) ?? {};
    const event = events.deployment(Date.parse(timestamp), service, version, sha);
    const note = `message: ${message}; author: ${author}; files: ${files.join(", ")}`;
    return changeOf(event, note, broughtBy(deploy, deploys, commits));
  });
  const flags = readJson(join(context, "flags.json")).map(({ timestamp, service, flag, change, actor }) =>
    changeOf(events.deployment(Date.parse(timestamp), service, `flag ${flag} ${change}`), `actor: ${actor}`, []),
  );
  return [...deployments, ...flags].sort((a, b) => b.at - a.at);
}

/** The commits of the one repository since what was deployed of the service before, as a pipeline lists them. */
function broughtBy({ timestamp, service, commit_sha: head }, deploys, commits) {
  const place = (sha) => commits.findIndex((commit) => commit.sha === sha);
  const earlier = deploys.filter((other) => other.service === service && other.timestamp < timestamp);
  const before = Math.max(-1, ...earlier.map(({ commit_sha: sha }) => place(sha)));
  return commits
    .slice(before + 1, place(head) + 1)
    .map(({ sha, message, files_changed: files, diff }) => ({ sha, message, files, diff: diff ?? "" }));
}

const changeOf = ({ id, service, timestamp, version, environment, gitHash }, note, commits) => ({
  kind: "deployment",
  id,
  service,
  at: timestamp,
  what: version,
  environment,
  gitHash: gitHash ?? null,
  note: note.slice(0, NOTE_CHARS_MAX),
  commits: commitsOf({ commits }),
});

/** Pairs of caller and callee: the service of a span and that of the span within it. Ids of spans recur: the last one before is meant. */
function callsIn(spans) {
  const last = new Map();
  const pairs = spans.flatMap(({ span_id: id, parent_id: parent, service }) => {
    const caller = last.get(parent);
    last.set(id, service);
    return caller === undefined || caller === service ? [] : [JSON.stringify([caller, service])];
  });
  return [...new Set(pairs)].map((pair) => JSON.parse(pair));
}
