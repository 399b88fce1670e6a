import { redact } from "../kernel/redact.ts";
import { isLogTool, type ToolType } from "../model/diagnostic-tool.ts";

/** Sequences that colour and move on a terminal: they begin with ESC or its one-character form. */
const TERMINAL_SEQUENCES = /(?:\u001b\[|\u009b)[\d;?]{0,40}[A-Za-z~]/g;
/** All but tab and line feed. */
const CONTROL_CHARACTERS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\t\n]]/gv;

/**
 * What a tool brought back, as it may be kept and shown. Control characters go first, so that none can stand in the
 * middle of a secret and keep it from being seen; redacting takes out what is invisible.
 */
export const cleanOutput = (text: string): string =>
  redact(text.toWellFormed().replaceAll("\r\n", "\n").replace(TERMINAL_SEQUENCES, "").replace(CONTROL_CHARACTERS, ""));

interface Fitting {
  readonly text: string;
  readonly cut: boolean;
}

/** As much of a tool's text as so many bytes of UTF-8 hold: of logs the end, since the newest tells the most. */
export const truncateOutput = (type: ToolType, text: string, bytesMax: number): Fitting =>
  isLogTool(type) ? lastBytes(text, bytesMax) : firstBytes(text, bytesMax);

const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** In whole characters. */
export function firstBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let end = bytesMax;
  while (end > 0 && isWithin(bytes[end])) end -= 1;
  return { text: bytes.toString("utf8", 0, end), cut: true };
}

/** In whole lines, but for a last line that alone is longer: of that, whole characters. */
function lastBytes(text: string, bytesMax: number): Fitting {
  if (Buffer.byteLength(text) <= bytesMax) return { text, cut: false };
  const bytes = Buffer.from(text);
  let start = bytes.length - bytesMax;
  while (isWithin(bytes[start])) start += 1;
  // A cut right behind a line's end has cut no line.
  const lineEnd = bytes.indexOf("\n", start - 1);
  if (lineEnd !== -1 && lineEnd < bytes.length - 1) start = lineEnd + 1;
  return { text: bytes.toString("utf8", start), cut: true };
}
