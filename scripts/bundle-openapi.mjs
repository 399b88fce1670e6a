// Joins one OpenAPI document of several files into a single one, in which every component stands once, by its name.
// A bundler that hoists what it meets first gives names such as Run2 to the generated types, so the names come from the files here:
// components/schemas/incidents.yaml#/Incident becomes #/components/schemas/Incident.
import path from "node:path";
import { fileURLToPath } from "node:url";
import $RefParser from "@apidevtools/json-schema-ref-parser";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const documents = ["core", "ingestion"];

/** The document openapi/NAME.yaml in one piece. */
export async function bundle(name) {
  const main = path.join(root, "openapi", `${name}.yaml`);
  const parser = new $RefParser();
  await parser.resolve(main);
  const components = {};

  /** What a reference written in `file` points at: the file, the names in it, and the value. */
  function find(ref, file) {
    const [target, pointer = ""] = ref.split("#");
    const found = target === "" ? file : path.resolve(path.dirname(file), target);
    const names = pointer
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const value = names.reduce((at, key) => at?.[key], parser.$refs.get(found));
    if (value === undefined) throw new Error(`${path.relative(root, file)}: nothing is at ${ref}`);
    return { file: found, names, value };
  }

  /** The reference as it reads in the bundled document; keeps the component it points at. */
  function keep(ref, file) {
    const found = find(ref, file);
    const section = sectionOf(found.file);
    const [component] = found.names;
    components[section] ??= {};
    const known = components[section][component];
    if (known && known.file !== found.file)
      throw new Error(`${section}/${component} is in two files: ${known.file} and ${found.file}`);
    if (!known) {
      components[section][component] = { file: found.file };
      components[section][component].value = rewrite(found.value, found.file);
    }
    return `#/components/${section}/${found.names.join("/")}`;
  }

  function rewrite(node, file) {
    if (Array.isArray(node)) return node.map((item) => rewrite(item, file));
    if (node === null || typeof node !== "object") return node;
    if (typeof node.$ref === "string" && sectionOf(find(node.$ref, file).file) === undefined) {
      const found = find(node.$ref, file);
      return rewrite(found.value, found.file);
    }
    return mapValues(node, (value, name) => {
      if (name === "$ref") return keep(value, file);
      if (name === "discriminator" && value.mapping)
        return { ...value, mapping: mapValues(value.mapping, (ref) => keep(ref, file)) };
      return rewrite(value, file);
    });
  }

  const document = rewrite(parser.$refs.get(main), main);
  document.components = {
    ...document.components,
    ...mapValues(sorted(components), (section) => mapValues(sorted(section), ({ value }) => value)),
  };
  return document;
}

/** The section of the components that a file fills: components/schemas/team.yaml fills schemas. Undefined for every other file. */
function sectionOf(file) {
  const [folder, section] = path.relative(path.join(root, "openapi"), file).split(path.sep);
  return folder === "components" ? section.replace(".yaml", "") : undefined;
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
