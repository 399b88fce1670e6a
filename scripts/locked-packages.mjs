// The packages that package-lock.json names, as they lie in node_modules.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MODULES = "node_modules/";

/** Every package but those of this repository; `dev` where nothing that is published needs it. */
export function lockedPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(MODULES) && !link)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version: entry.version,
      dev: entry.dev === true,
      license: typeof entry.license === "string" ? entry.license : undefined,
      integrity: entry.integrity,
      dependencies: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    }));
}

/** This repository's own packages. */
export function ownPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path]) => path.startsWith("packages/") && !path.includes(MODULES))
    .map(([path, { name, version, license, dependencies = {}, optionalDependencies = {} }]) => ({
      path,
      name,
      version,
      license,
      dependencies: Object.keys({ ...dependencies, ...optionalDependencies }),
    }));
}

/** Where Node finds a package from a folder: in its own node_modules, else in one further up. */
export function resolvePackage(byPath, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const found = byPath.get(`${at === "" ? "" : `${at}/`}${MODULES}${name}`);
    if (found) return found;
    if (at === "") return undefined;
  }
}
