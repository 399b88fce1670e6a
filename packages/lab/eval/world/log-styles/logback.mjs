// Java services with Logback's text layout and stack traces over several lines.
import { capitalize, framesOf } from "./encoding.mjs";

const EXCEPTIONS = [
  "java.lang.IllegalStateException",
  "java.lang.NullPointerException",
  "org.springframework.dao.DataIntegrityViolationException",
];

export const logback = {
  name: "logback",
  verbs: "Created Updated Resolved Dispatched Booked Cancelled Indexed Calculated Confirmed Archived".split(" "),
  nouns: "order,payment,customer,tax rate,stock item,return label,subscription,category,gift card,booking".split(","),
  info: [
    "VERB NOUN {id} in {ms} ms",
    "VERB {many} NOUN rows for tenant {n}",
    "NOUN with id={id} VERB by {user}",
    "Saga NOUN step VERB, correlation {uuid}",
    "Scheduled task for NOUN completed: {n} VERB, 0 skipped",
    "Publishing NOUN event VERB to topic shop.events, offset {num}",
  ],
  warn: [
    "HHH000104: firstResult/maxResults specified with collection fetch; NOUN query took {ms} ms",
    "Retry attempt {n} for NOUN {id}",
    "Thread starvation or clock leap detected (housekeeper delta={ms}ms)",
    "NOUN cache is {pct} % full",
  ],
  error: [
    "Could not commit JPA transaction for NOUN {id}",
    "Duplicate key value violates unique constraint for NOUN: Key (id)=({num}) already exists",
    "Validation failed for NOUN {id}: amount must not be null",
    "Optimistic locking failed; NOUN {id} was changed by another transaction",
    "Unexpected state of NOUN {id}: expected VERB",
    "Could not deserialize NOUN message at offset {num}",
  ],
  debug: ["Executing prepared SQL for NOUN", "Acquired lock NOUN:{id}"],
  failures: {
    refused: 'I/O error on GET request for "http://PEER:8080": Connection refused',
    timeout: "java.net.SocketTimeoutException: Read timed out calling PEER after {took} ms",
    status: "503 Service Unavailable from PEER: [no body], request {hex}",
    tls: "PKIX path validation failed calling PEER: CertPathValidatorException: validity check failed",
    pool: "HikariPool-1 - Connection is not available, request timed out after {took}ms",
    regression: 'Servlet.service() threw NullPointerException: because "order.total" is null',
  },
  start: [
    "Starting Application v1 with PID {pid}",
    "Tomcat started on port 8080 (http)",
    "Started Application in {n} seconds",
  ],
  stop: ["Commencing graceful shutdown. Waiting for active requests to complete", "HikariPool-1 - Shutdown completed."],
  fatal: ["Application run failed", "java.lang.OutOfMemoryError: Java heap space"],
  heartbeat: "Heartbeat of scheduler node {n}: ok",
  request: "{method} PATH -> {status} ({took} ms)",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    `\n${chance.pick(EXCEPTIONS)}: ${noun}${framesOf(chance.integer(3, 9), (nth) => `\n\tat com.shop.${noun.replaceAll(" ", "")}.${capitalize(noun)}Service.call${nth}(${capitalize(noun)}Service.java:${chance.integer(20, 600)})`)}\n\t... ${chance.integer(20, 60)} common frames omitted`,
  line: ({ level, text, fields, trace, noun }) =>
    `{day} {clockComma} ${level.toUpperCase().padEnd(5)} [http-nio-8080-exec-{thread}] c.s.${capitalize(noun)}Service - ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
