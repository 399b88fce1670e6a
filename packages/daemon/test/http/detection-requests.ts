import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Rule {
  readonly id: string;
  readonly source: string;
  readonly enabled: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}
interface Check {
  readonly valid: boolean;
  readonly problems: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly rules: readonly Rule[];
  readonly deprecated?: readonly string[];
}

/** The stores and helpers of the tests about detection rules over HTTP. */
export function detectionRequests() {
  const token = tokenOf("acme");
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const ask = (path: string, body: unknown): Promise<Answer> => core(daemon, `/detection/${path}`, { token, body });
  const check = async (rules: string): Promise<Check> => {
    const answer = await ask("check", { rules });
    expect(answer.status, answer.text.slice(0, 500)).to.equal(200);
    return answer.json<Check>();
  };
  const refused = async (body: unknown): Promise<ErrorBody> => {
    const answer = await ask("preview", body);
    expect(answer.status, answer.text).to.equal(400);
    return answer.json<ErrorBody>();
  };

  return {
    token,
    check,
    ask,
    refused,
    get daemon() {
      return daemon;
    },
  };
}
