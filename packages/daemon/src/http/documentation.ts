import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { apiReference } from "@scalar/express-api-reference";
import { Router, static as serveStatic } from "express";

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve("swagger-ui-dist/package.json"));
const scalarBundle = join(dirname(require.resolve("@scalar/api-reference")), "browser/standalone.js");

/** Both pages come from installed packages and ask no other host for anything: they work where there is no internet. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join("; ");

const swaggerPage = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/api/swagger-ui.css">
<link rel="icon" href="/api/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });</script>
</body>
</html>
`;

export interface DocumentSource {
  /** Of the bundled OpenAPI document. */
  readonly path: string;
  readonly title: string;
}

/** /openapi.json, /api (Swagger UI) and /reference (Scalar). */
export function documentation({ path, title }: DocumentSource): Router {
  const router = Router();
  const text = readFileSync(path, "utf8");
  router.use(["/api", "/reference"], (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    response.setHeader("x-content-type-options", "nosniff");
    next();
  });
  router.get("/openapi.json", (_request, response) => {
    response.type("application/json").send(text);
  });
  router.get("/api", (_request, response) => {
    response.type("html").send(swaggerPage(title));
  });
  router.use("/api", serveStatic(swaggerFolder, { index: false }));
  router.get("/reference/scalar.js", (_request, response) => {
    response.sendFile(scalarBundle);
  });
  router.get(
    "/reference",
    apiReference({
      url: "/openapi.json",
      pageTitle: title,
      cdn: "/reference/scalar.js",
      withDefaultFonts: false,
      telemetry: false,
    } as Parameters<typeof apiReference>[0]),
  );
  return router;
}
