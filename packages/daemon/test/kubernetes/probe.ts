import { expect } from "chai";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber, ProbeOutput } from "../../src/probe/prober.ts";

export const MEBIBYTE = 1024 ** 2;

export interface Trying {
  readonly services?: readonly string[];
  readonly bytes?: number;
  readonly signal?: AbortSignal;
}

export const probe = (
  prober: PodProber,
  tool: PodTool,
  { services = ["checkout"], bytes = MEBIBYTE, signal = AbortSignal.timeout(10_000) }: Trying = {},
): Promise<ProbeOutput> => prober.run(tool, services, { bytes, signal });

/** The error that a probe ends with; fails where there is none. */
export async function failureOf(running: Promise<ProbeOutput>): Promise<Error> {
  const ended = await running.then(
    () => undefined,
    (error: Error) => error,
  );
  expect(ended, "the probe should fail").to.be.instanceOf(Error);
  return ended as Error;
}
