// Holds the licence of every installed package against a list: node scripts/licences.mjs [FOLDER].
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import parse from "spdx-expression-parse";
import { lockedPackages } from "./locked-packages.mjs";
import { root } from "./run.mjs";

/** SPDX ids of permissive licences: they ask for no more than a notice. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Data that only the tools of this repository read; its licence asks for attribution. */
const ALLOWED_FOR_TOOLS = new Set(["CC-BY-3.0"]);

const folder = process.argv[2] ?? root;
const problems = lockedPackages(folder).flatMap(({ path, name, version, dev, license }) => {
  const found = license ?? licenceOf(join(folder, path, "package.json"));
  // A package of another platform isn't installed, and its licence is that of the one which loads it.
  if (found === undefined && !existsSync(join(folder, path))) return [];
  const problem = found === undefined ? "names no licence" : problemOf(found, dev);
  return problem === undefined ? [] : [`${name}@${version} ${problem}`];
});

function licenceOf(file) {
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  if (typeof license === "string") return license;
  const all = [license, ...(licenses ?? [])].map((each) => each?.type).filter((type) => typeof type === "string");
  return all.length === 0 ? undefined : all.join(" AND ");
}

function problemOf(expression, isTool) {
  try {
    return isAllowed(parse(expression), isTool)
      ? undefined
      : `has the licence ${expression}, which scripts/licences.mjs does not list`;
  } catch {
    return `has the licence ${expression}, which is no SPDX expression`;
  }
}

function isAllowed({ license, conjunction, left, right, exception }, isTool) {
  if (conjunction === "or") return isAllowed(left, isTool) || isAllowed(right, isTool);
  if (conjunction === "and") return isAllowed(left, isTool) && isAllowed(right, isTool);
  return exception === undefined && (ALLOWED.has(license) || (isTool && ALLOWED_FOR_TOOLS.has(license)));
}

for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log("Use another package, or discuss the licence in an issue before it is listed.");
process.exitCode = problems.length > 0 ? 1 : 0;
