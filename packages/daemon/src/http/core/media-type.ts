import type { RequestHandler } from "express";

const OTHER = "application/octet-stream";
const UTF_8 = /^charset="?utf-?8"?$/;

/**
 * The media type as the validator may see it: one of two. It keeps a compiled schema for each spelling that it meets
 * at an operation without a body, so any other would let a caller fill the memory.
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
