import type { Call, Picture } from "../picture/incident-picture.ts";
import { calleesOf, callersOf } from "./graph.ts";
import { instancesOf } from "./instances.ts";

/**
 * Without those of instances to the machine that they lie on, which many need and none calls: what they complain of
 * is not passed on to it, or the fullest machine would always be to blame.
 */
export function realCalls(picture: Picture): readonly Call[] {
  const hosts = hostsOf(picture);
  return hosts.size === 0 ? picture.calls : picture.calls.filter(({ callee }) => !hosts.has(callee));
}

/** Who is needed by several, all of them instances, and calls nobody. */
function hostsOf(picture: Picture): ReadonlySet<string> {
  const instances = new Set([...instancesOf(picture.services.map(({ name }) => name)).values()].flat());
  const callees = calleesOf(picture);
  const hosts = [...callersOf(picture)].filter(
    ([name, callers]) =>
      callers.length > 1 &&
      !callees.has(name) &&
      !instances.has(name) &&
      callers.every((caller) => instances.has(caller)),
  );
  return new Set(hosts.map(([name]) => name));
}
