// Ruby on Rails with tagged request ids.
import { capitalize, framesOf } from "./encoding.mjs";

export const rails = {
  name: "rails",
  verbs: "Rendered Enqueued Performed Created Updated Touched Destroyed Loaded Synced Notified".split(" "),
  nouns: "account,beneficiary,standing order,branch,appointment,card order,complaint,budget,saving goal,letter".split(
    ",",
  ),
  info: [
    "VERB NOUN {num} (Duration: {ms}ms | Allocations: {many})",
    "[ActiveJob] VERB NOUN job (Job ID: {uuid}) in {ms}ms",
    "VERB NOUNS/show.html.erb within layouts/application (Duration: {ms}ms)",
    "Completed NOUN import: {many} VERB",
    "NOUN #{num} VERB by {user}@bank.example",
  ],
  warn: [
    "DEPRECATION WARNING: NOUN#open is deprecated",
    "Creating scope :open. Overwriting existing method NOUN.open",
    "Retrying NOUN job in {n} seconds, due to a lock",
    "Unpermitted parameter: :NOUN_type",
  ],
  error: [
    "ActiveRecord::RecordInvalid (Validation failed: NOUN must exist) {num}",
    "ActiveRecord::StaleObjectError (Attempted to update a stale object: NOUN {num})",
    "NoMethodError (undefined method 'iban' for nil:NilClass) in NOUN {num}",
    "ActionController::InvalidAuthenticityToken for {ip}",
    "Error performing NOUN job (Job ID: {uuid})",
  ],
  debug: ["NOUN Load ({ms}ms)  SELECT * FROM NOUNS WHERE id = {num}", "Cache read: NOUN/{num}"],
  failures: {
    refused: "Faraday::ConnectionFailed (Failed to open TCP connection to PEER:8080 (Connection refused))",
    timeout: "Net::ReadTimeout (Net::ReadTimeout with PEER after {took}ms)",
    status: "Faraday::ServerError (the server PEER responded with status 503) {hex}",
    dns: "SocketError (getaddrinfo: Name or service not known PEER:8080)",
    config: 'KeyError (key not found: "NOUN_ENDPOINT") {hex}',
    disk: "Errno::ENOSPC (No space left on device @ rb_sysopen - /tmp/{hex})",
  },
  start: ["Puma starting in cluster mode...", "* Listening on http://0.0.0.0:3000", "- Worker {n} (PID: {pid}) booted"],
  stop: ["- Gracefully shutting down workers...", "=== puma shutdown ==="],
  fatal: ["bundler: failed to load command: puma", "Unable to load application: KeyError"],
  heartbeat: "[Clockwork] Triggering 'queue.tick' at {clock}",
  request: "Completed {status} in {took}ms (Views: {ms}ms) {method} PATH",
  hasRequestErrors: false,
  trace: (noun, chance) =>
    framesOf(
      chance.integer(2, 6),
      (nth) => `\napp/models/${noun.replaceAll(" ", "_")}.rb:${chance.integer(5, 300)}:in 'step${nth}'`,
    ),
  line: ({ level, text, fields, trace, noun }) =>
    `${level[0].toUpperCase()}, [{iso} #{pid}] ${level.toUpperCase()} -- ${capitalize(noun)}: [{hex}] ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}${trace}`,
};
