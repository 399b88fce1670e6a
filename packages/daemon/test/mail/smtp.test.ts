import { createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { createSmtp, type Smtp } from "../../src/adapters/mail/smtp.ts";
import { type Mail, MailFailed, parseMailbox } from "../../src/notify/mail.ts";
import { certificateFor, hasOpenssl } from "../support/certificates.ts";
import { addressees, type MailServer, type MailServerOptions, startMailServer } from "../support/mail-server.ts";
import { waitFor } from "../support/wait.ts";

const FROM = { name: "Tocsin", address: "tocsin@ops.example" };
const MAIL: Mail = {
  to: "ann@shop.example",
  subject: "Checkout is down",
  text: "The pool is empty.\n",
  html: undefined,
  id: "0193.report-1",
  attachments: [],
};
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

describe("A server that isn't one for mail", () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("is waited for no longer than the signal lets, and its words come as one line", async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 400 Bad Request\u0007\r\n\r\n");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const smtp = createSmtp({ url: `smtp://127.0.0.1:${port}`, from: FROM });
    const error = await smtp.send(MAIL, never).catch((thrown: unknown) => thrown);
    smtp.close();
    expect(error).to.be.instanceOf(MailFailed);
    expect((error as MailFailed).message).not.to.match(/\p{Cc}/u);
    expect((error as MailFailed).again).to.equal(true);
  });
});

describe("A mailbox", () => {
  it("is an address, alone or behind a name", () => {
    expect(parseMailbox("ops@shop.example")).to.deep.equal({ name: "", address: "ops@shop.example" });
    expect(parseMailbox("Tocsin <ops@shop.example>")).to.deep.equal({ name: "Tocsin", address: "ops@shop.example" });
    expect(parseMailbox('"Tocsin, Shop" <ops@localhost>')).to.deep.equal({
      name: "Tocsin, Shop",
      address: "ops@localhost",
    });
  });

  it("is nothing else", () => {
    const none = [
      "",
      "ops",
      "<>",
      "Tocsin",
      "a@b <c@d> e",
      "a@b, c@d",
      "a\r\nBcc: x@y <c@d>",
      "a@-b.example",
      "a@b..c",
    ];
    for (const text of none) expect(parseMailbox(text), text).to.equal(undefined);
  });
});
