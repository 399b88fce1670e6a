// TypeScript services with the console logger of NestJS.
import { capitalize, framesOf } from "./encoding.mjs";

const LEVELS = { debug: "DEBUG", info: "LOG", warn: "WARN", error: "ERROR", fatal: "FATAL" };

export const nest = {
  name: "nest",
  verbs: "geocoded suggested resolved embedded subscribed pinned linked summarised translated scheduled".split(" "),
  nouns: "journey,station,timetable,route map,alert,transfer,leg,board,calendar,operator".split(","),
  info: [
    "NOUN {id} VERB (+{ms}ms)",
    "VERB {many} NOUN items for region {n}",
    "Cron NOUN.VERB finished, {many} touched, took {ms}ms",
    "Gateway client {hex} VERB NOUN",
    "NOUN feed version {num} VERB",
    "{user} VERB NOUN {num} from {ip}",
  ],
  warn: [
    "NOUN resolver took {ms}ms",
    "NOUN {id} has no stop sequence, interpolating",
    "NOUN feed of operator {n} is {many} minutes old",
    "Attempt {n} for NOUN {id} after lock conflict",
  ],
  error: [
    "RangeError: Invalid time value in NOUN {id}",
    "QueryFailedError: invalid input syntax for type uuid in NOUN {num}",
    "NOUN {id} could not be VERB: graph has no path",
    "SyntaxError: Unexpected token < in JSON at position {n} of NOUN",
    "MaxListenersExceeded: NOUN emitter {hex} leaks",
  ],
  debug: ["loader batch NOUN size {n}", "memo NOUN {hex}"],
  failures: {
    refused: "AxiosError: connect ECONNREFUSED {ip}:3000 PEER",
    timeout: "TimeoutError: PEER has not replied for {took}ms",
    status: "BadGatewayException: PEER failed with 500, request {hex}",
    payment: "PaymentRequiredException: PEER declined charge {hex} with 402",
    ports: "AxiosError: connect EADDRNOTAVAIL PEER:443",
    limited: "ThrottlerException: PEER said 429",
    keys: "UnauthorizedException: no applicable key found in the JSON Web Key Set, request {hex}",
    job: "Cron NOUN.refresh failed: error: relation tariff_zone does not exist, run {num}",
    schema: "ValidationError: message {num}: operator should not be empty",
    zone: "SystemError on {pod}: EHOSTUNREACH, request {hex} failed",
    io: "Error: EIO: i/o error, write NOUN {hex}",
  },
  start: [
    "Starting Nest application...",
    "AppModule dependencies initialized",
    "Nest application successfully started",
  ],
  stop: ["Received SIGTERM, closing {n} sockets", "Connections closed"],
  fatal: ["Aborted (core dumped), addon route_graph.node", "Nest can't resolve dependencies of the NOUN service"],
  heartbeat: "SchedulerRegistry holds {n} timers",
  request: "{method} PATH {status} {took}ms",
  hasRequestErrors: true,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 5),
      (nth) =>
        `\n    at async ${capitalize(noun)}Service.phase${nth} (/usr/src/app/dist/${noun.length}/${nth}.js:${chance.integer(9, 380)}:${chance.integer(5, 60)})`,
    ),
  line: ({ level, text, fields, trace, noun }) =>
    `[Nest] {pid}  - {usTime}  ${LEVELS[level].padStart(7)} [${capitalize(noun)}Service] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
