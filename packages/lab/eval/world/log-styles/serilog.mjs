// .NET services that write Serilog's compact log event format (CLEF), one JSON object a line.
import { capitalize, framesOf, jsonFields, jsonText } from "./encoding.mjs";

const LEVELS = { debug: "Debug", info: null, warn: "Warning", error: "Error", fatal: "Fatal" };

export const serilog = {
  name: "serilog",
  verbs: "Allocated Quoted Rebooked Ticketed Seated Released Repriced Checked Merged Waived".split(" "),
  nouns: "booking,seat,fare,coach,passenger,itinerary,berth,fare bucket,waitlist,connection".split(","),
  info: [
    "VERB NOUN {id} in {ms} ms | SourceContext=Rail.Booking ElapsedMs={ms}",
    "NOUN {id} VERB for agency {n} | Agency={n}",
    "VERB {many} NOUN entries from snapshot {num} | SnapshotId={num}",
    "Handled VERB NOUN command | CommandId={uuid} ElapsedMs={ms}",
    "NOUN projection caught up at position {num} | Position={num}",
    "Session of {user} attached to NOUN {id} | RemoteIp={ip}",
  ],
  warn: [
    "NOUN {id} VERB twice, second request ignored | RequestId={hex}",
    "NOUN query took {ms} ms, budget is 400 ms | ElapsedMs={ms}",
    "Lock on NOUN {id} held for {ms} ms | ElapsedMs={ms}",
    "Inventory copy of NOUN is {many} s old | AgeSeconds={many}",
  ],
  error: [
    "NOUN {id} can't be VERB: train has departed | RequestId={hex}",
    "ArgumentOutOfRangeException while handling NOUN {num} | RequestId={hex}",
    "NOUN aggregate {id} has version {n}, expected {n} | RequestId={hex}",
    "JsonReaderException: Unexpected character encountered while parsing NOUN. Line 1, position {n}.",
    "Availability of NOUN {num} is negative | Segment={num}",
  ],
  debug: ["Dispatching NOUN handler | Handler=VERB", "NOUN entry {hex} not in memory"],
  failures: {
    refused: "No connection could be made because the target machine actively refused it. (PEER:443) | Peer=PEER",
    timeout: "The operation was canceled: PEER gave no answer in {took} ms | Peer=PEER ElapsedMs={took}",
    status: "PEER answered InternalServerError | Peer=PEER StatusCode=500 RequestId={hex}",
    payment: "PEER answered PaymentRequired for charge {hex} | Peer=PEER StatusCode=402",
    ports: "Only one usage of each socket address is normally permitted. (PEER:443) | Peer=PEER",
    limited: "PEER answered TooManyRequests | Peer=PEER StatusCode=429",
    keys: "IDX10503: Signature validation failed. Token does not have a kid that was tried. Request {hex}",
    job: "Job RefreshNOUN failed: SqlException: Invalid column name 'tariff_zone' in run {num}",
    schema: "Can't deserialize NOUN event {num}: required property 'operator' is missing",
    zone: "Request {hex} failed on {pod}: IOException: Network is unreachable",
    io: "Write of NOUN {hex} has not completed: device timeout",
  },
  start: ["Now serving on port {port}", "Module Rail.Booking loaded in {ms} ms", "Subscribed to {n} streams"],
  stop: ["Host is stopping, {n} requests left", "Host stopped"],
  fatal: ["Host terminated unexpectedly: AccessViolationException", "Can't bind NOUN module: licence not found"],
  heartbeat: "Reservation sweeper ran, {n} holds expired | Holds={n}",
  request:
    "HTTP {method} PATH responded {status} in {tookMs} ms | RequestMethod={method} StatusCode={status} Elapsed={tookMs}",
  hasRequestErrors: true,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 5),
      (nth) =>
        `\r\n   at Rail.${capitalize(noun)}.${capitalize(noun)}Handler.Stage${nth}(Request request) in /build/${capitalize(noun)}Handler.cs:line ${chance.integer(12, 480)}`,
    ),
  line: ({ level, text, fields, trace, service }) =>
    `{"@t":"{iso}","@m":${jsonText(text)}${LEVELS[level] === null ? "" : `,"@l":"${LEVELS[level]}"`}${trace === "" ? "" : `,"@x":${jsonText(text + trace)}`}${jsonFields(fields)},"Application":"${service}","MachineName":"{pod}"}`,
};
