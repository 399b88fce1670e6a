import type { V1Pod } from "@kubernetes/client-node";
import { toIso } from "../../kernel/clock.ts";
import type { PodLogsTool } from "../../model/diagnostic-tool.ts";
import { indicatesProblem } from "../../probe/key-patterns.ts";
import type { ProbeLimits, ProbeOutput } from "../../probe/prober.ts";
import type { Cluster } from "./cluster-connection.ts";
import { chooseContainer, statusOf } from "./containers.ts";
import { counted } from "./format-text.ts";
import { ClusterFailed, readStatus } from "./kubernetes-failure.ts";
import { boundedClient } from "./transport.ts";

const TAIL_LINES_DEFAULT = 200;
const TAIL_LINES_MAX = 5000;

/**
 * The cluster sends the oldest lines first, and the newest matter most. So much more is read than kept, and long lines
 * displace old lines.
 */
const READ_PER_KEPT_BYTE = 8;

/** Written before each line when times are asked for: RFC 3339 with up to nine digits of a second. */
const LINE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) /;
export async function readLogs(
  cluster: Cluster,
  pod: V1Pod,
  tool: PodLogsTool,
  limits: ProbeLimits,
): Promise<ProbeOutput> {
  const container = chooseContainer(pod, tool.container);
  const bytesRead = limits.bytes * READ_PER_KEPT_BYTE;
  const bounds = { signal: limits.signal, bytesRead, bytesKept: limits.bytes };
  const client = boundedClient(cluster, cluster.kubernetes.CoreV1Api, bounds);
  let raw: string;
  try {
    raw = await client.api.readNamespacedPodLog({
      namespace: tool.namespace,
      name: tool.pod,
      container,
      timestamps: true,
      limitBytes: bytesRead,
      tailLines: Math.min(tool.tailLines ?? TAIL_LINES_DEFAULT, TAIL_LINES_MAX),
      ...(tool.sinceSeconds === undefined ? {} : { sinceSeconds: tool.sinceSeconds }),
      ...(tool.previous === undefined ? {} : { previous: tool.previous }),
    });
  } catch (error) {
    throw logTrouble(error, container) ?? error;
  }
  if (isCollected(raw)) throw new ClusterFailed(`The log of container ${container} isn't kept any longer.`, 200);
  return outputOf(linesOf(raw, client.wasCut()), client.wasCut(), pod, container, tool.previous ?? false);
}

interface Lines {
  readonly texts: readonly string[];
  /** Milliseconds since 1970. */
  readonly newestAt: number | undefined;
}

function linesOf(raw: string, cut: boolean): Lines {
  const lines = raw.split("\n");
  // A cut text begins in the middle of a line.
  if (cut && lines.length > 1) lines.shift();
  if (lines.at(-1) === "") lines.pop();
  let newestAt: number | undefined;
  const texts = lines.map((line) => {
    const time = LINE_TIME.exec(line);
    if (!time) return line;
    const at = Date.parse(`${time[1]}.${(time[2] ?? "0").slice(0, 3)}${time[3]}`);
    if (!Number.isNaN(at)) newestAt = Math.max(newestAt ?? at, at);
    return line.slice(time[0].length);
  });
  return { texts, newestAt };
}

function outputOf({ texts, newestAt }: Lines, truncated: boolean, pod: V1Pod, container: string, previous: boolean) {
  const errors = texts.filter(indicatesProblem).length;
  const restarts = statusOf(pod, container)?.restartCount ?? 0;
  const run = previous ? `container ${container} before its last restart` : `container ${container}`;
  const newest = newestAt === undefined ? "" : `, the newest of ${toIso(newestAt)}`;
  const findings = [
    ...(errors > 0 ? [`Lines that look like errors: ${errors} of ${texts.length}.`] : []),
    texts.length > 0 ? `${counted(texts.length, "line")} of ${run}${newest}.` : `No lines of ${run} in this time.`,
    ...(restarts > 0 ? [`The container restarted ${counted(restarts, "time")}.`] : []),
  ];
  return { text: texts.join("\n"), truncated, findings };
}

/** The cluster answers 200 and one line of this where the log of a container is gone (seen with 1.20). */
const isCollected = (raw: string): boolean =>
  raw.length < 1000 &&
  /^(?:\S+Z )?(?:unable to retrieve container logs for|failed to try resolving symlinks in path) /.test(raw);

/** A log that can't be there yet, or not any longer, is answered as 400 with a sentence. */
function logTrouble(error: unknown, container: string): ClusterFailed | undefined {
  const { code, body } = error as { code?: unknown; body?: unknown };
  if (code !== 400) return undefined;
  const { message } = readStatus(body);
  if (/previous terminated container .{1,200} not found/.test(message)) {
    return new ClusterFailed(`Container ${container} has not restarted: there is no log of an earlier run.`, 400);
  }
  const why = /is waiting to start: ([A-Za-z ,'-]{1,100})/.exec(message)?.[1];
  if (why === undefined) return undefined;
  const image = /image/i.test(why) ? "its image can't be had" : "it has not started";
  return new ClusterFailed(`Container ${container} has no log yet: ${image} (${why.trim()}).`, 400);
}
