// Lints the OpenAPI documents: by Redocly (redocly.yaml), then by the rules of this project below.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { bundle, documents, root } from "./bundle-openapi.mjs";

const permissions = [
  "incidents:view",
  "incidents:update_status",
  "incidents:update",
  "diagnostics:run",
  "team:update",
  "policy:update",
  "remediation:request",
  "remediation:view",
  "remediation:approve",
  "remediation:reject",
];
const open = ["/health/live", "/health/ready", "/metrics"];
const methods = ["get", "put", "post", "delete", "patch", "options", "head", "trace"];
const json = "application/json";

function redocly() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", "lint", "--config", "redocly.yaml", "--format", "stylish", ...documents],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
    },
  );
  return status === 0 ? [] : [`redocly:\n${stdout}${stderr}`.trim()];
}

/** The problems of one bundled document, as lines. */
function lint(name, document) {
  const problems = [];
  const report = (where, what) => problems.push(`${name}: ${where}: ${what}`);
  const resolve = (node) => (node?.$ref ? resolve(at(document, node.$ref)) : node);
  const context = { name, document, report, resolve, validate: validator(document) };
  const seen = new Map();
  for (const [address, item] of Object.entries(document.paths)) {
    if (item.servers)
      report(address, "has servers of its own, which the validator of the daemon ignores together with the security");
    for (const [method, operation] of Object.entries(item).filter(([key]) => methods.includes(key))) {
      const where = `${method.toUpperCase()} ${address}`;
      if (seen.has(operation.operationId)) report(where, `has the operationId of ${seen.get(operation.operationId)}`);
      seen.set(operation.operationId, where);
      lintOperation(where, address, method, operation, context);
    }
  }
  walk(document, "#", (node, where) => lintNode(node, where, context));
  for (const schema of answered(document, resolve)) lintAnswered(schema, context);
  return problems;
}

function lintOperation(where, address, method, operation, context) {
  const { document, name, report, resolve } = context;
  const pointer = ["paths", address, method];
  if (!/^[a-z][A-Za-z]+$/.test(operation.operationId ?? ""))
    report(where, "has no operationId that reads as a method name");
  for (const field of ["summary", "description"]) if (!operation[field]) report(where, `has no ${field}`);
  const [tag, ...more] = operation.tags ?? [];
  if (!document.tags.some((each) => each.name === tag) || more.length)
    report(where, "does not have exactly one tag of the document");
  const problem = securityProblem(name, address, operation.security);
  if (problem) report(where, problem);
  for (const [index, parameter] of (operation.parameters ?? []).entries())
    if (!resolve(parameter).description) report(where, `parameter ${index} has no description`);
  if (operation.requestBody) {
    lintExamples(where, resolve(operation.requestBody).content, [...pointer, "requestBody", "content"], context);
    lintOptionalBody(where, resolve(operation.requestBody), context);
  }
  if (!operation.responses?.default) report(where, "has no default response");
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const place = `${where} ${status}`;
    if (status.startsWith("2"))
      lintExamples(place, resolve(response).content ?? {}, [...pointer, "responses", status, "content"], context);
    else lintError(place, status, resolve(response), context);
  }
}

function securityProblem(name, address, security) {
  if (open.includes(address)) return security?.length === 0 ? undefined : "must be open: security: []";
  if (name === "ingestion")
    return JSON.stringify(security) === '[{"apiKey":[]},{}]'
      ? undefined
      : "must take the key where there is one: security: [{ apiKey: [] }, {}]";
  const [requirement, ...others] = security ?? [];
  const [permission, ...more] = requirement?.bearer ?? [];
  if (others.length || more.length || Object.keys(requirement ?? {}).length !== 1 || !permission)
    return "must ask for exactly one permission of the scheme bearer";
  return permissions.includes(permission) ? undefined : `asks for an unknown permission: ${permission}`;
}

/** JSON has an example, and every example is valid. */
function lintExamples(where, content, pointer, { report, resolve, validate }) {
  for (const [type, media] of Object.entries(content)) {
    const examples = media.examples
      ? Object.values(media.examples).map((example) => resolve(example).value)
      : [media.example].filter((value) => value !== undefined);
    if (type === json && examples.length === 0) report(where, "has no example");
    for (const example of examples)
      for (const problem of validate([...pointer, type, "schema"], example))
        report(where, `has an example that is not valid: ${problem}`);
  }
}

function lintError(where, status, response, { report, validate }) {
  const media = response.content?.[json];
  if (media?.schema?.$ref !== "#/components/schemas/ErrorResponse" || Object.keys(response.content).length !== 1)
    report(where, "is not the schema ErrorResponse as JSON");
  for (const problem of validate(["components", "schemas", "ErrorResponse"], media?.example))
    report(where, `has an example that is not valid: ${problem}`);
  if (!response.headers?.["x-request-id"]) report(where, "has no header x-request-id");
  if (["429", "503"].includes(status) && !response.headers?.["Retry-After"]) report(where, "has no header Retry-After");
}

/** Rules for every node of the document. */
function lintNode(node, where, { report, resolve }) {
  if (node.prefixItems) report(where, "has prefixItems, which the validator of the daemon refuses at run time");
  if (where.endsWith("/headers"))
    for (const [header, value] of Object.entries(node))
      if (!resolve(value).description) report(where, `the header ${header} has no description`);
  if (
    node.properties === null ||
    typeof node.properties !== "object" ||
    where.endsWith("/if") ||
    where.endsWith("/else")
  )
    return;
  if (node.additionalProperties === false && !node["x-closed"])
    report(where, "closes the object, so that no field could be added later");
  for (const [property, schema] of Object.entries(node.properties)) {
    if (typeof schema === "boolean")
      report(where, `${property} is a boolean schema, which the generator of the SDK drops`);
    else if (!schema.description && !resolve(schema).description) report(where, `${property} has no description`);
  }
}

/** The validator asks for a body wherever its schema has `required`, whatever the request says. */
function lintOptionalBody(where, { required, content }, { report, resolve }) {
  if (required) return;
  for (const { schema } of Object.values(content)) {
    if (resolve(schema).required) report(where, "leave `required` out of the schema of a body that may be left out");
  }
}

/** A stored event is the accepted record: it has the fields that its sender gave it. */
const AS_SENT = /^Stored(Log|Metric|Deployment)$/;

/** An answer always has all its fields; what is not always there is an extension. */
function lintAnswered([name, schema], { report }) {
  if (AS_SENT.test(name.split("/").at(-1))) return;
  for (const [property, value] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(property) && value["x-extension"] !== true)
      report(name, `${property} of an answer is not required`);
  }
}

/** The named schemas that successful answers are made of. */
function answered(document, resolve) {
  const found = new Map();
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return undefined;
    if (node.$ref?.startsWith("#/components/schemas/")) {
      if (found.has(node.$ref)) return undefined;
      found.set(node.$ref, resolve(node));
      visit(resolve(node));
    }
    return Object.values(node).forEach(visit);
  };
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        if (status.startsWith("2")) visit(Object.values(resolve(response).content ?? {}).map((media) => media.schema));
    }
  }
  return found;
}

/** A function that validates a value by the schema at a place of the document and answers the problems. */
function validator(document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "document", undefined, false);
  return (pointer, value) => {
    const check = ajv.compile({ $ref: `document${refOf(pointer)}` });
    return check(value) ? [] : check.errors.map((error) => `${error.instancePath || "/"} ${error.message}`);
  };
}

const refOf = (names) =>
  `#/${names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
const at = (document, ref) =>
  ref
    .split("/")
    .slice(1)
    .reduce((node, name) => node?.[decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")], document);

function walk(node, where, visit) {
  if (node === null || typeof node !== "object") return;
  if (!Array.isArray(node)) visit(node, where);
  // Examples hold values, not schemas.
  for (const [name, value] of Object.entries(node))
    if (!["example", "examples"].includes(name)) walk(value, `${where}/${name}`, visit);
}

const problems = redocly();
for (const name of documents) problems.push(...lint(name, await bundle(name)));
for (const problem of problems) console.error(problem);
console.log(
  problems.length
    ? `${problems.length} problems in openapi/`
    : `openapi/: ${documents.map((name) => path.join("openapi", `${name}.yaml`)).join(" and ")} are in order`,
);
process.exitCode = problems.length ? 1 : 0;
