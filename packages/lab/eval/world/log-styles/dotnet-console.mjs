// .NET services with the console formatter of Microsoft.Extensions.Logging.
import { capitalize, framesOf } from "./encoding.mjs";

const LEVELS = { debug: "dbug", info: "info", warn: "warn", error: "fail", fatal: "crit" };

export const dotnetConsole = {
  name: "dotnet-console",
  verbs: "Executed Handled Resolved Committed Mapped Validated Dispatched Subscribed Reloaded Calculated".split(" "),
  nouns: "portfolio,quote,order book,trade,position,price feed,mandate,fee plan,tax lot,settlement".split(","),
  info: [
    "VERB NOUN command {uuid} in {tookMs} ms",
    "NOUN {id} VERB.",
    "VERB endpoint 'Bank.NOUNController.Get (Bank)' in {tookMs}ms",
    "VERB DbCommand ({ms}ms) for NOUN [Parameters=[@p0='{num}'], CommandTimeout='30']",
    "Consumer NOUN VERB message {num} from partition {n}",
    "Cache entry for NOUN {id} VERB",
  ],
  warn: [
    "NOUN query took {ms} ms and returned {many} rows",
    "The query for NOUN uses a row limiting operator without OrderBy",
    "Heartbeat took longer than {n} seconds at {clock}",
    "Retry {n} of 3 for NOUN {id}",
  ],
  error: [
    "An unhandled exception has occurred while executing the request for NOUN {id}.",
    "DbUpdateConcurrencyException: NOUN {num} was modified by another process",
    "Failed to map NOUN {id}: Sequence contains no elements",
    "Consumer NOUN could not commit offset {num}",
    "InvalidOperationException: NOUN {id} is not tradable",
  ],
  debug: ["Opening connection for NOUN", "Cache miss for NOUN {id}"],
  failures: {
    refused: "HttpRequestException: Connection refused (PEER:8080)",
    timeout:
      "TaskCanceledException: The request to PEER was canceled due to the configured HttpClient.Timeout elapsing after {took} ms",
    status:
      "HttpRequestException: Response status code from PEER does not indicate success: 503 (Service Unavailable). {hex}",
    dns: "SocketException (11): Resource temporarily unavailable (PEER:8080)",
    config: "OptionsValidationException: NOUN options: 'Endpoint' must be set. {hex}",
    disk: "IOException: No space left on device : '/data/{hex}.bin'",
  },
  start: [
    "Now listening on: http://[::]:8080",
    "Application started. Press Ctrl+C to shut down.",
    "Hosting environment: Production",
  ],
  stop: ["Application is shutting down...", "Waiting for {n} requests"],
  fatal: [
    "Unhandled exception. System.IO.FileNotFoundException: Could not load file or assembly",
    "Hosting failed to start",
  ],
  heartbeat: "Timer service is alive, {n} timers",
  request: "Request finished HTTP/1.1 {method} PATH - {status} {bytes} application/json {tookMs}ms",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 6),
      (nth) =>
        `\n         at Bank.${capitalize(noun)}Service.Step${nth}Async(Guid id) in /src/${capitalize(noun)}Service.cs:line ${chance.integer(10, 500)}`,
    ),
  line: ({ level, text, fields, trace, noun }) =>
    `${LEVELS[level]}: Bank.${capitalize(noun)}Service[${text.length % 40}]\n      ${text}${fields.map(([key, value]) => ` ${key}: ${value}`).join("")}${trace}`,
};
