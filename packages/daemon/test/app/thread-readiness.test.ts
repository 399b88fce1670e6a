import { expect } from "chai";
import { createThreadReadiness } from "../../src/app/roles/thread-readiness.ts";

describe("the readiness of a role in a thread", () => {
  it("holds while the thread is busy, and is asked for once meanwhile", async () => {
    const answers: ((reasons: readonly string[]) => void)[] = [];
    const notReady = createThreadReadiness({
      role: "worker",
      ask: () => new Promise((resolve) => answers.push(resolve)),
      timeoutMs: 5,
    });
    expect(await notReady()).to.deep.equal([]);
    expect(await notReady()).to.deep.equal([]);
    expect(answers).to.have.lengthOf(1);
    answers[0]?.(["the worker's database is away"]);
    const second = notReady();
    expect(await second).to.deep.equal(["the worker's database is away"]);
  });

  it("ends where the thread gives no answer for longer than any work takes", async () => {
    const notReady = createThreadReadiness({
      role: "worker",
      ask: () => new Promise(() => undefined),
      timeoutMs: 5,
      silenceMsMax: 1,
    });
    const [reason] = await notReady();
    expect(reason).to.match(/^the worker thread has not answered for \d+ s$/);
  });
});
