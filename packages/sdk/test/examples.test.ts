import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { Tocsin } from "../src/index.ts";
import { examplesIn, snippetsOf } from "./examples.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const source = pathOf("../src/");
const sources = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("generated"),
);
const textOf = (file: string) => readFileSync(join(source, file), "utf8");

/** The names of all methods of a client, as they are called: `incidents.list`, `health.core.live`. */
function methodsOf(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "function" ? [prefix + name] : methodsOf(member as object, `${prefix}${name}.`),
  );
}

describe("examples in the documentation", function () {
  this.timeout(60_000);

  it("call every method of the client by its name", () => {
    const examples = sources.flatMap((file) => examplesIn(textOf(file))).join("\n");
    const called = (name: string) => new RegExp(`\\btocsin\\.${name.replaceAll(".", "\\.")}\\(`).test(examples);
    const methods = methodsOf(new Tocsin()).filter((name) => !name.startsWith("health."));
    expect(methods).to.have.length.above(90);
    expect(methods.filter((name) => !called(name))).to.deep.equal([]);
  });

  it("are right by the types that a user sees, like those of the pages", () => {
    const pages = ["../README.md", "../../../docs/sdk.md"];
    const snippets = [
      ...sources.flatMap((file) => examplesIn(textOf(file)).map((code) => ({ where: file, code }))),
      ...pages.flatMap((page) =>
        snippetsOf(readFileSync(pathOf(page), "utf8")).map((code) => ({ where: page.replaceAll("../", ""), code })),
      ),
    ];
    expect(problemsIn(snippets)).to.equal("");
  });

  it("would be found wrong", () => {
    const code = 'await tocsin.incidents.changeStatus("1", "DONE");';
    expect(problemsIn([{ where: "nowhere.ts", code }])).to.match(/nowhere-0\.ts.*"DONE"/s);
  });
});

/** What the compiler says of these snippets, each a module of its own with `tocsin` and `buffer` in scope. */
function problemsIn(snippets: readonly { readonly where: string; readonly code: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-examples-"));
  try {
    writeFileSync(
      join(folder, "scope.d.ts"),
      `declare const tocsin: import("@tocsin/sdk").Tocsin;
       declare const buffer: ReturnType<typeof tocsin.ingest.buffered>;`,
    );
    for (const [index, { where, code }] of snippets.entries())
      writeFileSync(
        join(folder, `${where.replaceAll("/", "-").replace(".ts", "")}-${index}.ts`),
        `${code}\nexport {};\n`,
      );
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configOf()));
    execFileSync(pathOf("../../../node_modules/.bin/tsc"), ["-p", "."], { cwd: folder, encoding: "utf8" });
    return "";
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const configOf = () => ({
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [pathOf("../../../node_modules/@types")],
    paths: {
      ...Object.fromEntries(
        ["", "/pino", "/winston"].map((path) => [`@tocsin/sdk${path}`, [pathOf(`../src${path || "/index"}.ts`)]]),
      ),
      "*": [pathOf("../../../node_modules/*")],
    },
  },
  include: ["*.ts"],
});
