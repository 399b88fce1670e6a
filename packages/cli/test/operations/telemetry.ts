import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  searchEvents: "logs search payment --since 1h",
  listLogPatterns: "logs patterns checkout --trend rising",
  getEvent: `logs show ${anId}`,
  listIngestionRefusals: "doctor",
  listDeadLetters: "dead-letter list",
  replayDeadLetter: `dead-letter replay ${anId}`,
  sendLogs: { args: ["ingest", "--service", "checkout"], input: "hello\n" },
  sendLog: "ingest log hello --service checkout",
  sendMetric: "ingest metric queue.depth 42 --service checkout",
  sendDeployment: "ingest deployment --service checkout --version 1.4.2 --environment production",
};
