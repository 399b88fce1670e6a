// The bare baseline that ingestion and remediation requests are measured against: node:http, JSON.parse, a hand check, and one SQLite group
// commit with fsync. It knows no keys, organizations, limits, encodings, ids, metrics or errors worth reading.
import { createServer } from "node:http";
import Database from "better-sqlite3";

const [path, port] = process.argv.slice(2);
const database = new Database(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("create table event (id integer primary key, body blob not null)");
const insert = database.prepare("insert into event (body) values (?)");
const commit = database.transaction((group) => {
  for (const { body } of group) insert.run(body);
});

let waiting = [];
const flush = () => {
  const group = waiting;
  waiting = [];
  commit(group);
  for (const { response, answer } of group) response.writeHead(202, { "content-type": "application/json" }).end(answer);
};

const levels = new Set(["debug", "info", "warn", "error", "fatal"]);
const goodEvent = (event) =>
  typeof event.service === "string" && levels.has(event.level) && typeof event.message === "string";
const goodRequest = (asked) => typeof asked.incidentId === "string" && typeof asked.actionType === "string";

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const parsed = JSON.parse(body.toString());
    const good = request.url === "/remediation/request" ? goodRequest : goodEvent;
    const valid = Array.isArray(parsed) ? parsed.every(good) : good(parsed);
    if (!valid) {
      response.writeHead(400).end();
      return;
    }
    const answer = Array.isArray(parsed) ? `{"accepted":${parsed.length}}` : '{"queued":true}';
    if (waiting.push({ body, response, answer }) === 1) setImmediate(flush);
  });
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
