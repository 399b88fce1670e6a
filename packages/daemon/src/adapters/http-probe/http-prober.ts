import { KIB } from "../../kernel/bytes.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import type { HttpProber } from "../../probe/prober.ts";
import { addressRule } from "../network/address-rule.ts";
import { hostRule } from "../network/host-rule.ts";
import { type Resolve, systemResolve } from "../network/resolve.ts";
import type { Progress } from "./connect-pinned.ts";
import { exchange } from "./http-exchange.ts";
import { failure } from "./http-failure.ts";
import { report } from "./http-report.ts";
import { allowedUrl, resolved } from "./http-target.ts";

export interface HttpProberOptions {
  /** NAME, NAME:PORT or *.DOMAIN; nothing else is asked. */
  readonly hosts: readonly string[];
  /** CIDR of networks that may be reached besides the public internet. */
  readonly networks: readonly string[];
  readonly clock?: Clock;
  readonly resolve?: Resolve;
}

/** More of a body tells no more about its server's health. */
const BODY_BYTES_MAX = 64 * KIB;

export function createHttpProber(options: HttpProberOptions): HttpProber {
  const { clock = systemClock, resolve = systemResolve } = options;
  const isAllowed = hostRule(options.hosts);
  const isOpen = addressRule(options.networks);
  return {
    async run(tool, { bytes, signal }) {
      const url = allowedUrl(tool.url, isAllowed);
      const began = performance.now();
      const target = await resolved(url, resolve, isOpen, signal);
      const dns = target.addresses[0] === target.host ? undefined : performance.now() - began;
      const progress: Progress = { stage: "connecting" };
      const exchanging = exchange(target, Math.min(bytes, BODY_BYTES_MAX), signal, progress, clock.now());
      const done = await exchanging.catch((error: unknown) => {
        throw failure(error, target, progress, signal);
      });
      return report(target, done, { dns, total: performance.now() - began });
    },
  };
}
