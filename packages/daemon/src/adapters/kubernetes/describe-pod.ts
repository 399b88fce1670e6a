import type { CoreV1Event, V1Container, V1Pod } from "@kubernetes/client-node";
import { toIso } from "../../kernel/clock.ts";
import type { ProbeOutput } from "../../probe/prober.ts";
import { CONTAINERS_MAX, describeState, statusesOf, statusOf, troublesOf } from "./containers.ts";
import { counted, isoOf, oneLine, timeOf } from "./format-text.ts";

/** Shown, of each list; the newest of the events. */
const SHOWN_MAX = 20;

/** `events`: undefined where they may not be read. */
export function describe(pod: V1Pod, events: readonly CoreV1Event[] | undefined): ProbeOutput {
  const newest = events && newestFirst(events);
  const text = [
    ...headOf(pod),
    ...listed("Conditions", conditionsOf(pod)),
    ...containersOf(pod).flatMap((container) => describeContainer(pod, container)),
    ...listed("Events, the newest first", newest?.map(describeEvent) ?? ["not known: the daemon may not list events"]),
  ].join("\n");
  return { text, truncated: (events?.length ?? 0) > SHOWN_MAX, findings: findingsOf(pod, newest ?? []) };
}

/** Never annotations, variables, commands and their arguments: what is configured there can be a secret. */
function headOf(pod: V1Pod): readonly string[] {
  const { metadata, spec, status } = pod;
  const owners = (metadata?.ownerReferences ?? []).slice(0, SHOWN_MAX).map(({ kind, name }) => `${kind} ${name}`);
  const labels = Object.entries(metadata?.labels ?? {}).slice(0, SHOWN_MAX);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Pod", `${metadata?.namespace}/${metadata?.name}`],
    ["Phase", [status?.phase, status?.reason, status?.message].filter(Boolean).join(", ")],
    ["Created", isoOf(metadata?.creationTimestamp)],
    ["Started", isoOf(status?.startTime)],
    ["Deleted", isoOf(metadata?.deletionTimestamp)],
    ["Node", spec?.nodeName],
    ["Owner", owners.join(", ")],
    ["Labels", labels.map(([name, value]) => `${name}=${value}`).join(", ")],
    ["Quality of service", status?.qosClass],
    ["Restart policy", spec?.restartPolicy],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value, 1000)}`] : []));
}

function conditionsOf(pod: V1Pod): readonly string[] {
  return (pod.status?.conditions ?? [])
    .slice(0, SHOWN_MAX)
    .map(({ type, status, reason, message, lastTransitionTime }) => {
      const why = [reason, message].filter(Boolean).join(": ");
      return `${oneLine(type)}=${oneLine(status)} since ${isoOf(lastTransitionTime)}${why ? `, ${oneLine(why)}` : ""}`;
    });
}

const containersOf = (pod: V1Pod): readonly V1Container[] =>
  [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])].slice(0, CONTAINERS_MAX);

function describeContainer(pod: V1Pod, container: V1Container): readonly string[] {
  const status = statusOf(pod, container.name);
  const lines = [`image ${oneLine(container.image)}`];
  if (status) {
    lines.push(describeState(status.state));
    if (status.lastState?.terminated) lines.push(`before: ${describeState(status.lastState)}`);
    lines.push(`${status.ready ? "ready" : "not ready"}, ${counted(status.restartCount, "restart")}`);
  }
  const { requests, limits } = container.resources ?? {};
  lines.push(`requests ${amounts(requests)}; limits ${amounts(limits)}`);
  return listed(`Container ${oneLine(container.name)}`, lines);
}

const amounts = (given: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(given ?? {})
    .slice(0, SHOWN_MAX)
    .map(([name, amount]) => `${oneLine(name)} ${oneLine(amount)}`)
    .join(", ") || "none";

const listed = (title: string, lines: readonly string[]): readonly string[] => [
  `${title}:`,
  ...(lines.length > 0 ? lines : ["none"]).map((line) => `  ${line}`),
];

/** Which of the times an event has depends on who wrote it. */
const lastSeen = ({ series, lastTimestamp, eventTime, firstTimestamp }: CoreV1Event): number =>
  timeOf(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? firstTimestamp) || 0;

const newestFirst = (events: readonly CoreV1Event[]): readonly CoreV1Event[] =>
  [...events].sort((one, other) => lastSeen(other) - lastSeen(one)).slice(0, SHOWN_MAX);

function describeEvent(event: CoreV1Event): string {
  const times = event.series?.count ?? event.count ?? 1;
  const often = times > 1 ? ` ×${times}` : "";
  const at = lastSeen(event);
  return `${at ? toIso(at) : "undated"} ${oneLine(event.type)} ${oneLine(event.reason)}${often}: ${oneLine(event.message)}`;
}

function findingsOf(pod: V1Pod, events: readonly CoreV1Event[]): readonly string[] {
  const { status, metadata } = pod;
  const found: string[] = [];
  if (status?.phase === "Failed") {
    found.push(
      `The pod failed: ${oneLine([status.reason, status.message].filter(Boolean).join(", ")) || "no reason given"}.`,
    );
  }
  const unscheduled = status?.conditions?.find(({ type, status: is }) => type === "PodScheduled" && is === "False");
  if (unscheduled) found.push(`No node takes the pod: ${oneLine(unscheduled.message ?? unscheduled.reason)}.`);
  const statuses = statusesOf(pod);
  found.push(...statuses.flatMap((each) => troublesOf(pod, each)));
  if (metadata?.deletionTimestamp) found.push(`The pod is being deleted since ${isoOf(metadata.deletionTimestamp)}.`);
  const warning = events.find(({ type }) => type === "Warning");
  if (warning) found.push(`The newest warning: ${describeEvent(warning)}`);
  const running = status?.containerStatuses ?? [];
  const ready = running.filter((each) => each.ready).length;
  const restarts = running.reduce((sum, each) => sum + each.restartCount, 0);
  found.push(
    `${oneLine(status?.phase) || "No phase"}, ${ready} of ${counted(pod.spec?.containers?.length ?? 0, "container")} ready, ${counted(restarts, "restart")}.`,
  );
  return found;
}
