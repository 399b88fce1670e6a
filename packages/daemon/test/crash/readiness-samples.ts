import { expect } from "chai";
import { request } from "../support/request.ts";
import { postgresUrl } from "../support/services.ts";
import { waitFor } from "../support/wait.ts";

export const ANSWER_MS_MAX = 1_000;

/** The status of readiness and its reasons, answered in time. */
export async function readiness(address: string): Promise<string> {
  const began = performance.now();
  const { status, text } = await request(`${address}/health/ready`);
  expect(performance.now() - began, "milliseconds to the answer").to.be.below(ANSWER_MS_MAX);
  return `${status} ${text}`;
}

export const becomes = (address: string, what: string, within = 15_000): Promise<unknown> =>
  waitFor(async () => (await readiness(address)).includes(what), { within, what: `readiness to say ${what}` });

export const isLost = async (address: string, reason: string): Promise<void> => {
  await becomes(address, reason, ANSWER_MS_MAX);
  expect(await readiness(address)).to.match(/^503 /);
};

export const { url: server, reason } = await postgresUrl();
