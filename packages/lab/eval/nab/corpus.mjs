// The Numenta Anomaly Benchmark's files and its labelled windows, as they lie in a folder of NAB's own layout.
import { join, relative } from "node:path";
import { filesBelow, readCsv, readJson } from "../files.mjs";

/** Timestamps of the data and of the labels are written in two ways; both are the same after this. */
const plainTime = (text) => text.replace("T", " ").replace(/\.0+$/, "").trim();

/** Milliseconds since 1970 of a timestamp, which is in UTC. */
export const timeOf = (text) => Date.parse(`${text.replace(" ", "T")}Z`);

const nameOf = (folder, path) => relative(join(folder, "data"), path).replace(/\.gz$/, "");

/** Every labelled file that is there: `{ name, group, times (text), values, windows: [from, to][] }`, in order of names. */
export function nabCorpus(folder) {
  const labels = readJson(join(folder, "labels/combined_windows.json"));
  const isData = (path) => /\.csv(\.gz)?$/.test(path);
  return filesBelow(join(folder, "data"), "")
    .filter((path) => isData(path) && labels[nameOf(folder, path)] !== undefined)
    .map((path) => {
      const name = nameOf(folder, path);
      const [, ...rows] = readCsv(path);
      return {
        name,
        group: name.split("/")[0],
        times: rows.map(([time]) => plainTime(time)),
        values: rows.map(([, value]) => Number(value)),
        windows: labels[name].map((window) => window.map(plainTime)),
      };
    });
}
