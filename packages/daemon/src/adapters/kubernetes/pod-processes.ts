import type { V1Pod } from "@kubernetes/client-node";
import type { PodTool } from "../../model/diagnostic-tool.ts";
import type { ProbeLimits, ProbeOutput } from "../../probe/prober.ts";
import type { Cluster } from "./cluster-connection.ts";
import { chooseContainer, statusOf } from "./containers.ts";
import { endedEarly, execute, exitCodeOf } from "./exec.ts";
import { counted, oneLine, tally } from "./format-text.ts";
import { ClusterFailed } from "./kubernetes-failure.ts";

/**
 * All that is ever run in a container: the first that its `ps` understands. Names of programs only, never their
 * arguments, which can hold secrets. The second is for small builds of busybox, which know no `time`.
 */
const LISTINGS: readonly (readonly string[])[] = [
  ["ps", "-e", "-o", "pid,ppid,user,time,rss,comm"],
  ["ps", "-o", "pid,ppid,user,rss,comm"],
];

const NAMES_SHOWN_MAX = 5;
/** Exit codes of shells and runtimes for a command that doesn't exist or can't be run. */
const NOT_RUNNABLE = new Set([126, 127]);
const NOT_THERE = /executable file not found|no such file or directory|permission denied/i;

type ProcessesTool = Extract<PodTool, { type: "getPodProcesses" }>;

export async function listProcesses(
  cluster: Cluster,
  pod: V1Pod,
  tool: ProcessesTool,
  limits: ProbeLimits,
): Promise<ProbeOutput> {
  const container = chooseContainer(pod, tool.container);
  const state = statusOf(pod, container)?.state;
  if (!state?.running) {
    const why = oneLine(state?.waiting?.reason ?? state?.terminated?.reason);
    throw new ClusterFailed(`Container ${container} isn't running${why ? ` (${why})` : ""}: it has no processes.`);
  }
  const place = { namespace: tool.namespace, pod: tool.pod, container };
  for (const listing of LISTINGS) {
    const outcome = await execute(cluster, place, listing, limits);
    if (outcome.cut) return outputOf(outcome.stdout, true, container);
    if (!outcome.status) throw endedEarly();
    const code = exitCodeOf(outcome.status);
    if (code === 0) return outputOf(outcome.stdout, false, container);
    const isMissing = code === undefined ? NOT_THERE.test(outcome.status.message) : NOT_RUNNABLE.has(code);
    if (isMissing) {
      throw new ClusterFailed(`Container ${container} has no ps, as small images do: its processes can't be listed.`);
    }
    if (code === undefined) throw new ClusterFailed(`The node could not run the listing in container ${container}.`);
  }
  throw new ClusterFailed(`The ps of container ${container} doesn't list processes in a form that is known here.`);
}

function outputOf(stdout: string, truncated: boolean, container: string): ProbeOutput {
  const lines = stdout.split("\n").filter((line) => line.trim() !== "");
  const names = lines.slice(1).map((line) => oneLine(line.trim().split(/\s+/).at(-1), 40));
  const findings = [
    `${counted(names.length, "process", "processes")} in container ${container}: ${tally(names, NAMES_SHOWN_MAX)}.`,
  ];
  return { text: stdout, truncated, findings };
}
