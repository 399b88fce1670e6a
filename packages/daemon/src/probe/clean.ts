import { redact } from "../kernel/redact.ts";

/** Sequences that colour and move on a terminal: they begin with ESC or its one-character form. */
const TERMINAL_SEQUENCES = /(?:\u001b\[|\u009b)[\d;?]{0,40}[A-Za-z~]/g;
/** All but tab and line feed; and what turns the direction of text around, or isn't seen in it. */
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]--[\t\n]]/gv;

/**
 * What a tool brought back, as it may be kept and shown. Control characters go first, so that none can stand in the
 * middle of a secret and keep it from being seen.
 */
export const cleaned = (text: string): string =>
  redact(text.toWellFormed().replaceAll("\r\n", "\n").replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, ""));

/** As much of the text as so many bytes of UTF-8 hold, in whole characters. */
export function firstBytes(text: string, bytesMax: number): { readonly text: string; readonly cut: boolean } {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = bytesMax;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), cut: true };
}
