const ADDRESS_CHARACTERS_MAX = 254;
/** What browsers take for an address (the HTML standard's): no comments, no quotes, nothing that could end a line. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** One address and nothing else, so that it can stand in a mail's header as it is. */
export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_CHARACTERS_MAX && ADDRESS.test(text);

export const mailAddressSchema = { type: "string", satisfies: isMailAddress, description: "one email address" };

export interface Mailbox {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
}

/** `ops@example.com` or `Tocsin <ops@example.com>`; undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = "", inBrackets, alone] = /^\s*(?:"?([^"<>\p{C}]*?)"?\s*<([^<>]*)>|([^<>]*?))\s*$/u.exec(text) ?? [];
  const address = inBrackets ?? alone ?? "";
  return isMailAddress(address) ? { name, address } : undefined;
}

export interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}

export interface Mail {
  /** One recipient, so that each has an outcome of its own. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  /** Stable over tries: a server that has taken one twice shows it once. Without angle brackets and host. */
  readonly id: string;
  readonly attachments: readonly Attachment[];
}

/** It was not taken, in words for people. `again`: a later try may succeed. */
export class MailFailed extends Error {
  override readonly name = "MailFailed";
  readonly again: boolean;
  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}

/** Hands a mail to the configured server. Throws `MailFailed`, also where no server is configured. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
