// How false alarms stand on the scoreboard, and beside them whether quiet was bought with blindness.
import { figure, table } from "../table.mjs";
import { FOLDERS, run as runNormalParts } from "./normal-parts.mjs";
import { run, runFaults } from "./run.mjs";

const byRuleOf = (byRule) =>
  Object.entries(byRule)
    .map(([ruleId, count]) => `${ruleId} ${count}`)
    .join(", ") || "·";

const openingLine = ({ at, ruleId, title, description }) => `${at} ${ruleId}: ${title}\n    ${description}`;

const faultLine = ({ seed, at, kind, service, minutes, ruleIds }) =>
  `day ${seed} ${at} ${kind} of ${service}: ${minutes === null ? "not found" : `after ${minutes.toFixed(0)} minutes by ${ruleIds.join(", ")}`}`;

/** A cell of a table has space for so many titles. */
const SHOWN = 2;
const LEVELS = {
  "HIGH or CRITICAL": ({ severity }) => severity === "HIGH" || severity === "CRITICAL",
  MEDIUM: ({ severity }) => severity === "MEDIUM",
  LOW: ({ severity }) => severity === "LOW",
};

const healthyBoard = {
  name: "healthy",
  folder: null,
  run: (_, shape) => run(shape),
  digits: 2,
  rows: ({ services, seeds, days, results }) =>
    Object.entries(LEVELS).map(([level, isOf]) => {
      const counts = results.map(({ openings }) => openings.filter(isOf).length / days);
      return {
        measure: `false ${level} a day of ${services} services`,
        cases: seeds.length * days,
        value: counts.reduce((sum, count) => sum + count, 0) / counts.length,
        crossValidated: Math.max(...counts),
      };
    }),
  tables: ({ results }) => ({
    healthy: table(
      ["day", "events", "false incidents in the days before it, which teach", "false incidents", "the first above LOW"],
      results.map(({ seed, events, learning, openings }) => [
        seed,
        events.toLocaleString("en"),
        learning,
        openings.length,
        openings
          .filter((opening) => !LEVELS.LOW(opening))
          .slice(0, SHOWN)
          .map(({ ruleId, title }) => `${ruleId}: ${title}`)
          .join("; ") || "·",
      ]),
    ),
  }),
  lines: ({ results }) =>
    results
      .flatMap(({ seed, learning, openings }) => [
        `day ${seed}: ${openings.length} false incidents, ${learning} in the days before it, which teach`,
        ...openings.map((opening) => `  ${openingLine(opening)}`),
      ])
      .join("\n"),
  predictions: () => ({}),
};

const faultsBoard = {
  name: "faults",
  folder: null,
  run: (_, shape = {}) => runFaults(shape),
  digits: 2,
  rows: ({ faults, found }) => [{ measure: "faults found in the same traffic", cases: faults, value: found / faults }],
  tables: ({ results }) => ({
    faults: table(
      ["fault", "times", "found", "minutes until an incident opened"],
      Object.entries(Object.groupBy(results, ({ kind }) => kind)).map(([kind, those]) => [
        kind,
        those.length,
        those.filter(({ isFound }) => isFound).length,
        those.map(({ minutes }) => figure(minutes, 0)).join(", "),
      ]),
    ),
  }),
  lines: ({ results }) => results.map(faultLine).join("\n"),
  predictions: () => ({}),
};

const quietBoard = {
  name: "quiet",
  folder: "",
  anyOf: FOLDERS,
  run: (folder) => ({ sets: runNormalParts(folder) }),
  digits: 2,
  rows: ({ sets }) =>
    sets.map(({ name, parts, hours, results }) => ({
      measure: `false incidents above LOW an hour, normal parts of ${name}`,
      cases: parts,
      value: results.flatMap(({ openings }) => openings).filter((opening) => !LEVELS.LOW(opening)).length / hours,
    })),
  tables: ({ sets }) => ({
    quiet: table(
      ["normal parts of", "parts", "hours", "false incidents", "by rule"],
      sets.map(({ name, parts, hours, incidents, byRule }) => [
        name,
        parts,
        figure(hours, 1),
        incidents,
        byRuleOf(byRule),
      ]),
    ),
  }),
  lines: ({ sets }) =>
    sets
      .flatMap(({ name, results }) =>
        results.flatMap(({ id, openings }) => openings.map((opening) => `${name} ${id} ${openingLine(opening)}`)),
      )
      .join("\n"),
  predictions: () => ({}),
};

export const healthyBoards = [healthyBoard, faultsBoard, quietBoard];
