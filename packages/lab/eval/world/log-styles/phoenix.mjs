// Elixir services with the default format of Logger, as Phoenix and Ecto use it.
import { capitalize, framesOf, snake } from "./encoding.mjs";

export const phoenix = {
  name: "phoenix",
  verbs: "broadcast tracked joined rerouted dwelled dispatched coalesced replayed held announced".split(" "),
  nouns: "train,platform,departure,track circuit,stop time,delay notice,vehicle,headway,signal,crew".split(","),
  info: [
    "VERB NOUN {id} in {ms}ms",
    "JOINED NOUN:{num} in {ms}ms",
    "NOUN {id} VERB, {n} subscribers",
    "[Oban] job NOUN.VERB complete | queue=default duration={ms}ms attempt={n}",
    "presence diff for NOUN: {n} joins, {n} leaves",
    "NOUN position VERB | vehicle={num} lag={ms}ms",
  ],
  warn: [
    "NOUN mailbox holds {many} messages",
    "slow query on NOUN: {ms}ms queue={ms}ms",
    "NOUN {id} VERB late, position is {many}s old",
    "ignoring unknown key in NOUN params | remote={ip}",
  ],
  error: [
    "GenServer NOUN terminating: ** (MatchError) no match of right hand side value: {num}",
    "** (KeyError) key :platform not found in NOUN {id}",
    "Task started from NOUN supervisor terminating: ** (FunctionClauseError) no function clause matching, item {num}",
    "** (Ecto.StaleEntryError) attempted to update a stale NOUN {num}",
    "could not encode NOUN {id}: invalid byte 0xC3",
  ],
  debug: ["QUERY OK source=NOUN db={ms}ms", "HANDLED PING IN NOUN {hex}"],
  failures: {
    refused: "** (Mint.TransportError) connection refused calling PEER",
    timeout: "** (Finch.TimeoutError) PEER timed out after {took}ms",
    status: "PEER replied 503, giving up on request {hex}",
    payment: "PEER replied 402 for charge {hex}",
    ports: "** (Mint.TransportError) :eaddrnotavail calling PEER",
    limited: "PEER replied 429, circuit half open",
    keys: "Joken: signature error, kid unknown, request {hex}",
    job: "[Oban] job NOUN.Refresh failed: ** (Postgrex.Error) column t0.zone does not exist, run {num}",
    schema: "** (Protobuf.DecodeError) invalid wire type for field operator at offset {num}",
    zone: "node {pod} lost its partner: :nodedown, request {hex} failed",
    io: "disk_log of NOUN {hex}: write took longer than 30000ms",
  },
  start: [
    "Running Endpoint with Bandit 1.{n} at 0.0.0.0:4000 (http)",
    "Migrations already up",
    "joined cluster of {n}",
  ],
  stop: ["SIGTERM received - shutting down", "Endpoint drained {n} connections"],
  fatal: [
    "Runtime terminating during boot: {badmatch,{error,enoent}}",
    "application stopped: NOUN supervisor reached_max_restart_intensity",
  ],
  heartbeat: "telemetry poller: run_queue={n}",
  request: "{method} PATH - Sent {status} in {took}ms",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 6),
      (nth) =>
        `\n    (rail 2.4.0) lib/rail/${snake(noun)}.ex:${chance.integer(8, 360)}: Rail.${capitalize(noun)}.stage_${nth}/${1 + (nth % 4)}`,
    ),
  line: ({ level, text, fields, trace }) =>
    `{clock} request_id={ref} [${level === "warn" ? "warning" : level === "fatal" ? "critical" : level}] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
