// Reads the public data sets as they lie: plain or gzipped, CSV or JSON, in whatever folders.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export function readText(path) {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

export const readJson = (path) => JSON.parse(readText(path));

export const readJsonLines = (path) =>
  readText(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** Rows of cells. None of the sets quotes a cell; one that did would be read wrongly, and is refused. */
export function readCsv(path) {
  const text = readText(path);
  if (text.includes('"')) throw new Error(`${path} has quoted cells, which this reader doesn't know.`);
  return text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => line.split(","));
}

/** Rows as objects, named by the first line. */
export function readTable(path) {
  const [names = [], ...rows] = readCsv(path);
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name, row[column]])));
}

/** All files below a folder whose path ends so, in order of their paths. */
export const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(ending))
    .sort();
