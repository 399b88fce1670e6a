// The logs of a service in one minute.
import { pickKind, write } from "./messages.mjs";

const MINUTE = 60_000;

/** Calls `emit(atMs, { level, message, metadata })` for each log of the minute. */
export function logsOf(life, minute, emit) {
  if (!minute.isSpeaking) return;
  const { service, templates, pods, retry } = life;
  const { chance } = service;
  const speaking = pods.filter((pod) => pod !== minute.silentPod && minute.at >= pod.startedAt);
  const say = (level, kind, offset = chance.between(0, MINUTE)) => {
    const pod = speaking.length === 0 ? undefined : chance.pick(speaking);
    const metadata = { env: "production", ...(pod && { pod: pod.name }) };
    emit(minute.at + Math.floor(offset), { level, message: write(kind, chance), metadata });
  };
  const busy = Math.max(0.05, Math.min(2, minute.load));
  const count =
    service.kind === "office"
      ? chance.poisson(service.logsAMinute * busy)
      : 1 + chance.poisson(service.logsAMinute * busy);
  const errors = chance.binomial(count, minute.errorShare);
  for (let index = 0; index < count - errors; index++) {
    const isWarning = chance.happens(0.03);
    say(isWarning ? "warn" : "info", pickKind(isWarning ? templates.warn : templates.info, chance));
  }
  for (let index = 0; index < errors; index++) say("error", pickKind(templates.error, chance));
  if (retry.until === minute.at) {
    const from = chance.between(0, 40_000);
    const tries = chance.integer(2, 5);
    for (let nth = 0; nth < tries; nth++) say("error", retry.kind, from + nth * chance.between(500, 4000));
  }
  if (life.deployedAt === minute.at) {
    // What was under way in the pods that go.
    const broken = chance.integer(0, 6);
    for (let nth = 0; nth < broken; nth++) say("error", templates.error[1], chance.between(0, 30_000));
    say("info", { write: () => `Started version 1.${life.version}.0`, thing: "", peer: "" });
  }
  for (let nth = chance.poisson(minute.newErrors); nth > 0; nth--) say("error", minute.newError);
}
