import { type RequestHandler, Router } from "express";
import { middleware } from "express-openapi-validator";
import { pathNotFound } from "../../kernel/errors.ts";
import { areaOf, type Document, partOf } from "./request-document.ts";

type ValidatorOptions = Parameters<typeof middleware>[0];

/**
 * Validates requests by the document, and refuses those of paths that it doesn't have. There is one validator for each
 * area of paths, made when it is first needed. express-openapi-validator compiles the patterns of its paths until one
 * matches, with each request. That took 0.25 ms with all 96 paths in one validator.
 */
export function validateByDocument(document: Document, options: Omit<ValidatorOptions, "apiSpec">): RequestHandler {
  const areas = new Set(Object.keys(document.paths).map(areaOf));
  const validators = new Map<string, RequestHandler>();
  const createValidator = (area: string): RequestHandler => {
    const apiSpec = partOf(document, area, options.validateResponses === true);
    return Router().use(middleware({ ...options, apiSpec: apiSpec as unknown as ValidatorOptions["apiSpec"] }));
  };
  return (request, response, next) => {
    const area = areaOf(request.path).toLowerCase();
    if (!areas.has(area)) return next(pathNotFound(request.path));
    const validator = validators.get(area) ?? createValidator(area);
    validators.set(area, validator);
    validator(request, response, next);
  };
}
