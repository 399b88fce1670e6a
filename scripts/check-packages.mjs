// Packs what is published, as npm would, and looks at it as a stranger does: publint, the types under every resolution,
// maps that lead somewhere, and programs that import it. Nothing is installed and nothing comes from the network.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { root, run } from "./run.mjs";

/** Fewer would mean that the checker no longer finds them, and finds nothing wrong for that. */
const METHODS_MIN = 100;

const problems = [];
const folder = mkdtempSync(join(tmpdir(), "tocsin-packages-"));
try {
  await must("tsc", ["-b", "packages/sdk", "packages/cli"]);
  const sdk = await pack("sdk");
  const cli = await pack("cli");
  for (const { name, tarball, path } of [sdk, cli]) {
    await lint(name, tarball);
    lookAtFiles(name, path);
  }
  await must("attw", ["--profile", "esm-only", "--no-definitely-typed", "--no-emoji", "--no-color", sdk.tarball]);
  lookAtMaps(sdk.path);
  await useSdk();
  const { output } = await must("node", [join(cli.path, "bin/tocsin.js"), "--version"]);
  if (!output.includes("tocsin")) problems.push(`cli: the packed command says ${output.trim()} to --version`);
} catch (error) {
  problems.push(error.message);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Packs a package and unpacks it where programs below the folder find it, with what it depends on. */
async function pack(name) {
  const { output } = await must("npm", [
    "pack",
    "--json",
    "--silent",
    "--pack-destination",
    folder,
    "-w",
    `packages/${name}`,
  ]);
  const [{ filename }] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
  const tarball = join(folder, filename);
  const path = join(folder, "node_modules/@tocsin", name);
  mkdirSync(path, { recursive: true });
  await must("tar", ["-xzf", tarball, "-C", path, "--strip-components", "1"]);
  const { dependencies, peerDependencies } = manifestOf(path);
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) link(dependency);
  return { name, tarball, path };
}

function link(dependency) {
  const to = join(folder, "node_modules", dependency);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(join(root, "node_modules", dependency), to);
}

async function lint(name, tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  for (const message of messages) problems.push(`${name}: publint ${message.code}: ${formatMessage(message, pkg)}`);
}

/** Nothing that is no part of the product, and all that the manifest names. */
function lookAtFiles(name, path) {
  const files = readdirSync(path, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => /(^|\/)(test|node_modules)\/|\.tsbuildinfo$|\.test\./.test(each)))
    problems.push(`${name}: ${file} is packed`);
  for (const file of ["package.json", "README.md", "LICENSE"].filter((each) => !files.includes(each)))
    problems.push(`${name}: ${file} is not packed`);
}

/** A debugger and "go to definition" follow the maps into the sources. */
function lookAtMaps(path) {
  const maps = readdirSync(join(path, "dist"), { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".map"),
  );
  if (maps.length === 0) problems.push("sdk: no maps are packed");
  for (const map of maps) {
    const file = join(path, "dist", map);
    for (const source of JSON.parse(readFileSync(file, "utf8")).sources)
      if (!existsSync(join(dirname(file), source)))
        problems.push(`sdk: dist/${map} leads to ${source}, which is not packed`);
  }
}

/** Programs of users, run and checked. */
async function useSdk() {
  link("@types/node");
  link("undici-types");
  write("package.json", { type: "module" });
  write(
    "run.mjs",
    `import { NotFoundError, Tocsin, TocsinError } from "@tocsin/sdk";
import transport from "@tocsin/sdk/pino";
import * as winston from "@tocsin/sdk/winston";
const client = new Tocsin({ fetch: async () => Response.json({ message: "no" }, { status: 404 }), retries: 0 });
const error = await client.incidents.get("1").catch((thrown) => thrown);
if (!(error instanceof NotFoundError && error instanceof TocsinError)) throw error;
if (typeof transport !== "function" || Object.keys(winston).length === 0) throw new Error("no transports");
`,
  );
  write(
    "use.ts",
    `import { type Incident, Tocsin, type TocsinError } from "@tocsin/sdk";
export const client = new Tocsin({ baseUrl: "https://tocsin.example.com", token: async () => "t" });
export const titles = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { title } of client.incidents.listAll({ status: "OPEN" })) found.push(title);
  return found;
};
export const opened: Promise<Incident> = client.incidents.get("1");
export const statusOf = (error: TocsinError): number | undefined => error.status;
// @ts-expect-error A status that there isn't: were everything \`any\`, nothing would be wrong here.
export const wrong = client.incidents.changeStatus("1", "DONE");
`,
  );
  write(
    "log.ts",
    'import transport from "@tocsin/sdk/pino";\nimport * as winston from "@tocsin/sdk/winston";\nexport { transport, winston };\n',
  );
  const options = { strict: true, noEmit: true, target: "es2022", lib: ["es2024", "dom"] };
  const browser = { ...options, module: "esnext", moduleResolution: "bundler", types: [] };
  write("bundler.json", { compilerOptions: browser, files: ["use.ts"] });
  const node = { ...options, module: "nodenext", types: ["node"], skipLibCheck: true };
  write("node.json", { compilerOptions: node, files: ["use.ts", "log.ts"] });
  lookAtDocumentation({
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const { code, output } = await run("node", [join(folder, "run.mjs")], { cwd: folder, quiet: true });
  if (code !== 0) problems.push(`sdk: a program that imports it fails:\n${output}`);
  for (const project of ["bundler.json", "node.json"]) {
    const checked = await run("tsc", ["-p", join(folder, project)], { cwd: folder, quiet: true });
    if (checked.code !== 0) problems.push(`sdk: its types under ${project}:\n${checked.output}`);
  }
}

/** What an editor shows of each method: the declarations must keep the words and the examples of the source. */
function lookAtDocumentation(options) {
  const file = join(folder, "use.ts");
  const program = ts.createProgram([file], { ...options, lib: undefined, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const client = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
    .find(({ name }) => name === "client");
  const bare = [];
  let methods = 0;
  const visit = (symbol, name) => {
    const type = checker.getTypeOfSymbol(symbol);
    const called = type.getCallSignatures().length > 0;
    if (called) methods += 1;
    const hasExample = symbol.getJsDocTags(checker).some((tag) => tag.name === "example");
    if (called && !(symbol.getDocumentationComment(checker).length > 0 && hasExample)) bare.push(name);
    if (!called) for (const member of type.getProperties()) visit(member, `${name}.${member.name}`);
  };
  visit(client, "tocsin");
  if (methods < METHODS_MIN) problems.push(`sdk: the checker sees only ${methods} methods`);
  for (const name of bare) problems.push(`sdk: ${name} lost its documentation in the declarations`);
}

function write(file, content) {
  writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
}

function manifestOf(path) {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}

async function must(command, args) {
  const result = await run(command, args, { quiet: true });
  if (result.code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${result.output.trim()}`);
  return result;
}
