import { expect } from "chai";
import { ProbeRefused } from "../../src/probe/prober.ts";
import { type Listening, rawServer } from "../support/http-probe.ts";

/** The stores and helpers of the tests about checkHttpHealth refuses. */
export function refusedProbe() {
  let canary: Listening;
  let seen: string[];
  before(async () => {
    canary = await rawServer((socket) => socket.end(), "::").catch(() => rawServer((socket) => socket.end()));
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => canary.close());

  const to =
    (...addresses: string[]) =>
    (name: string): Promise<readonly string[]> => {
      seen.push(name);
      return Promise.resolve(addresses);
    };
  const untouched = (): void => {
    expect(canary.connections(), "connections").to.equal(0);
  };

  return {
    to,
    untouched,
    get canary() {
      return canary;
    },
    get seen() {
      return seen;
    },
  };
}

export const refusal = async (asked: Promise<unknown>): Promise<ProbeRefused> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ProbeRefused);
  return error as ProbeRefused;
};
