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
