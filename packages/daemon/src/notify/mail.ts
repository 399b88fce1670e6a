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
