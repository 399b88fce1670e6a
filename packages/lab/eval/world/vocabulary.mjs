// The log templates of one service: drawn from its style, with frequencies by Zipf's law.
import { bindIds, compilePattern } from "./log-template.mjs";
import { shuffled } from "./service-names.mjs";

/** Causes that a style has no words of its own for. */
const DEFAULT_FAILURES = {
  refused: "connection refused to PEER",
  timeout: "deadline exceeded calling PEER after {took} ms",
  status: "bad answer of PEER: 503 (request {hex})",
  dns: "cannot resolve PEER: no such host",
  tls: "TLS handshake with PEER failed: certificate has expired",
  ports: "connect to PEER: cannot assign requested address",
  limited: "PEER answered 429 Too Many Requests",
  payment: "PEER answered 402 (charge {hex})",
  pool: "timed out after {took} ms waiting for a connection, {n} waiting",
  overload: "server busy: request rejected with 503, {n} queued",
  regression: "unexpected undefined value in NOUN handler {hex}",
  config: "setting NOUN_MODE is missing, request {hex} failed",
  disk: "no space left on device while writing NOUN {hex}",
  io: "write of {hex} has not completed for 30 s",
  memory: "out of memory, killed",
  keys: "token of request {hex} is signed with an unknown key",
  schema: "message {num} does not fit the schema, set aside",
  zone: "network of {pod} is unreachable, request {hex} failed",
  throttled: "rate limit of client {ip} exceeded, answered 429",
  job: "job refresh-NOUN failed in run {num}: unknown column zone",
};
const EDGE_CAUSES = ["refused", "timeout", "status", "dns", "tls", "ports", "limited", "payment"];
const OWN_CAUSES = Object.keys(DEFAULT_FAILURES).filter((cause) => !EDGE_CAUSES.includes(cause));
const ANSWERS_HTTP = new Set(["edge", "middle", "leaf", "office", "staging"]);
const PATHS = [
  "/NOUN",
  "/NOUN/{id}",
  "/api/v1/NOUN",
  "/api/v2/NOUN/{id}",
  "/api/NOUN/search",
  "/NOUN/{id}/items",
  "/internal/NOUN/{id}",
];

const fill = (shape, { verb, noun, peer, path }) =>
  shape
    .replaceAll("PATH", path)
    .replaceAll("PEER", peer)
    .replaceAll("VERB", verb)
    .replaceAll("NOUNS", `${noun.replaceAll(" ", "_")}s`)
    .replaceAll("NOUN", noun.replaceAll(" ", "_"))
    .replaceAll("nounId", `${noun.split(" ").at(-1)}Id`)
    .replaceAll("nounID", `${noun.split(" ").at(-1)}ID`);

/** "text | key={variable} other=words of the value" */
function split(shape) {
  const [text, rest = ""] = shape.split(" | ");
  const fields = [...rest.matchAll(/([\w.]+)=("[^"]*"|.*?)(?= [\w.]+=|$)/g)].map(([, key, value]) => [
    key,
    value.replaceAll('"', ""),
  ]);
  return { text, fields };
}

/** Function that compiles shapes of the service's style into templates. */
function createCompiler(node, chance) {
  const { style } = node;
  let count = 0;
  /** @param {{ id?: string, isRequest?: boolean, hasTrace?: boolean, noun?: string, verb?: string, peer?: string, path?: string }} given */
  return (level, shape, given = {}) => {
    const { id = `${node.name}/${count++}`, isRequest = false, hasTrace = false, ...words } = given;
    const noun = words.noun ?? chance.pick(style.nouns);
    const filled = fill(bindIds(shape, chance), {
      verb: chance.pick(style.verbs),
      peer: "postgres",
      path: "/",
      ...words,
      noun,
    });
    const { text, fields } = split(filled);
    const trace = hasTrace ? style.trace(noun, chance) : "";
    const pattern = style.line({ level, text, fields, trace, noun, service: node.name, isRequest });
    return { id, level, pattern, ...compilePattern(pattern) };
  };
}

const zipf = (count, exponent) => Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent);

/** Lookup table of 512 entries, so that a draw takes constant time. */
function lookupTableOf(weights) {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const table = new Uint8Array(512);
  let index = 0;
  let reached = weights[0] / sum;
  for (let place = 0; place < 512; place++) {
    while ((place + 0.5) / 512 > reached && index < weights.length - 1) reached += weights[++index] / sum;
    table[place] = index;
  }
  return table;
}

/** The last errors come about once in several days. */
export function pickError(errors, chance) {
  let left = chance.next() * errors.weightSum;
  for (let index = 0; index < errors.list.length; index++) {
    left -= errors.weights[index];
    if (left <= 0) return errors.list[index];
  }
  return errors.list[0];
}

function errorsOf(list) {
  const weights = zipf(list.length, 2.6);
  return { list, weights, weightSum: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** All templates of a service. `nodes` name the callees. */
export function createVocabulary(node, nodes, chance) {
  const { style } = node;
  const compile = createCompiler(node, chance);
  const infoCount = style.isAccess ? chance.integer(3, 6) : chance.integer(8, node.logRate < 4 ? 16 : 42);
  const combinations = shuffled(
    style.info.flatMap((shape) => style.nouns.flatMap((noun) => style.verbs.map((verb) => ({ shape, noun, verb })))),
    chance,
  );
  const info = combinations.slice(0, infoCount).map(({ shape, noun, verb }) => compile("info", shape, { noun, verb }));
  const withNouns = (level, shapes, count) =>
    Array.from({ length: count }, (_, nth) =>
      compile(level, shapes[nth % shapes.length], {
        noun: chance.pick(style.nouns),
        hasTrace: level === "error" && chance.happens(0.6),
      }),
    );
  const request = ANSWERS_HTTP.has(node.role) ? shuffled(PATHS, chance).slice(0, chance.integer(2, 6)) : [];
  const requestId = `${node.name}/request`;
  const requestsOf = (level) =>
    request.map((path) =>
      compile(level, style.request, {
        id: requestId,
        isRequest: true,
        path: bindIds(path.replaceAll("NOUN", chance.pick(style.nouns).split(" ")[0]), chance),
      }),
    );
  const failure = (cause, peer) =>
    compile("error", style.failures[cause] ?? DEFAULT_FAILURES[cause], {
      peer,
      noun: style.nouns[0],
      hasTrace: chance.happens(0.35),
    });
  const edges = node.edges.map(({ to }) =>
    Object.fromEntries(EDGE_CAUSES.map((cause) => [cause, failure(cause, nodes[to].name)])),
  );
  const lines = (level, shapes) =>
    shapes.map((shape) => compile(level, shape, { peer: nodes[node.edges[0]?.to ?? 0].name }));
  return {
    compile,
    info,
    infoTable: lookupTableOf(zipf(info.length, 1.1)),
    warn: withNouns("warn", style.warn, chance.integer(2, style.warn.length + 2)),
    debug: withNouns("debug", style.debug, chance.integer(1, 4)),
    errors: errorsOf(withNouns("error", style.error, chance.integer(3, style.error.length + 3))),
    request: requestsOf("info"),
    requestError: style.hasRequestErrors ? requestsOf("error") : null,
    edges,
    causes: Object.fromEntries(OWN_CAUSES.map((cause) => [cause, failure(cause, "the store")])),
    start: lines("info", style.start),
    stop: lines("info", style.stop),
    fatal: lines("fatal", style.fatal),
    heartbeat: compile("info", style.heartbeat),
    certificate: compile("warn", `certificate of ${node.name} expires in {n} days`),
    healthCheck: compile("warn", "health check failed once, will be repeated"),
  };
}

/** A new version: an info line that wasn't there, one gone, at times an error in other words. */
export function rewordVocabulary(vocabulary, node, version, chance) {
  const { style } = node;
  const info = [...vocabulary.info];
  const place = chance.integer(Math.min(2, info.length - 1), info.length - 1);
  info[place] = vocabulary.compile("info", chance.pick(style.info), { id: `${node.name}/${version}/info` });
  let { errors } = vocabulary;
  if (chance.happens(0.25)) {
    const list = [...errors.list];
    list[chance.integer(0, list.length - 1)] = vocabulary.compile(
      "error",
      `request failed: ${chance.pick(style.error)}`,
      { id: `${node.name}/${version}/error` },
    );
    errors = { ...errors, list };
  }
  return { ...vocabulary, info, errors };
}

/** Flat list of the templates. */
export const templatesIn = ({
  info,
  warn,
  debug,
  errors,
  request,
  requestError,
  edges,
  causes,
  start,
  stop,
  fatal,
  heartbeat,
  certificate,
  healthCheck,
}) => [
  ...info,
  ...warn,
  ...debug,
  ...errors.list,
  ...request,
  ...(requestError ?? []),
  ...edges.flatMap((causesOfEdge) => Object.values(causesOfEdge)),
  ...Object.values(causes),
  ...start,
  ...stop,
  ...fatal,
  heartbeat,
  certificate,
  healthCheck,
];
