import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Flags } from "@oclif/core";
import type { Incident, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../command/base-command.ts";
import {
  changedIncidents,
  countOutcomes,
  type IncidentOutcome,
  outcomeOf,
  outcomesText,
} from "../demo/incident-outcome.ts";
import { type EventCounts, playRecording } from "../demo/play-recording.ts";
import { readRecording } from "../demo/recording.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { duration } from "../flags/common-flags.ts";
import { incidentListing, serviceOf, severityStyle, statusStyle } from "../format/incident.ts";
import { readClaims } from "../session/claims.ts";
import { createStatusTracker } from "../tail/incident-feed.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { clock } from "../text/time.ts";
import { truncate } from "../text/truncate.ts";

const usualFile = fileURLToPath(new URL("../../../../examples/shop-outage/recording.ndjson.gz", import.meta.url));
const usualLengthMs = 60_000;

const TITLE_MIN = 20;

export default class Demo extends BaseCommand {
  static override summary = "Play a recorded outage and watch the incidents that Tocsin opens.";
  static override description =
    `The command sends the logs, metrics and deployments of a shop whose checkout breaks, in time lapse, with current timestamps. It prints the incidents as they open.

The recording is sent to the organization "demo", apart from your incidents. To see them, store a token of that organization in a profile of its own:

  ${programs.daemon} token --organization demo --subject me | ${programs.cli} login --profile demo

To use another organization, name it with --organization and use a token of it.`;
  static override examples = [
    "tocsin demo --profile demo",
    "tocsin demo --profile demo --speed 600",
    "tocsin demo --file my-outage.ndjson.gz --organization staging",
  ];
  static override flags = {
    organization: Flags.string({ description: "Organization to send the recording to.", default: "demo" }),
    speed: Flags.string({
      description: "Speed-up factor; by default the recording takes a minute.",
      helpValue: "<60>",
    }),
    file: Flags.string({
      description: "File with the recording.",
      default: usualFile,
      defaultHelp: async () => "examples/shop-outage/recording.ndjson.gz",
      helpValue: "<path>",
    }),
    settle: duration({
      description: "How long the stream must be quiet at the end.",
      default: 3_000,
      defaultHelp: async () => "3s",
      hidden: true,
    }),
  };

  async run() {
    const { flags } = await this.parse(Demo);
    const recording = await readRecording(flags.file);
    const speed = flags.speed === undefined ? Math.max(1, recording.lengthMs / usualLengthMs) : Number(flags.speed);
    if (!(speed > 0))
      throw new Failure(`Expected a speed above 0; got ${JSON.stringify(flags.speed)}.`, exitCodes.usage);
    const session = await this.session(flags);
    const client = await session.client();
    checkOrganization(session.profile.token, flags.organization);

    this.note(
      `Playing ${recording.events.length} events of ${Math.round(recording.lengthMs / 60_000)} minutes, ${Math.round(speed)} times as fast, to the organization ${flags.organization}.`,
    );
    const leave = new AbortController();
    const known = await newestIncidents(client);
    const watch = this.watch(client, leave.signal);
    try {
      await Promise.race([watch.connected, watch.ended]);
      const sent = playRecording(recording, {
        client,
        organizationId: flags.organization,
        speed,
        signal: leave.signal,
        now: Date.now,
        wait: sleep,
        onProgress: (part, counts) => this.drawProgress(part, counts),
      });
      const counts = await Promise.race([sent, watch.ended]);
      this.endProgress();
      await watch.quiet(flags.settle);
      // The stream has no message for a repeated observation, so the list decides.
      const incidents = changedIncidents(known, await newestIncidents(client));
      const fates = countOutcomes(incidents.map((incident) => outcomeOf(known.get(incident.id), incident)));
      await this.summary(counts, incidents, fates, session.profileName);
      return { organization: flags.organization, sent: counts, counts: fates, incidents };
    } finally {
      leave.abort();
      watch.ended.catch(() => {});
    }
  }

  /** Follows incidents and prints their status changes. */
  private watch(client: Tocsin, signal: AbortSignal) {
    const incidents = new Map<string, Incident>();
    const moved = createStatusTracker();
    const { promise: connected, resolve } = Promise.withResolvers<void>();
    const begin = Date.now();
    let heardAt = begin;
    const follow = async (): Promise<never> => {
      for await (const message of client.incidents.stream({
        signal,
        onConnectionChange: (state) => {
          if (state.connected) resolve();
          else if (state.error && incidents.size === 0) this.note(state.error.message);
        },
      })) {
        heardAt = Date.now();
        if (message.type !== "incident") continue;
        incidents.set(message.incident.id, message.incident);
        if (moved(message.incident)) this.print(message.incident);
      }
      throw new Failure("The stream of incidents ended.");
    };
    const quiet = async (ms: number) => {
      const latest = Date.now() + ms * 10;
      heardAt = Date.now();
      while (Date.now() - heardAt < ms && Date.now() < latest) await sleep(50);
    };
    return { incidents, connected, ended: follow(), quiet };
  }

  /** Prints an incident on one line. */
  private print(incident: Incident): void {
    this.endProgress();
    const { paint } = this;
    const service = cleanLine(serviceOf(incident));
    const time = clock(new Date().toISOString());
    const title = cleanLine(incident.title);
    const space = this.width - (time.length + 8 + 13 + service.length + 4 * 2);
    const words = [
      paint("dim", time),
      paint(severityStyle[incident.severity], incident.severity.padEnd(8)),
      paint(statusStyle[incident.status], incident.status.padEnd(13)),
      paint("bold", service),
      this.isTerminal ? truncate(title, Math.max(TITLE_MIN, space)) : title,
    ];
    if (!this.jsonEnabled()) this.note(words.join("  "));
  }

  private async summary(
    counts: EventCounts,
    incidents: Incident[],
    fates: Record<IncidentOutcome, number>,
    profile: string,
  ): Promise<void> {
    const also = profile === "default" ? "" : ` --profile ${profile}`;
    this.note(
      `\nSent ${counts.logs} logs, ${counts.metrics} metrics and ${counts.deployments} deployments. ${outcomesText(fates)}`,
    );
    const [first] = incidents;
    if (!first) {
      this.note(`No incident was opened. To see the events: ${programs.cli} logs search --from 1h${also}`);
      return;
    }
    await this.showList(incidentListing(incidents), {}, "No incident was opened.");
    this.note(`Next: ${programs.cli} incident show ${first.id}${also}`);
  }

  private drawProgress(part: number, { logs, metrics, deployments }: EventCounts): void {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\u001b[K${Math.round(part * 100)} %, ${logs + metrics + deployments} events sent`);
  }

  private endProgress(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  }
}

/** Incidents that are compared before and after, the newest first. */
const COMPARED_MAX = 5_000;

async function newestIncidents(client: Tocsin): Promise<Map<string, Incident>> {
  const found = new Map<string, Incident>();
  for await (const incident of client.incidents.listAll({ limit: 500 })) {
    found.set(incident.id, incident);
    if (found.size >= COMPARED_MAX) break;
  }
  return found;
}

/** With a token of another organization the demo would show no incidents. */
function checkOrganization(token: string | undefined, organization: string): void {
  const { organization: own } = readClaims(token);
  if (own === undefined || own === organization) return;
  throw new Failure(
    `Your token belongs to the organization ${own}, and the demo uses ${organization}.`,
    exitCodes.auth,
    `To keep them apart: ${programs.daemon} token --organization ${organization} --subject me | ${programs.cli} login --profile ${organization}`,
    `                    ${programs.cli} demo --organization ${organization} --profile ${organization}`,
    `To play into yours: ${programs.cli} demo --organization ${own}`,
    ...(process.env["TOCSIN_TOKEN"]
      ? ["TOCSIN_TOKEN is set and overrides every profile; unset it to use the profile."]
      : []),
  );
}
