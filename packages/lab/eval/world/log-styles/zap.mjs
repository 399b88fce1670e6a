// Go services with zap's production encoder.
import { framesOf, jsonFields, jsonText, snake } from "./encoding.mjs";

export const zap = {
  name: "zap",
  verbs: "posted settled authorized captured reserved cleared netted booked verified revoked".split(" "),
  nouns: "transfer,ledger entry,hold,mandate,payout,card token,statement,limit,consent,rate".split(","),
  info: [
    "NOUN VERB | nounID={id} elapsed={ms}",
    "VERB NOUN",
    "processed NOUN command | command=VERB account={num} elapsed={ms}",
    "NOUN snapshot VERB | version={num} entries={many}",
    "subscription to NOUN stream renewed | partition={n}",
    "idempotency key seen before, returning VERB NOUN | key={uuid}",
  ],
  warn: [
    "slow NOUN store | elapsed={ms}",
    "NOUN version conflict, retrying | attempt={n}",
    "fx quote is stale | ageMs={ms}",
    "falling back to NOUN replica | replica={n}",
  ],
  error: [
    "NOUN rejected: insufficient balance invariant broken | account={num}",
    "failed to unmarshal NOUN | error=proto: cannot parse invalid wire-format data offset={num}",
    "double entry mismatch | nounID={id} diff={n}",
    "NOUN stream reset by peer | remote={ip}:{port}",
    "could not VERB NOUN: unknown currency profile | nounID={id}",
  ],
  debug: ["lookup NOUN | key={hex}", "tx begin | id={num}"],
  failures: {
    refused: "rpc failed | peer=PEER error=connection refused to PEER:5432",
    timeout: "rpc error: code = DeadlineExceeded calling PEER | peer=PEER elapsed={took}",
    status: "rpc error: code = Unavailable from PEER | peer=PEER request={hex}",
    dns: "lookup PEER on 10.96.0.10:53: server misbehaving | peer=PEER",
    config: "no route configured for NOUN product | nounID={id}",
    disk: "write NOUN wal: no space left on device | segment={num}",
  },
  start: ["server started | port=8080", "connected | peer=PEER elapsed={ms}", "warm-up done | entries={many}"],
  stop: ["draining | inflight={n}", "stopped"],
  fatal: ["config: required key NOUN_PROFILE missing value", "cannot acquire leader lock"],
  heartbeat: "ledger clock tick | epoch={num}",
  request: "served | method={method} path=PATH code={status} elapsed={took}",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 5),
      (nth) =>
        `\nbank/${snake(noun)}.(*Server).Handle${nth}\n\t/src/${snake(noun)}/server.go:${chance.integer(20, 500)}`,
    ),
  line: ({ level, text, fields, trace, noun }) =>
    `{"level":"${level}","ts":{epoch},"caller":"${snake(noun)}/server.go:${text.length + 20}","msg":${jsonText(text)}${jsonFields(fields)}${trace === "" ? "" : `,"stacktrace":${jsonText(trace.slice(1))}`}}`,
};
