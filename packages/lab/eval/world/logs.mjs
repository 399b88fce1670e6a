// The log lines of a service in one minute. They follow from its state alone; no line is written for a fault as such.
import { minuteOfDay } from "./day-plan.mjs";
import { streamOf } from "./families.mjs";
import { renderPattern } from "./log-template.mjs";
import { createVocabulary, pickError, rewordVocabulary } from "./vocabulary.mjs";

const MINUTE = 60_000;
/** A logger samples errors above this rate. */
const MOST_ERRORS_A_MINUTE = 400;
const CLIENT_ERRORS = [400, 401, 403, 404, 404, 404, 409, 422, 429];
const SERVER_ERRORS = [500, 500, 500, 502, 503];

/** The vocabulary depends on world and service alone. */
export const vocabularyOf = (world, node) =>
  createVocabulary(node, world.nodes, streamOf(world.streamSeed, 31, node.index));

export function createLogger(world, state, at) {
  const { node } = state;
  const chance = streamOf(world.streamSeed, 37, node.index, Math.floor(at / MINUTE));
  return {
    world,
    state,
    chance,
    vocabulary: vocabularyOf(world, node),
    clientErrorShare: chance.between(0.005, 0.05),
    pid: chance.integer(1, 30_000),
    line: { chance, day: "", hourMinute: "", minuteMs: 0, offsetMs: 0, status: 200, took: 0, pod: "", pid: 1 },
  };
}

function write(logger, emit, template, level, offsetMs) {
  const { state, line, chance } = logger;
  const pods = state.pods;
  // A pod that is out writes its failures itself.
  const isFixed = pods.length === 1 || template === logger.vocabulary.causes.zone;
  const pod = isFixed ? pods[0] : pods[(chance.next() * pods.length) | 0];
  line.pod = pod.name;
  line.pid = logger.pid;
  line.offsetMs = Math.min(MINUTE - 1, offsetMs | 0);
  emit(line.minuteMs + line.offsetMs, level, renderPattern(template, line), pod, template.id);
}

const anywhere = (chance) => chance.next() * MINUTE;

function drawLatency({ state, line, chance }) {
  line.took = state.latencyMs * Math.exp(state.node.sigma * chance.normal());
}

function writeRequest(logger, emit, failShare) {
  const { state, line, chance, vocabulary, clientErrorShare } = logger;
  drawLatency(logger);
  let level = "info";
  let list = vocabulary.request;
  if (chance.next() < failShare) {
    line.status =
      chance.next() * state.fail < state.effects.limited
        ? 429
        : SERVER_ERRORS[(chance.next() * SERVER_ERRORS.length) | 0];
    if (vocabulary.requestError !== null && line.status >= 500) {
      level = "error";
      list = vocabulary.requestError;
    }
  } else if (chance.next() < clientErrorShare) line.status = CLIENT_ERRORS[(chance.next() * CLIENT_ERRORS.length) | 0];
  else line.status = 200;
  // Some paths are asked for more often than others.
  write(logger, emit, list[(chance.next() ** 2 * list.length) | 0], level, anywhere(chance));
}

function writeUsual(logger, emit, count) {
  const { state, chance, vocabulary } = logger;
  const { warnShare, debugShare } = state.node;
  const debugLimit = warnShare + debugShare + state.effects.debug;
  for (let nth = 0; nth < count; nth++) {
    const kind = chance.next();
    if (kind < warnShare)
      write(logger, emit, vocabulary.warn[(chance.next() ** 2 * vocabulary.warn.length) | 0], "warn", anywhere(chance));
    else if (kind < debugLimit)
      write(logger, emit, vocabulary.debug[(chance.next() * vocabulary.debug.length) | 0], "debug", anywhere(chance));
    else
      write(logger, emit, vocabulary.info[vocabulary.infoTable[(chance.next() * 512) | 0]], "info", anywhere(chance));
  }
}

/** Shares of the causes of failures: 429, own failures, pool, disk, overload, then each edge. */
function failureWeights(state) {
  const { node, effects, edgeFail } = state;
  const weights = [effects.limited, state.ownFail, state.poolFail, state.diskFull, state.overload];
  for (let index = 0; index < edgeFail.length; index++) {
    const { share, fallback } = node.edges[index];
    weights.push(share * edgeFail[index] * (1 - fallback));
  }
  return weights;
}

/** Why a failed request failed, in proportion to the shares of the causes. */
function pickFailure({ state, chance, vocabulary }, weights, weightSum) {
  const { node, effects } = state;
  let left = chance.next() * weightSum;
  let cause = 0;
  while (cause < weights.length - 1 && left >= weights[cause]) left -= weights[cause++];
  if (cause >= 5) return edgeTemplate(state, vocabulary, cause - 5, chance);
  if (cause !== 1) return vocabulary.causes[["throttled", "", "pool", "disk", "overload"][cause]];
  const isCaused = effects.cause !== null && chance.next() * state.ownFail > node.baseFail;
  return isCaused ? vocabulary.causes[effects.cause] : pickError(vocabulary.errors, chance);
}

/** Payment providers also decline: 402. */
function edgeTemplate({ node, edgeCause }, vocabulary, index, chance) {
  const isPayment = node.edges[index].isPayment && edgeCause[index] === "status" && chance.happens(0.5);
  return vocabulary.edges[index][isPayment ? "payment" : edgeCause[index]];
}

function writeFailures(logger, emit) {
  const { state, chance, vocabulary } = logger;
  const { node, effects } = state;
  const unlogged = effects.areErrorsUnlogged ? effects.fail : 0;
  const failed = state.completed * Math.max(0, state.fail - unlogged) * node.errorLogShare;
  const count = Math.min(MOST_ERRORS_A_MINUTE, chance.poisson(failed));
  const weights = count > 0 ? failureWeights(state) : [];
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  for (let nth = 0; nth < count; nth++) {
    drawLatency(logger);
    const template = pickFailure(logger, weights, weightSum);
    write(logger, emit, template, template === vocabulary.causes.throttled ? "warn" : "error", anywhere(chance));
  }
  for (let index = 0; index < state.edgeFail.length; index++) {
    const { share, fallback } = node.edges[index];
    const hidden = state.completed * share * state.edgeFail[index] * fallback * node.errorLogShare * 0.5;
    if (hidden < 0.02) continue;
    for (let left = Math.min(60, chance.poisson(hidden)); left > 0; left--) {
      drawLatency(logger);
      write(logger, emit, edgeTemplate(state, vocabulary, index, chance), "warn", anywhere(chance));
    }
  }
  for (let left = chance.poisson(effects.newErrors); left > 0; left--)
    write(logger, emit, vocabulary.causes.job, "error", anywhere(chance));
}

/** The same request fails a few times within seconds before it goes through. */
function writeRetries(logger, emit) {
  const { chance, vocabulary } = logger;
  const template = pickError(vocabulary.errors, chance);
  let offset = chance.between(0, 35_000);
  for (let left = chance.integer(2, 6); left > 0; left--, offset += chance.between(300, 4000))
    write(logger, emit, template, "error", offset);
}

function writeLifecycle(logger, emit, at) {
  const { state, chance, vocabulary } = logger;
  const { effects, deployment, node } = state;
  if (state.restartsNow === 0 && deployment === null) return;
  let offset = chance.between(0, 20_000);
  const writeAll = (templates, level) => {
    for (const template of templates) {
      offset += chance.between(20, 1500);
      write(logger, emit, template, level, offset);
    }
  };
  if (effects.restartCause === "memory") writeAll([vocabulary.causes.memory], "fatal");
  else if (effects.restartCause !== null || effects.isDown) writeAll([vocabulary.fatal[0]], "fatal");
  else writeAll(vocabulary.stop, "info");
  writeAll(vocabulary.start, "info");
  if (deployment !== null)
    logger.vocabulary = rewordVocabulary(
      vocabulary,
      node,
      deployment.version,
      streamOf(logger.world.streamSeed, 41, node.index, Math.floor(at / MINUTE)),
    );
}

/** Calls `emit(atMs, level, message, pod, templateId)` for each line of the minute. */
export function addLogs(logger, at, clock, emit) {
  const { state, chance, line, vocabulary } = logger;
  const { node, effects } = state;
  line.day = clock.day;
  line.hourMinute = clock.hourMinute;
  line.minuteMs = at;
  writeLifecycle(logger, emit, at);
  if (effects.isDown) return;
  const minute = minuteOfDay(at);
  if (minute % node.heartbeatEveryMinutes === 0 && !effects.hasNoHeartbeat && !node.style.isAccess)
    write(logger, emit, vocabulary.heartbeat, "info", node.heartbeatMs + chance.next() * 800);
  const lines = chance.poisson((node.logRate * state.completed) / node.peak);
  const requestShare = node.style.isAccess ? 0.985 : node.requestLineShare;
  const requests =
    vocabulary.request.length === 0 ? 0 : Math.min(Math.round(lines * requestShare), Math.ceil(state.completed));
  for (let nth = 0; nth < requests; nth++) writeRequest(logger, emit, state.fail);
  writeUsual(logger, emit, node.style.isAccess ? lines - Math.round(lines * requestShare) : lines - requests);
  writeFailures(logger, emit);
  if (state.day.hasRetries) writeRetries(logger, emit);
  if (node.warnsOfCertificate && minute % 360 === 0)
    write(logger, emit, vocabulary.certificate, "warn", anywhere(chance));
  if (node.isFlapping && chance.happens(1 / 90)) write(logger, emit, vocabulary.healthCheck, "warn", anywhere(chance));
}
