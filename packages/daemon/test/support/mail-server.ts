import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived, and for whom the sender said it is. */
export interface ReceivedMail extends ParsedMail {
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface MailServer {
  readonly port: number;
  /** `smtp://127.0.0.1:PORT` */
  readonly url: string;
  /** All that it took, in their order. */
  readonly mails: readonly ReceivedMail[];
  /** Connections that are open. */
  connections(): number;
  close(): Promise<void>;
}

/** What a server answers to a recipient or a mail in place of taking it: `550 no such user`. */
type Verdict = (address: string) => string | undefined;

export interface MailServerOptions extends SMTPServerOptions {
  readonly recipient?: Verdict;
  /** Asked when the mail was read to its end; may take its time. */
  readonly content?: (mail: ReceivedMail) => string | undefined | Promise<string | undefined>;
  readonly port?: number;
}

const servers = new Set<MailServer>();
if (typeof after === "function") {
  after(async () => {
    for (const server of servers) await server.close();
  });
}

const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** A real SMTP server on a free port, which speaks no TLS unless it is told to. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { recipient = () => undefined, content = () => undefined, port: wanted = 0, ...more } = options;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    // Milliseconds that connections which clients keep may outlast it.
    closeTimeout: 50,
    onRcptTo({ address }, _session, done) {
      const answer = recipient(address);
      done(answer === undefined ? null : refusal(answer));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const take = async (): Promise<void> => {
          const raw = Buffer.concat(chunks);
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const mail = { ...(await simpleParser(raw)), recipients, raw: raw.toString() };
          const answer = await content(mail);
          if (answer !== undefined) throw refusal(answer);
          mails.push(mail);
        };
        take().then(() => done(null), done);
      });
    },
    ...more,
  });
  // Clients that go away in the middle are what some tests are about.
  server.on("error", () => undefined);
  const listening = server.listen(wanted, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const { port } = listening.address() as { port: number };
  const started: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => server.connections.size,
    close: () =>
      new Promise((resolve) => {
        if (!servers.delete(started)) return resolve();
        server.close(() => resolve());
      }),
  };
  servers.add(started);
  return started;
}

/** Addresses of a mail's `To`. */
export const addressees = ({ to }: ParsedMail): string[] =>
  [to ?? []].flat().flatMap(({ value }: AddressObject) => value.map(({ address }) => address ?? ""));
