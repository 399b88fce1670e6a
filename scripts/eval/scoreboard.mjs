import { writeFileSync } from "node:fs";
import { tablesOf } from "./report.mjs";
export const writeScoreboard = (path, summary) => writeFileSync(path, tablesOf(summary));
