const ADDRESS_CHARACTERS_MAX = 254;
/** The HTML standard's pattern: no comments, no quotes, no line breaks. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** A single address that is safe in a mail header. */
export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_CHARACTERS_MAX && ADDRESS.test(text);

export const mailAddressSchema = { type: "string", satisfies: isMailAddress, description: "one email address" };

export interface Mailbox {
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
  /** One recipient per mail, so that each has its own outcome. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  /** Stable across attempts, so that servers drop duplicates. Without angle brackets and host. */
  readonly id: string;
  readonly attachments: readonly Attachment[];
}

/** The message is for people. `again`: a later attempt may succeed. */
export class MailFailed extends Error {
  override readonly name = "MailFailed";
  readonly again: boolean;
  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}

/** Sends through the configured server. Throws `MailFailed`, also if no server is configured. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
