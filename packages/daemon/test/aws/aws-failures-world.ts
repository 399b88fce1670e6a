import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { baseCredentials, type LookOptions, look, resource } from "../support/aws.ts";
import { type Answer, assumed, type FakeAws, fakeAws } from "../support/fake-aws.ts";

export const mapped = resource({ resourceId: "/shop" });
const inAnHour = (): number => Date.now() + 60 * MINUTE_MS;

/** The stores and helpers of the tests about cloud tools and an AWS that. */
export function awsFailuresWorld() {
  let aws: FakeAws;
  let restore: () => void;
  before(() => {
    restore = baseCredentials();
  });
  after(() => restore());
  afterEach(() => aws.close());

  /** Answers AssumeRole, and what else is asked as the test says. */
  const answering = async (answer: Answer): Promise<void> => {
    aws = await fakeAws((request, response) =>
      request.operation === "AssumeRole" ? assumed(response, inAnHour()) : answer(request, response),
    );
  };
  const logs = (options: LookOptions = {}) => look(aws.url, "getCloudLogs", mapped, options);
  const failure = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProbeFailed);
    const { message } = error as ProbeFailed;
    expect(message).not.to.match(/secret|ASIA|token-|arn:aws:sts|127\.0\.0\.1/);
    return message;
  };
  const asked = (operation: string) => aws.requests.filter((request) => request.operation === operation);

  return {
    answering,
    logs,
    asked,
    failure,
    get aws() {
      return aws;
    },
    set aws(value: FakeAws) {
      aws = value;
    },
  };
}
