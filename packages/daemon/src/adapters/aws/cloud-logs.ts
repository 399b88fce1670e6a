import { toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { amount } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";

const PAGES_MAX = 20;
const PAGE_EVENTS_MAX = 1_000;
const MESSAGE_CHARACTERS_MAX = 4_000;
const CONTAINS_CHARACTERS_MAX = 200;

interface LogLine {
  readonly at: number;
  readonly text: string;
  readonly bytes: number;
}

/** Amazon CloudWatch Logs API reference: FilterLogEvents. */
export const cloudLogs: AwsTool = {
  shape: {
    service: "logs",
    what: "a log group",
    arn: /^log-group:(?<name>[\w./#-]{1,512})(:\*)?$/,
    id: /^(?<name>[\w./#-]{1,512})$/,
  },
  actions: ["logs:FilterLogEvents"],
  async run(call) {
    const header = `Log group ${call.target.name} in ${call.target.region}, ${toIso(call.from)} to ${toIso(call.to)}`;
    const { lines, more } = await readLines(call, call.bytes - Buffer.byteLength(header));
    const words = call.contains === undefined ? "" : ` with ${JSON.stringify(toSingleLine(call.contains, 100))}`;
    const found =
      lines.length === 0
        ? `No lines${words}${more ? " in the part that was read" : ""}.`
        : `${amount(lines.length)} ${lines.length === 1 ? "line" : "lines"}${words}${more ? ", and there are more" : ""}.`;
    return { text: [header, ...lines.map(({ text }) => text)].join("\n"), truncated: more, findings: [found] };
  },
};

/** A quoted term means itself, whatever stands in it; only quotes and backslashes need one. */
const quoted = (words: string): string =>
  `"${toSingleLine(words, CONTAINS_CHARACTERS_MAX).replace(/["\\]/g, (character) => `\\${character}`)}"`;

/** The newest lines, the oldest of them first; of more than the bytes hold, the older ones go. */
async function readLines({ config, target, from, to, contains, ask }: Call, bytesMax: number) {
  const { CloudWatchLogsClient, FilterLogEventsCommand } = await import("@aws-sdk/client-cloudwatch-logs");
  let lines: LogLine[] = [];
  let more = false;
  let token: string | undefined;
  await closing(new CloudWatchLogsClient(config), async (client) => {
    for (let page = 0; page < PAGES_MAX; page++) {
      const command = new FilterLogEventsCommand({
        logGroupName: target.name,
        startTime: from,
        endTime: to,
        startFromHead: false,
        limit: PAGE_EVENTS_MAX,
        ...(contains === undefined ? {} : { filterPattern: quoted(contains) }),
        ...(token === undefined ? {} : { nextToken: token }),
      });
      const answer = await ask("logs:FilterLogEvents", (options) => client.send(command, options));
      const fresh = (answer.events ?? []).map(({ timestamp = from, message = "" }) =>
        logLine(Math.min(Math.max(timestamp, from), to), message),
      );
      const kept = newest([...lines, ...fresh], bytesMax);
      more ||= kept.length < lines.length + fresh.length;
      lines = kept;
      token = answer.nextToken;
      // They come newest first, so what follows is older than what no longer fits.
      if (!token || more) break;
    }
  });
  return { lines, more: more || token !== undefined };
}

function logLine(at: number, message: string): LogLine {
  const text = `${toIso(at)} ${toSingleLine(message, MESSAGE_CHARACTERS_MAX)}`;
  return { at, text, bytes: Buffer.byteLength(text) + 1 };
}

/** As many of the newest as fit. Sorting keeps the order of those of one time. */
function newest(lines: readonly LogLine[], bytesMax: number): LogLine[] {
  const sorted = [...lines].sort((one, other) => one.at - other.at);
  let bytes = 0;
  const last = sorted.findLastIndex((each) => {
    bytes += each.bytes;
    return bytes > bytesMax;
  });
  return sorted.slice(last + 1);
}
