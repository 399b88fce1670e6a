import { parse } from "node:querystring";
import type { Request, RequestHandler } from "express";
import { invalidField } from "../../kernel/errors.ts";

/** A parameter as the OpenAPI document describes it. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: { readonly type?: unknown };
}

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Refuses numbers that aren't written in plain digits. The validator converts text with `Number()`, which also reads
 * `Infinity`, `0x10`, `+5` and ` 5`, and it skips minimum and maximum where the number isn't finite.
 */
export function refuseUnusualNumbers(parameters: readonly DescribedParameter[]): RequestHandler {
  const numeric = parameters.filter(({ schema }) => schema?.type === "integer" || schema?.type === "number");
  return (request, _response, next) => {
    for (const parameter of numeric) refuseUnusual(parameter, request);
    next();
  };
}

function refuseUnusual({ name, in: place, schema }: DescribedParameter, request: Request): void {
  const wantsInteger = schema?.type === "integer";
  for (const text of textsOf(name, place, request)) {
    if (wantsInteger ? INTEGER.test(text) && Number.isSafeInteger(Number(text)) : isFiniteDecimal(text)) continue;
    const message = wantsInteger
      ? "must be a whole number in plain digits, such as 20"
      : "must be a number in plain digits, such as 0.5";
    throw invalidField(`/${place}/${name}`, message);
  }
}

const isFiniteDecimal = (text: string): boolean => DECIMAL.test(text) && Number.isFinite(Number(text));

/** The original text: the validator has converted numbers in `request.query` and `request.headers`. */
function textsOf(name: string, place: string, request: Request): readonly string[] {
  if (place === "query") return listOf(parse(request.originalUrl.split("?").slice(1).join("?"))[name]);
  if (place === "header") return request.headersDistinct[name.toLowerCase()] ?? [];
  return listOf(request.params[name]);
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;
