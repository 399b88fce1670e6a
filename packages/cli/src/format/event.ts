import type { DeadLetter, LogLevel, StoredEvent } from "@tocsin/sdk";
import { cleanJson, cleanLine, cleanText } from "../text/clean-text.ts";
import { figureText } from "../text/figure.ts";
import type { Paint, Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { excerpt, wrap, wrapHanging } from "../text/wrap.ts";
import { type Fact, factList, heading, optionalFact } from "./fact-list.ts";
import type { Layout } from "./layout.ts";
import { ageColumn, column, fieldColumn, listingOf } from "./listing.ts";

export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "fatal"];

export const levelStyle: Readonly<Record<LogLevel, Style>> = {
  debug: "gray",
  info: "cyan",
  warn: "yellow",
  error: "red",
  fatal: "red",
};

/** Maximum characters of an event's text on a terminal. */
export const EVENT_TEXT_MAX = 2_000;

/** An event on one line: time, level or kind, service and content, each text with at most `max` characters. */
export function eventLine(event: StoredEvent, paint: Paint, max = Number.POSITIVE_INFINITY): string {
  const { text, style } = kindOf(event);
  return `${paint("dim", clock(event.timestamp))}  ${paint(style, text.toUpperCase().padEnd(6))}  ${paint("bold", excerpt(cleanLine(event.service), max))}  ${excerpt(contentOf(event), max)}`;
}

/** The level of a log, otherwise the kind of the event. */
function kindOf(event: StoredEvent): { readonly text: string; readonly style: Style } {
  if (event.kind === "log") return { text: cleanLine(event.level), style: levelStyle[event.level] };
  return { text: event.kind === "metric" ? "metric" : "deploy", style: "magenta" };
}

/** Values of metrics are rounded for readers, and exact in pipes. */
function contentOf(event: StoredEvent, formatValue: (value: number) => string = figureText): string {
  switch (event.kind) {
    case "log":
      return cleanLine(event.message);
    case "metric":
      return cleanLine(`${event.name} ${formatValue(event.value)} ${event.unit}`);
    default:
      return cleanLine(`${event.version} to ${event.environment}${event.gitHash ? ` (${event.gitHash})` : ""}`);
  }
}

export const eventListing = listingOf<StoredEvent>([
  column("TIME", "timestamp", ({ timestamp }) => ({ text: clock(timestamp), exact: timestamp }), { dropPriority: 10 }),
  column("LEVEL", "level", (event) => ({
    ...kindOf(event),
    exact: event.kind === "log" ? cleanLine(event.level) : "",
  })),
  fieldColumn("SERVICE", "service", { minWidth: 8 }),
  column("CONTENT", "content", (event) => ({ text: contentOf(event), exact: contentOf(event, String) }), {
    minWidth: 10,
  }),
  fieldColumn("KIND", "kind", { wide: true }),
  column("TRACE", "traceId", (event) => ("traceId" in event ? event.traceId : null), { wide: true }),
  column("PATTERN", "patternId", (event) => (event.kind === "log" ? event.patternId : null), { wide: true }),
]);

export function eventDetails(event: StoredEvent, layout: Layout): string {
  const { text, style } = kindOf(event);
  const facts: Fact[] = [
    ["id", cleanLine(event.id)],
    [event.kind === "log" ? "level" : "kind", layout.paint(style, event.kind === "log" ? text : event.kind)],
    ["service", cleanLine(event.service)],
    ["time", clock(event.timestamp)],
    ["received", clock(event.receivedAt)],
    ...factsOf(event),
  ];
  const more = Object.entries((event.kind === "metric" ? event.labels : event.metadata) ?? {});
  return [
    heading(event.kind === "log" ? (event.message.split("\n")[0] ?? "") : contentOf(event), layout),
    factList(facts, layout),
    ...(event.kind === "log" && event.message.includes("\n") ? ["", wrap(cleanText(event.message), layout.width)] : []),
    ...(more.length > 0
      ? [
          "",
          layout.paint("bold", event.kind === "metric" ? "Labels" : "Metadata"),
          ...more.map(
            ([name, value]) => `  ${wrapHanging(`${cleanLine(name)}: ${valueText(value)}`, layout.width, 4)}`,
          ),
        ]
      : []),
  ].join("\n");
}

function factsOf(event: StoredEvent): Fact[] {
  switch (event.kind) {
    case "log":
      return [
        ...optionalFact("pattern", event.patternId),
        ...optionalFact("trace", event.traceId),
        ...optionalFact("span", event.spanId),
      ];
    case "metric":
      return [
        ["name", cleanLine(event.name)],
        ["value", cleanLine(`${event.value} ${event.unit}`)],
      ];
    default:
      return [
        ["version", cleanLine(event.version)],
        ["environment", cleanLine(event.environment)],
        ...optionalFact("commit", event.gitHash),
      ];
  }
}

const valueText = (value: unknown): string => (typeof value === "string" ? cleanLine(value) : cleanJson(value));

/** The service in the payload of a dead letter. */
function serviceOf({ payload }: DeadLetter): string | undefined {
  const said = (payload as { service?: unknown } | null)?.service;
  return typeof said === "string" ? said : undefined;
}

export const deadLetterListing = listingOf<DeadLetter>([
  fieldColumn("KIND", "kind"),
  column("SERVICE", "service", (deadLetter) => serviceOf(deadLetter), { minWidth: 8, dropPriority: 24 }),
  fieldColumn("REASON", "reason", { minWidth: 10 }),
  fieldColumn("ATTEMPTS", "attempts", { dropPriority: 12 }),
  ageColumn("AGE", "receivedAt", { dropPriority: 12 }),
  column("PAYLOAD", "payload", ({ payload }) => ({ text: cleanJson(payload) }), { wide: true }),
]);

export function deadLetterDetails(deadLetter: DeadLetter, layout: Layout): string {
  const { id, kind, receivedAt, attempts, reason, payload } = deadLetter;
  const facts: Fact[] = [
    ["id", cleanLine(id)],
    ["kind", cleanLine(kind)],
    ["received", clock(receivedAt)],
    ["attempts", String(attempts)],
  ];
  const sent = cleanJson(payload, 2).split("\n");
  return [
    heading(reason, layout),
    factList(facts, layout),
    "",
    layout.paint("bold", "Payload"),
    ...sent.map((line) => {
      const indent = line.search(/\S/);
      return " ".repeat(indent) + wrapHanging(line.trim(), layout.width, indent);
    }),
  ].join("\n");
}
