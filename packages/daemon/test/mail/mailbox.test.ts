import { createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { createSmtp } from "../../src/adapters/mail/smtp.ts";
import { MailFailed, parseMailbox } from "../../src/notify/mail.ts";
import { MAIL } from "./smtp-samples.ts";

const FROM = { name: "Tocsin", address: "tocsin@ops.example" };
const never = new AbortController().signal;

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
