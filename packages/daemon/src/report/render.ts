import { escapeHtml } from "../kernel/html.ts";
import type { ReportText, Table } from "./compose.ts";

/** Readable with proportional fonts too. */
export function renderText({ intro, numbers, tables, foot }: ReportText): string {
  const width = Math.max(...numbers.map(([label]) => label.length));
  return [
    intro,
    numbers.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`).join("\n"),
    ...tables.map(tableText),
    `-- \n${foot.join("\n")}`,
    "",
  ].join("\n\n");
}

function tableText({ heading, columns, rows, none }: Table): string {
  const title = `${heading}\n${"-".repeat(heading.length)}`;
  if (rows.length === 0) return `${title}\n${none}`;
  const items = rows.map((row) => {
    const [first, ...rest] = row;
    return `* ${first}\n${rest.map((value, index) => `    ${columns[index + 1]}: ${value}`).join("\n")}`;
  });
  return `${title}\n${items.join("\n")}`;
}

const FONT =
  "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;color:#1c1e21;line-height:1.45";
const CELL = "padding:5px 12px 5px 0;border-bottom:1px solid #e3e5e8;text-align:left;vertical-align:top";
const WRAP = "overflow-wrap:anywhere";
/** Breaks only overlong words, because a narrow window would break all. */
const wrapOf = (text: string): string => (/[^\s-]{25}/.test(text) ? `;${WRAP}` : "");
const QUIET = "color:#656a70";

/** Inline styles only, as mail clients require. Loads nothing external. */
export function renderHtml({ subject, intro, numbers, tables, foot }: ReportText): string {
  const figures = numbers
    .map(
      ([label, value]) =>
        `<tr><td style="${CELL};${QUIET}">${escapeHtml(label)}</td><td style="${CELL}"><b>${escapeHtml(value)}</b></td></tr>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;${FONT}">
<p style="margin:0 0 16px">${escapeHtml(intro)}</p>
<table style="border-collapse:collapse;${FONT}">
${figures}
</table>
${tables.map(tableHtml).join("\n")}
<p style="margin:28px 0 0;font-size:12px;${WRAP};${QUIET}">${foot.map(escapeHtml).join("<br>\n")}</p>
</body>
</html>
`;
}

function tableHtml({ heading, columns, rows, none }: Table): string {
  const title = `<h2 style="margin:28px 0 6px;font-size:16px">${escapeHtml(heading)}</h2>`;
  if (rows.length === 0) return `${title}\n<p style="margin:0;${QUIET}">${escapeHtml(none)}</p>`;
  const head = columns
    .map((column) => `<th style="${CELL};${QUIET};font-weight:600">${escapeHtml(column)}</th>`)
    .join("");
  const body = rows.map(
    (row) => `<tr>${row.map((value) => `<td style="${CELL}${wrapOf(value)}">${escapeHtml(value)}</td>`).join("")}</tr>`,
  );
  return `${title}\n<table style="border-collapse:collapse;${FONT}">\n<tr>${head}</tr>\n${body.join("\n")}\n</table>`;
}
