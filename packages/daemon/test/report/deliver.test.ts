import { expect } from "chai";
import { type Mail, MailFailed, type SendMail } from "../../src/notify/mail.ts";
import { deliver } from "../../src/report/run-reports.ts";
import { endOf, tallyOf } from "../../src/report/runs.ts";

const MAIL: Mail = { to: "ann@shop.example", subject: "s", text: "t", html: undefined, id: "1", attachments: [] };
const never = new AbortController().signal;
const BUSY = new MailFailed("The mail server refused it: 451 busy\r\nnow", true);
const REFUSED = new MailFailed("The mail server refused it: 550 no such user", false);

/** Fails with these, one after the other, and takes the mail then. */
function failing(...errors: readonly Error[]): { send: SendMail; tries: () => number } {
  let tries = 0;
  return {
    send: async () => {
      const error = errors[tries++];
      if (error) throw error;
    },
    tries: () => tries,
  };
}

describe("A delivery", () => {
  const pausesMs = [0, 0];

  it("is tried again where that may help, and tells of no failure then", async () => {
    const { send, tries } = failing(BUSY, BUSY);
    const delivery = await deliver({ send, pausesMs }, MAIL, never);
    expect(delivery).to.deep.equal({ recipient: MAIL.to, status: "delivered", reason: null });
    expect(tries()).to.equal(3);
  });

  it("is given up after the third try, with the last reason as one line", async () => {
    const { send, tries } = failing(BUSY, BUSY, BUSY, BUSY);
    const delivery = await deliver({ send, pausesMs }, MAIL, never);
    expect(delivery).to.deep.equal({
      recipient: MAIL.to,
      status: "failed",
      reason: "The mail server refused it: 451 busy now",
    });
    expect(tries()).to.equal(3);
  });

  it("is given up at once where the server refused it for good", async () => {
    const { send, tries } = failing(REFUSED);
    expect(await deliver({ send, pausesMs }, MAIL, never)).to.include({ status: "failed" });
    expect(tries()).to.equal(1);
  });

  it("counts neither way where it was broken off, also in the pause, or by an error of our own", async () => {
    const stop = new AbortController();
    const send: SendMail = async () => {
      stop.abort(new Error("stopping"));
      throw BUSY;
    };
    const hour = [3_600_000];
    for (const given of [stop.signal, AbortSignal.any([stop.signal])]) {
      const error = await deliver({ send, pausesMs: hour }, MAIL, given).catch((thrown: Error) => thrown);
      expect(error).to.include({ message: "stopping" });
    }
    const ours = await deliver({ send: failing(new TypeError("a bug")).send, pausesMs }, MAIL, never).catch(
      (thrown: Error) => thrown,
    );
    expect(ours).to.be.instanceOf(TypeError);
  });
});

describe("A report run", () => {
  const delivered = { recipient: "a@b.example", status: "delivered", reason: null } as const;
  const failed = { recipient: "c@d.example", status: "failed", reason: "no such user" } as const;

  it("succeeds where every delivery did, and says how many failed else", () => {
    expect(endOf([delivered])).to.deep.equal({ status: "success", error: null });
    expect(endOf([delivered, failed, delivered])).to.deep.equal({
      status: "failed",
      error: "1 of 3 deliveries failed",
    });
    expect(endOf([]).error).to.match(/^The report has no recipients. Set `reportRecipients`/);
  });

  it("counts what was delivered and what failed, and leaves out what still waits", () => {
    const waiting = { recipient: "e@f.example", status: "waiting", reason: null } as const;
    expect(tallyOf([delivered, failed, waiting])).to.deep.equal({
      recipients: ["a@b.example", "c@d.example", "e@f.example"],
      deliveredCount: 1,
      failedDeliveryCount: 1,
      deliveryFailures: [{ recipient: "c@d.example", reason: "no such user" }],
    });
  });
});
