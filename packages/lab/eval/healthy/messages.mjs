// What services write: kinds of messages, some frequent and some rare, and what a new version words differently.

const DOINGS = [
  ...[
    "loaded",
    "stored",
    "refreshed",
    "resolved",
    "validated",
    "forwarded",
    "rendered",
    "merged",
    "expired",
    "indexed",
  ],
  ...["reserved", "released", "priced", "matched", "queued", "acknowledged", "compressed", "signed", "archived"],
];
const THINGS = [
  ...["order", "basket", "session", "invoice", "shipment", "voucher", "address", "customer", "image", "token", "quote"],
  ...["price list", "stock level", "search index", "feature flag", "tax rate", "delivery slot", "return label"],
];
const PEERS = ["postgres", "redis", "the message broker", "the tax service", "the mail relay", "the object store"];
const ERRORS = [
  ({ peer, ms }) => `Could not reach ${peer}: timeout after ${ms} ms`,
  ({ peer, id }) => `Connection to ${peer} was reset while reading, request ${id}`,
  ({ thing, id }) => `Validation of ${thing} ${id} failed: field "amount" must not be negative`,
  ({ thing, id }) => `Optimistic lock failed for ${thing} ${id}, giving up after 3 attempts`,
  ({ peer, id, ms }) =>
    `java.net.SocketTimeoutException: Read timed out\n\tat com.shop.client.${peer.length}.Call.run(Call.java:${ms % 400})\n\tat com.shop.http.Worker.handle(Worker.java:118) [request ${id}]`,
  ({ thing, id }) =>
    `TypeError: Cannot read properties of undefined (reading 'total')\n    at sum (/app/dist/${thing.length}/sum.js:41:17) id=${id}`,
  ({ thing, id, ip }) => `Rejected ${thing} ${id} from ${ip}: signature does not match`,
  ({ thing, id, ms }) =>
    `level=error msg="handler failed" thing="${thing}" id=${id} took=${ms}ms err="context deadline exceeded"`,
  ({ peer, ms }) => `Circuit for ${peer} opened after 5 failures in ${ms} ms`,
  ({ thing, id }) =>
    `Duplicate key value violates unique constraint "${thing.replaceAll(" ", "_")}_pkey": Key (id)=(${id}) already exists`,
];
const WARNINGS = [
  ({ peer, ms }) => `Slow answer of ${peer}: ${ms} ms`,
  ({ thing, id }) => `Retrying ${thing} ${id}, attempt 2`,
  ({ thing, id }) => `Ignoring unknown field in ${thing} ${id}`,
  ({ peer }) => `Pool for ${peer} is nearly used up, waiting`,
];

const hex = (chance, digits) =>
  Math.floor(chance.next() * 16 ** digits)
    .toString(16)
    .padStart(digits, "0");

/** What stands in a message besides its words. */
export const detailsOf = (chance, { thing, peer }) => ({
  thing,
  peer,
  id: chance.happens(0.5) ? chance.integer(1, 9_999_999) : `${hex(chance, 8)}-${hex(chance, 4)}-4${hex(chance, 3)}`,
  ms: chance.integer(1, 4000),
  ip: `10.${chance.integer(0, 40)}.${chance.integer(0, 255)}.${chance.integer(1, 254)}`,
});

const infoOf = (doing, style) =>
  [
    ({ thing, id, ms }) => `${doing} ${thing} ${id} in ${ms} ms`,
    ({ thing, id, ms }) => `level=info msg="${doing}" thing="${thing}" id=${id} took=${ms}ms`,
    ({ thing, id, ms, ip }) => `${ip} - "GET /${thing.replaceAll(" ", "-")}s/${id} HTTP/1.1" 200 ${ms * 3} "${doing}"`,
    ({ thing, id }) => JSON.stringify({ event: doing, thing, id }),
  ][style];

const kindOf = (chance, write, weight) => ({
  write,
  weight,
  thing: chance.pick(THINGS),
  peer: chance.pick(PEERS),
});

/** Frequency falls with the rank, as it does in real logs. */
export function templatesFor(_name, kind, chance) {
  const infos = kind === "office" ? 15 : chance.integer(20, 45);
  const style = chance.integer(0, 3);
  return {
    info: Array.from({ length: infos }, (_, rank) =>
      kindOf(chance, infoOf(chance.pick(DOINGS), style), 1 / (rank + 1)),
    ),
    warn: WARNINGS.map((write, rank) => kindOf(chance, write, 1 / (rank + 1))),
    /** The last ones come about once in several days. */
    error: ERRORS.map((write, rank) => kindOf(chance, write, 1 / (rank + 1) ** 2.5)),
  };
}

/** A new version: a kind of log that wasn't there before, another one gone, at times an error in other words. */
export function reword(templates, version, chance) {
  const infos = [...templates.info];
  infos[chance.integer(5, infos.length - 1)] = kindOf(chance, infoOf(`${chance.pick(DOINGS)} v${version}`, 0), 0.1);
  const errors = [...templates.error];
  if (chance.happens(0.25)) {
    const place = chance.integer(0, errors.length - 1);
    const { write, ...rest } = errors[place];
    errors[place] = { ...rest, write: (details) => `[${details.thing}] request failed: ${write(details)}` };
  }
  return { ...templates, info: infos, error: errors };
}

export function pickKind(kinds, chance) {
  let left = chance.next() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of kinds) {
    left -= kind.weight;
    if (left <= 0) return kind;
  }
  return kinds[0];
}

export const write = (kind, chance) => kind.write(detailsOf(chance, kind));
