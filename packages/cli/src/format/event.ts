import type { LogLevel, StoredEvent } from "@tocsin/sdk";
import { cleanLine } from "./clean.ts";
import type { Paint, Style } from "./paint.ts";
import { clock } from "./time.ts";

const levelStyle: Readonly<Record<LogLevel, Style>> = {
  debug: "gray",
  info: "cyan",
  warn: "yellow",
  error: "red",
  fatal: "red",
};

/** An event on one line, safe to print: time, what it is, service, what it says. */
export function eventLine(event: StoredEvent, paint: Paint): string {
  return `${paint("dim", clock(event.timestamp))}  ${kindOf(event, paint)}  ${paint("bold", cleanLine(event.service))}  ${contentOf(event)}`;
}

function kindOf(event: StoredEvent, paint: Paint): string {
  if (event.kind === "log") return paint(levelStyle[event.level], cleanLine(event.level).toUpperCase().padEnd(6));
  return paint("magenta", event.kind === "metric" ? "METRIC" : "DEPLOY");
}

function contentOf(event: StoredEvent): string {
  switch (event.kind) {
    case "log":
      return cleanLine(event.message);
    case "metric":
      return cleanLine(`${event.name} ${event.value} ${event.unit}`);
    default:
      return cleanLine(`${event.version} to ${event.environment}${event.gitHash ? ` (${event.gitHash})` : ""}`);
  }
}
