import { expect } from "chai";
import { createSmtp, type Smtp } from "../../src/adapters/mail/smtp.ts";
import { type Mail, MailFailed } from "../../src/notify/mail.ts";
import { certificateFor, hasOpenssl } from "../support/certificates.ts";
import { type MailServer, type MailServerOptions, startMailServer } from "../support/mail-server.ts";
import { MAIL } from "./smtp-samples.ts";

const FROM = { name: "Tocsin", address: "tocsin@ops.example" };
const never = new AbortController().signal;

describe("The security of mail over SMTP", () => {
  let server: MailServer;
  let smtp: Smtp;
  afterEach(async () => {
    smtp.close();
    await server?.close();
  });
  const against = async (options: MailServerOptions = {}, url?: (server: MailServer) => string): Promise<void> => {
    server = await startMailServer(options);
    smtp = createSmtp({ url: url?.(server) ?? server.url, from: FROM });
  };
  const failure = async (mail: Partial<Mail> = {}, signal = never): Promise<MailFailed> => {
    const error = await smtp.send({ ...MAIL, ...mail }, signal).then(
      () => new Error("It was taken."),
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(MailFailed);
    return error as MailFailed;
  };

  it("can't be made to carry other headers, recipients or commands", async () => {
    await against();
    await smtp.send(
      { ...MAIL, subject: "Down\r\nBcc: eve@evil.example\r\n\r\n<b>hi</b>", id: "a\r\nX-Evil: 1" },
      never,
    );
    const [got] = server.mails;
    expect(got?.subject).to.equal("Down Bcc: eve@evil.example <b>hi</b>");
    expect(got?.headers.has("bcc")).to.equal(false);
    expect(got?.headers.has("x-evil")).to.equal(false);
    expect(got?.recipients).to.deep.equal(["ann@shop.example"]);
    const hostile = [
      "ann@shop.example, eve@evil.example",
      "ann@shop.example\r\nBcc: eve@evil.example",
      "ann@shop.example>\r\nRCPT TO:<eve@evil.example",
      '"a b"@shop.example',
      "ann@shop.example SIZE=1",
      "@shop.example",
      "ann",
      "",
    ];
    for (const to of hostile) {
      const error = await failure({ to });
      expect(error.message).to.match(/ is no mail address\.$/);
      expect(error.message).not.to.match(/[\r\n]/);
      expect(error.again).to.equal(false);
    }
    expect(server.mails).to.have.length(1);
  });

  it("gives a password to nobody without TLS, unless the URL says so", async () => {
    const given: unknown[] = [];
    const options: MailServerOptions = {
      authOptional: false,
      authMethods: ["PLAIN"],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        given.push(password);
        done(null, { user: 1 });
      },
    };
    await against(options, ({ port }) => `smtp://tocsin:s3cret%21@127.0.0.1:${port}`);
    const error = await failure();
    expect(error.message).to.match(/^The mail server speaks no TLS: /);
    expect(error.again).to.equal(true);
    expect(given).to.deep.equal([]);
    smtp.close();
    smtp = createSmtp({ url: `smtp://tocsin:s3cret%21@127.0.0.1:${server.port}?requireTLS=false`, from: FROM });
    await smtp.send(MAIL, never);
    expect(given).to.deep.equal(["s3cret!"]);
  });

  it("fails where the server refuses the login, without saying the password", async () => {
    const onAuth: MailServerOptions["onAuth"] = (_auth, _session, done) =>
      done(Object.assign(new Error("bad credentials"), { responseCode: 535 }));
    await against(
      { authOptional: false, authMethods: ["PLAIN"], allowInsecureAuth: true, onAuth },
      ({ port }) => `smtp://tocsin:s3cret@127.0.0.1:${port}?requireTLS=false`,
    );
    const { message } = await failure();
    expect(message).to.equal("The mail server refused the login: 535 bad credentials");
  });

  it("trusts nobody whose certificate it can't check", async function () {
    if (!hasOpenssl()) this.skip();
    const day = 86_400_000;
    const certificate = certificateFor("localhost", new Date(Date.now() - day), new Date(Date.now() + day));
    await against({ secure: true, ...certificate }, ({ port }) => `smtps://localhost:${port}`);
    const error = await failure();
    expect(error.message).to.match(/self.signed/);
    expect(server.mails).to.deep.equal([]);
    smtp.close();
    smtp = createSmtp({ url: `smtps://localhost:${server.port}?tls.rejectUnauthorized=false`, from: FROM });
    await smtp.send(MAIL, never);
    expect(server.mails).to.have.length(1);
  });
});
