// Encodings that several log styles share: JSON fields, logfmt fields, stack traces. Values may hold `{variables}`.
import { isNumeric } from "../log-template.mjs";

const escapeJson = (text) => JSON.stringify(text).slice(1, -1);

/** `,"key":value` for each field. */
export const jsonFields = (fields) =>
  fields.map(([key, value]) => (isNumeric(value) ? `,"${key}":${value}` : `,"${key}":"${escapeJson(value)}"`)).join("");

export const jsonText = (text) => `"${escapeJson(text)}"`;

const isPlain = (value) => /^[\w{}.:/@-]+$/.test(value);

/** ` key=value` for each field. */
export const logfmtFields = (fields) =>
  fields.map(([key, value]) => ` ${key}=${isPlain(value) ? value : JSON.stringify(value)}`).join("");

export const capitalize = (text) =>
  text
    .split(/[ -]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

export const snake = (text) => text.replaceAll(/[ -]/g, "_");

/** `count` frames, each from `frame(nth)`. */
export const framesOf = (count, frame) => Array.from({ length: count }, (_, nth) => frame(nth)).join("");
