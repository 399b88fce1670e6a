// The scoreboard's first table.
import { figure, table } from "./table.mjs";

export const rightTable = (rows) =>
  table(
    ["set", "cases", "measure", "Tocsin", "left out", "simple method", "published"],
    rows.map(({ set, cases, measure, value, crossValidated, digits, simple, published }) => [
      set,
      cases,
      measure,
      figure(value, digits),
      figure(crossValidated, digits),
      figure(simple),
      figure(published),
    ]),
  );
