import type { RequestHandler } from "express";

const OTHER = "application/octet-stream";
const UTF_8 = /^charset="?utf-?8"?$/;

/**
 * Reduces the media type to one of two values. The validator keeps a compiled schema for each spelling at an operation
 * without a body, so arbitrary spellings would let a caller fill the memory.
 */
export function knownMediaType(contentType: string): string {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const isJson = type === "application/json" && parameters.every((each) => each === "" || UTF_8.test(each));
  return isJson ? type : OTHER;
}

export const withKnownMediaType: RequestHandler = ({ headers }, _response, next) => {
  if (headers["content-type"] !== undefined) headers["content-type"] = knownMediaType(headers["content-type"]);
  next();
};
