// Writes a software bill of materials (CycloneDX 1.6) of what the three packages need: node scripts/sbom.mjs [FILE].
// It comes of package-lock.json alone, so the same commit gives the same bytes, without a network.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import cyclonedx from "@cyclonedx/cyclonedx-library";
import { Ajv } from "ajv";
import parseLicence from "spdx-expression-parse";
import { lockedPackages, ownPackages, resolvePackage } from "./locked-packages.mjs";
import { root } from "./run.mjs";

const { Contrib, Enums, Models, Serialize, Spec } = cyclonedx;
const require = createRequire(import.meta.url);
const file = resolve(process.argv[2] ?? join(root, "artifacts/sbom.cdx.json"));

const locked = lockedPackages(root).filter(({ dev }) => !dev);
const own = ownPackages(root);
const byPath = new Map(locked.map((each) => [each.path, each]));
const licences = new Contrib.License.Factories.LicenseFactory(isExpression);

function isExpression(text) {
  try {
    parseLicence(text);
    return true;
  } catch {
    return false;
  }
}

function component({ path, name, version, license, integrity }) {
  const [group, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const made = new Models.Component(Enums.ComponentType.Library, bare, {
    group,
    version,
    bomRef: path,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  });
  if (license) made.licenses.add(licences.makeFromString(license));
  if (integrity?.startsWith("sha512-"))
    made.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(integrity.slice(7), "base64").toString("hex"));
  return made;
}

function billOfMaterials() {
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, "tocsin", {
    version,
    bomRef: "tocsin",
  });
  bom.metadata.component.licenses.add(licences.makeFromString(license));
  const components = new Map([...own, ...locked].map((each) => [each.path, component(each)]));
  for (const each of components.values()) bom.components.add(each);
  for (const { path } of own) bom.metadata.component.dependencies.add(components.get(path).bomRef);
  for (const { path, dependencies } of [...own, ...locked]) {
    for (const name of dependencies) {
      const target = own.find((each) => each.name === name) ?? resolvePackage(byPath, path, name);
      // An optional package of another platform is in nobody's tree.
      if (target) components.get(path).dependencies.add(components.get(target.path).bomRef);
    }
  }
  return bom;
}

/** Against the schema that the CycloneDX project publishes, which the library brings. */
function problemsOf(text) {
  const schemas = dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json"));
  const read = (name) => JSON.parse(readFileSync(join(schemas, "res/schema", name), "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of [
    "spdx.SNAPSHOT.schema.json",
    "jsf-0.82.SNAPSHOT.schema.json",
    "cryptography-defs.SNAPSHOT.schema.json",
  ])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  const validate = ajv.compile(read("bom-1.6.SNAPSHOT.schema.json"));
  return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
}

const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
const text = `${serializer.serialize(billOfMaterials(), { sortLists: true, space: 2 })}\n`;
const problems = problemsOf(text);
if (problems) throw new Error(`The bill of materials isn't valid CycloneDX: ${problems}`);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, text);
console.log(`${file}: ${own.length} packages of Tocsin, ${locked.length} that they need`);
