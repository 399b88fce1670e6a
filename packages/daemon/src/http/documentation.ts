import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { apiReference } from "@scalar/express-api-reference";
import { type RequestHandler, Router } from "express";

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve("swagger-ui-dist/package.json"));
const scalarFolder = join(dirname(require.resolve("@scalar/api-reference")), "browser");

/** The files that the pages load, by their address. */
const ASSETS: readonly (readonly [address: string, path: string])[] = [
  ["/api/swagger-ui.css", join(swaggerFolder, "swagger-ui.css")],
  ["/api/swagger-ui-bundle.js", join(swaggerFolder, "swagger-ui-bundle.js")],
  ["/api/favicon-32x32.png", join(swaggerFolder, "favicon-32x32.png")],
  ["/reference/scalar.js", join(scalarFolder, "standalone.js")],
];

/** Both pages come from installed packages and ask no other host for anything: they work where there is no internet. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join("; ");

/** Features that need Scalar's own services are off, since the pages ask no other host. */
const SCALAR = {
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  withDefaultFonts: false,
} as const;

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

const assets = new Map<string, Promise<Buffer>>();

/** Reads each file once for the process. A file that could not be read is tried again. */
function readAsset(path: string): Promise<Buffer> {
  let content = assets.get(path);
  if (!content) {
    content = readFile(path);
    content.catch(() => assets.delete(path));
    assets.set(path, content);
  }
  return content;
}

/**
 * Answers a file from memory, always whole: it has no tag and no date, and `Range` may be ignored (RFC 9110, section
 * 14.2). A stream for each request would keep its file open where pipelined requests are abandoned. All answers
 * share one buffer, so readers that take nothing cost no copy.
 */
const sendAsset =
  (path: string): RequestHandler =>
  async (_request, response) => {
    response
      .type(extname(path))
      .set("accept-ranges", "none")
      .send(await readAsset(path));
  };

export interface DocumentSource {
  /** Path of the bundled OpenAPI document. */
  readonly path: string;
  readonly title: string;
}

/** /openapi.json, /api (Swagger UI) and /reference (Scalar). */
export function documentation({ path, title }: DocumentSource): Router {
  const router = Router();
  const openApi = readFileSync(path);
  router.use(["/api", "/reference"], (_request, response, next) => {
    response.setHeader("content-security-policy", POLICY);
    next();
  });
  router.get("/openapi.json", (_request, response) => {
    response.type("application/json").send(openApi);
  });
  router.get("/api", (_request, response) => {
    response.type("html").send(swaggerPage(title));
  });
  for (const [address, file] of ASSETS) router.get(address, sendAsset(file));
  router.get(
    "/reference",
    apiReference({
      url: "/openapi.json",
      pageTitle: title,
      cdn: "/reference/scalar.js",
      ...SCALAR,
    } as Parameters<typeof apiReference>[0]),
  );
  return router;
}
