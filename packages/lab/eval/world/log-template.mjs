// A log template: literal text and variable parts, compiled once per service and filled in for each line.

const HEX = Array.from({ length: 65_536 }, (_, index) => index.toString(16).padStart(4, "0"));
const TWO = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));
const THREE = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, "0"));
const USERS =
  "anna ben carla dmitri elif farid grace hugo ines jonas kira liam mei noor olga pavel quinn rosa sven tara".split(
    " ",
  );
const METHODS = ["GET", "GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH"];

const hex4 = (chance) => HEX[(chance.next() * 65_536) | 0];
const integer = (chance, below) => (chance.next() * below) | 0;
const clockOf = (line, separator) =>
  `${line.hourMinute}:${TWO[(line.offsetMs / 1000) | 0]}${separator}${THREE[line.offsetMs % 1000]}`;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const secondsOf = (line) => TWO[(line.offsetMs / 1000) | 0];

/** Time of access lines in the common log format. */
function clfTimeOf(line) {
  const [year, month, day] = line.day.split("-");
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${line.hourMinute}:${secondsOf(line)} +0000`;
}

/** Date and time as the locale en-US writes them. */
function usTimeOf(line) {
  const [year, month, day] = line.day.split("-");
  const [hour, minute] = line.hourMinute.split(":");
  return `${month}/${day}/${year}, ${Number(hour) % 12 || 12}:${minute}:${secondsOf(line)} ${Number(hour) < 12 ? "AM" : "PM"}`;
}

/** Value of each variable for a line: { chance, day, hourMinute, minuteMs, offsetMs, status, took, pod }. */
const VARIABLES = {
  iso: (line) => `${line.day}T${clockOf(line, ".")}Z`,
  isoSeconds: (line) => `${line.day}T${line.hourMinute}:${TWO[(line.offsetMs / 1000) | 0]}Z`,
  day: (line) => line.day,
  clock: (line) => clockOf(line, "."),
  clockComma: (line) => clockOf(line, ","),
  seconds: (line) => `${line.hourMinute}:${TWO[(line.offsetMs / 1000) | 0]}`,
  clfTime: clfTimeOf,
  usTime: usTimeOf,
  epochMs: (line) => line.minuteMs + line.offsetMs,
  epoch: (line) => (line.minuteMs + line.offsetMs) / 1000,
  num: ({ chance }) => 1000 + integer(chance, 9_000_000),
  hex: ({ chance }) => hex4(chance) + hex4(chance) + hex4(chance),
  uuid: ({ chance }) =>
    `${hex4(chance)}${hex4(chance)}-${hex4(chance)}-4${hex4(chance).slice(1)}-a${hex4(chance).slice(1)}-${hex4(chance)}${hex4(chance)}${hex4(chance)}`,
  ref: ({ chance }) => `r_${(1e9 + integer(chance, 1e9)).toString(36)}`,
  trace: ({ chance }) => hex4(chance) + hex4(chance) + hex4(chance) + hex4(chance),
  n: ({ chance }) => 1 + integer(chance, 12),
  many: ({ chance }) => 10 + integer(chance, 4000),
  ms: ({ chance }) => 1 + ((2500 * chance.next() ** 4) | 0),
  pct: ({ chance }) => 1 + integer(chance, 99),
  bytes: ({ chance }) => 80 + ((90_000 * chance.next() ** 3) | 0),
  port: ({ chance }) => 32_768 + integer(chance, 28_000),
  pid: (line) => line.pid,
  thread: ({ chance }) => 1 + integer(chance, 16),
  ip: ({ chance }) => `10.${integer(chance, 40)}.${integer(chance, 256)}.${1 + integer(chance, 254)}`,
  user: ({ chance }) => USERS[integer(chance, USERS.length)],
  method: ({ chance }) => METHODS[integer(chance, METHODS.length)],
  pod: (line) => line.pod,
  status: (line) => line.status,
  took: (line) => Math.max(1, Math.round(line.took)),
  tookSeconds: (line) => (line.took / 1000).toFixed(3),
  tookMs: (line) => line.took.toFixed(2),
};
const NUMERIC = new Set(
  "epochMs epoch num n many ms pct bytes port pid thread status took tookSeconds tookMs".split(" "),
);

/** Whether JSON writes the value without quotes. */
export const isNumeric = (value) => /^\d+$/.test(value) || (/^\{\w+\}$/.test(value) && NUMERIC.has(value.slice(1, -1)));

/** Replaces `{id}` by one kind of identifier for the whole template. */
export const bindIds = (text, chance) => text.replaceAll("{id}", `{${chance.pick(["num", "hex", "uuid", "ref"])}}`);

export function compilePattern(pattern) {
  const literals = [];
  const variables = [];
  let from = 0;
  for (const match of pattern.matchAll(/\{(\w+)\}/g)) {
    const variable = VARIABLES[match[1]];
    if (variable === undefined) continue;
    literals.push(pattern.slice(from, match.index));
    variables.push(variable);
    from = match.index + match[0].length;
  }
  literals.push(pattern.slice(from));
  return { literals, variables };
}

export function renderPattern({ literals, variables }, line) {
  let text = literals[0];
  for (let index = 0; index < variables.length; index++) text += variables[index](line) + literals[index + 1];
  return text;
}
