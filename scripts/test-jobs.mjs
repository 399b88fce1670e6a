// Divides the tests into jobs. A job is one mocha process with some files of one package.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

export const PACKAGES = ["daemon", "sdk", "cli", "lab"];

/** Smaller folders are put together, since the start of a process takes seconds. */
const FILES_MIN = 6;
/** The last job must not keep the other lane idle for long. */
const FILES_MAX = 16;

/**
 * These hold the daemon to a time that a user was promised, such as the second in which readiness answers, or measure
 * the memory of their process. They run when nothing else does.
 */
const ALONE = [
  "daemon/crash/readiness.test.ts",
  "daemon/crash/readiness-full-disk.test.ts",
  "daemon/crash/workers.test.ts",
  "daemon/fuzz/operations.test.ts",
  "daemon/http/new-organizations.test.ts",
  "daemon/http/body-budget.test.ts",
  "daemon/http/body-budget-shares.test.ts",
  "daemon/http/slow-bodies.test.ts",
];

/** The longest jobs start first, so that the lanes end at about the same time. */
const LONGEST = [
  "daemon/crash",
  "daemon/store",
  "daemon/faults",
  "daemon/simulation",
  "daemon/remediate",
  "daemon/http",
  "cli",
];

export const configurationOf = (packageName) =>
  JSON.parse(readFileSync(join(root, "packages", packageName, ".mocharc.json"), "utf8"));

/**
 * In the order in which they start.
 * @returns {{ name: string, packageName: string, files: string[], isAlone: boolean }[]}
 */
export function jobsOf(packages) {
  const jobs = packages.flatMap((packageName) => {
    const files = filesOf(packageName);
    const isAlone = (file) => ALONE.includes(`${packageName}/${file.replace(/^test\//, "")}`);
    const others = foldersOf(
      packageName,
      files.filter((file) => !isAlone(file)),
    );
    const alone = { name: `${packageName}, alone`, files: files.filter(isAlone), isAlone: true };
    return [...others.flatMap(chunksOf), alone]
      .filter((job) => job.files.length > 0)
      .map((job) => ({ ...job, packageName }));
  });
  return jobs.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function filesOf(packageName) {
  const { spec, ignore = [] } = configurationOf(packageName);
  const cwd = join(root, "packages", packageName);
  return globSync(spec, { cwd, exclude: [ignore].flat() }).toSorted();
}

/** The folders of a package with their files. Small ones are one. */
function foldersOf(packageName, files) {
  const folderOf = (file) => [packageName, ...file.split("/").slice(1, -1)].slice(0, 2).join("/");
  const folders = [...Map.groupBy(files, folderOf)].map(([name, members]) => ({ name, files: members }));
  const isSmall = (folder) => folder.files.length < FILES_MIN && !LONGEST.includes(folder.name);
  const small = folders.filter(isSmall).flatMap((folder) => folder.files);
  return [...folders.filter((folder) => !isSmall(folder)), { name: `${packageName}, small folders`, files: small }];
}

/** Neighbours by name often take equally long, so every nth file goes into the same job. */
function chunksOf({ name, files }) {
  const count = Math.ceil(files.length / FILES_MAX);
  return Array.from({ length: count }, (_, chunk) => ({
    name: count === 1 ? name : `${name} ${chunk + 1}/${count}`,
    files: files.filter((_file, index) => index % count === chunk),
    isAlone: false,
  }));
}

function rankOf({ name }) {
  const rank = LONGEST.indexOf(name.replace(/ \d+\/\d+$/, ""));
  return rank === -1 ? LONGEST.length : rank;
}
