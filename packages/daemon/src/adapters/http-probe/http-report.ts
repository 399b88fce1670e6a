import { toSingleLine } from "../../kernel/single-line.ts";
import type { ProbeOutput } from "../../probe/prober.ts";
import type { Answer, Exchange } from "./http-exchange.ts";
import type { Target } from "./http-target.ts";

/** Headers that say how a service is; what others hold is nobody's business. */
const SHOWN_HEADERS = ["server", "content-type", "content-length", "retry-after", "date", "via"];

const ms = (value: number): string => `${Math.round(value).toLocaleString("en-US")} ms`;

/** Where a redirect leads: the host alone, since the rest may hold a token. */
function leadsTo(location: string, url: URL): string {
  const to = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return to?.host ? toSingleLine(to.host) : "an address that can't be read";
}

function redirect({ status, headers }: Answer, url: URL): string | undefined {
  return status >= 300 && status < 400 && headers.location !== undefined
    ? `It redirects to ${leadsTo(headers.location, url)}, which wasn't followed.`
    : undefined;
}

const ENDINGS: Readonly<Record<Answer["ending"], string | undefined>> = {
  whole: undefined,
  cut: undefined,
  late: "The body didn't end in time.",
  broken: "The body broke off.",
};

function body({ body, ending }: Answer): string[] {
  if (body.length === 0) return ["", "No body."];
  const read = `${body.length.toLocaleString("en-US")} bytes`;
  if (body.includes(0)) return ["", `Body: not text (${read} read).`];
  return ["", `Body (${ending === "cut" ? `the first ${read}` : read}):`, new TextDecoder().decode(body)];
}

/** The whole as text and findings, the most telling first. `dns` is undefined where the host is an address. */
export function report(
  target: Target,
  done: Exchange,
  times: { readonly dns: number | undefined; readonly total: number },
): ProbeOutput {
  const { timings, answer, tls } = done;
  const leads = answer && redirect(answer, target.url);
  const steps = [
    times.dns === undefined ? undefined : `DNS ${ms(times.dns)}`,
    `connect ${ms(timings.connect)}`,
    timings.tls === undefined ? undefined : `TLS ${ms(timings.tls)}`,
    answer && `first byte ${ms(timings.answer)}`,
    `total ${ms(times.total)}`,
  ];
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = answer?.headers[name];
    return value === undefined ? [] : [`${name}: ${toSingleLine(String(value))}`];
  });
  const lines = [
    // Without the query, which may hold a token.
    `GET ${toSingleLine(target.url.origin + target.url.pathname)}`,
    answer ? `Status: ${answer.status}` : "Status: none",
    `Timings: ${steps.filter((step) => step !== undefined).join(", ")}`,
    ...(tls?.lines ?? []),
    ...headers,
    ...(leads ? [leads] : []),
    ...(answer ? body(answer) : []),
  ];
  const untilAnswer = (times.dns ?? 0) + timings.connect + (timings.tls ?? 0) + timings.answer;
  const status = answer && `${answer.status} after ${ms(untilAnswer)}.`;
  return {
    text: lines.join("\n"),
    truncated: answer?.ending === "cut" || answer?.ending === "late",
    findings: [status, leads, answer && ENDINGS[answer.ending], ...(tls?.findings ?? [])].filter(
      (each) => each !== undefined,
    ),
  };
}
