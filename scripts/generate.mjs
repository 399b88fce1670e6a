// Generates from openapi/: the bundled documents, their types for the daemon, and the client of the SDK.
// With --check it writes into a temporary folder instead, and fails naming the files that differ.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import { bundle, documents, root } from "./bundle-openapi.mjs";

const DAEMON_TYPES = "packages/daemon/src/generated/interfaces.ts";
const SDK_FOLDER = "packages/sdk/src/generated/";

/** Everything that is generated; a folder ends with a slash and holds nothing else. */
const outputs = [...documents.map((name) => `packages/daemon/generated/${name}.json`), DAEMON_TYPES, SDK_FOLDER];

async function generate(base) {
  const bundled = [];
  for (const name of documents) {
    const document = await bundle(name);
    bundled.push(document);
    await write(path.join(base, `packages/daemon/generated/${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
  }
  const merged = merge(bundled);
  await write(path.join(base, DAEMON_TYPES), await types(merged));
  await client(merged, path.join(base, SDK_FOLDER));
}

async function types(document) {
  const nodes = await openapiTS(structuredClone(document), { alphabetize: false, immutable: true });
  return `// Generated from openapi/; do not edit: npm run generate.\n\n${astToString(nodes)}`;
}

/** Both interfaces as one document, so that each type stands once and the SDK has one client. Equal names must mean the same. */
function merge([first, ...others]) {
  const merged = structuredClone(first);
  const add = (into, from, where) => {
    for (const [name, value] of Object.entries(from)) {
      if (name in into && !isDeepStrictEqual(into[name], value))
        throw new Error(`${where}/${name} differs between the documents`);
      into[name] = value;
    }
  };
  for (const { paths, components } of others) {
    add(merged.paths, paths, "paths");
    for (const [section, values] of Object.entries(components)) {
      merged.components[section] ??= {};
      add(merged.components[section], values, section);
    }
  }
  return merged;
}

async function client(input, folder) {
  await createClient({
    input,
    logs: { level: "silent", file: false },
    // The extension makes the imports end in .ts, as Node and tsc want them here.
    output: {
      path: folder,
      clean: true,
      module: { extension: ".ts" },
      tsConfigPath: path.join(root, "packages/sdk/tsconfig.json"),
    },
    plugins: [
      "@hey-api/typescript",
      { name: "@hey-api/sdk", operations: { strategy: "single", containerName: "Api" } },
      // No address is built in: the SDK passes one.
      { name: "@hey-api/client-fetch", baseUrl: false },
    ],
  });
}

async function write(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The generated files under `base`, by their path in the repository. */
async function read(base) {
  const files = new Map();
  for (const output of outputs) {
    const names = output.endsWith("/") ? await filesOf(path.join(base, output)) : [""];
    for (const name of names)
      files.set(output + name, await readFile(path.join(base, output + name), "utf8").catch(() => undefined));
  }
  return files;
}

async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

async function check() {
  const temporary = await mkdtemp(path.join(tmpdir(), "tocsin-generate-"));
  try {
    await generate(temporary);
    const [wanted, present] = [await read(temporary), await read(root)];
    return [...new Set([...wanted.keys(), ...present.keys()])]
      .filter((file) => wanted.get(file) !== present.get(file))
      .sort();
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

if (process.argv.includes("--check")) {
  const differing = await check();
  for (const file of differing) console.error(`${file} is not what openapi/ gives: npm run generate.`);
  process.exitCode = differing.length ? 1 : 0;
} else {
  await generate(root);
}
