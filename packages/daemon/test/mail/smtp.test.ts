import { expect } from "chai";
import { createSmtp, type Smtp } from "../../src/adapters/mail/smtp.ts";
import { type Mail, MailFailed } from "../../src/notify/mail.ts";
import { addressees, type MailServer, type MailServerOptions, startMailServer } from "../support/mail-server.ts";
import { waitFor } from "../support/wait.ts";
import { MAIL } from "./smtp-samples.ts";

const FROM = { name: "Tocsin", address: "tocsin@ops.example" };
const never = new AbortController().signal;

describe("Mail over SMTP", () => {
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

  it("arrives with its sender, its text in both forms, its attachment, and the same id on every try", async () => {
    await against();
    const attachments = [{ name: "actions.csv", contentType: "text/csv; charset=utf-8", content: "id,übel\r\n" }];
    const mail = { ...MAIL, subject: "Grüße — 3 %", html: "<p>The <b>pool</b> is empty.</p>", attachments };
    await smtp.send(mail, never);
    await smtp.send(mail, never);
    expect(server.mails).to.have.length(2);
    for (const got of server.mails) {
      expect(got.messageId).to.equal("<0193.report-1@ops.example>");
      expect(got.from?.value).to.deep.equal([FROM]);
      expect(addressees(got)).to.deep.equal(["ann@shop.example"]);
      expect(got.recipients).to.deep.equal(["ann@shop.example"]);
      expect(got.subject).to.equal("Grüße — 3 %");
      expect(got.text).to.equal("The pool is empty.\n");
      expect(got.html).to.contain("<b>pool</b>");
      expect(got.headers.get("auto-submitted")).to.equal("auto-generated");
      expect(got.attachments.map(({ filename, content }) => [filename, content.toString()])).to.deep.equal([
        ["actions.csv", "id,übel\r\n"],
      ]);
    }
  });

  it("fails for good where the server refuses the recipient, in the server's words as one line", async () => {
    await against({ recipient: () => "550 5.1.1 no such user here" });
    const error = await failure();
    expect(error.message).to.equal("The mail server refused it: 550 5.1.1 no such user here");
    expect(error.again).to.equal(false);
  });

  it("may be tried again where the server is busy, with the recipient or with the mail", async () => {
    await against({ recipient: () => "451 4.7.1 greylisted, come back later" });
    expect(await failure()).to.include({
      message: "The mail server refused it: 451 4.7.1 greylisted, come back later",
      again: true,
    });
    await server.close();
    await against({ content: () => "452 4.3.1 the disk is full" });
    expect(await failure()).to.include({ again: true });
  });

  it("fails for good where the server refuses the mail itself", async () => {
    await against({ content: () => "554 5.7.1 looks like spam" });
    expect(await failure()).to.include({
      message: "The mail server refused it: 554 5.7.1 looks like spam",
      again: false,
    });
  });

  it("may be tried again where nobody listens, and comes through once somebody does", async () => {
    await against();
    const { port } = server;
    await server.close();
    const error = await failure();
    expect(error.message).to.match(/^The mail server can't be reached: .*ECONNREFUSED/);
    expect(error.again).to.equal(true);
    server = await startMailServer({ port });
    await smtp.send(MAIL, never);
    expect(server.mails).to.have.length(1);
  });

  it("uses a kept connection for the next mail, and finds another where the server closed it meanwhile", async () => {
    let connections = 0;
    await against({
      onConnect(_session, done) {
        connections += 1;
        done();
      },
    });
    await smtp.send(MAIL, never);
    await smtp.send(MAIL, never);
    expect(connections).to.equal(1);
    const { port } = server;
    await server.close();
    server = await startMailServer({ port });
    await smtp.send(MAIL, never);
    expect(server.mails).to.have.length(1);
  });

  it("leaves no connection open when it is closed, and takes nothing afterwards", async () => {
    await against();
    await smtp.send(MAIL, never);
    expect(server.connections()).to.equal(1);
    smtp.close();
    await waitFor(() => server.connections() === 0, { what: "the connection to end" });
    expect(await failure()).to.include({ again: true });
  });

  it("is broken off by the signal while the server takes its time", async () => {
    const held = Promise.withResolvers<string | undefined>();
    const reached = Promise.withResolvers<void>();
    await against({
      content: () => {
        reached.resolve();
        return held.promise;
      },
    });
    const stop = new AbortController();
    const failed = failure({}, stop.signal);
    await reached.promise;
    stop.abort();
    expect(await failed).to.include({ message: "Sending the mail was broken off.", again: true });
    held.resolve("451 too late");
  });
});
