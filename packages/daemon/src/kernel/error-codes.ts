/** What a code stands for: `docs/errors.md` and the enum of the OpenAPI documents are generated from it. */
interface ErrorCodeEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  readonly meaning: string;
  /** What the caller does next. */
  readonly action: string;
}

const missing = (noun: string, where: string): ErrorCodeEntry => ({
  status: 404,
  meaning: `The organization of the token has no ${noun} with this ${where}.`,
  action: `Check the ${where} and the organization of the token.`,
});

/** Every error that an interface answers. A code is never renamed or given another meaning; new ones may be added. */
export const errorCodes = {
  invalid_request: {
    status: 400,
    meaning: "A field, parameter or header is missing or not valid.",
    action: "Correct what `details` names.",
  },
  invalid_json: { status: 400, meaning: "The body is not valid JSON.", action: "Send valid JSON in UTF-8." },
  invalid_cursor: {
    status: 400,
    meaning: "The cursor is not one that this list answered.",
    action: "Start again without `cursor`.",
  },
  invalid_event: {
    status: 400,
    meaning: "An event of the body is not valid. Nothing was stored.",
    action: "Correct what `details` names, or send the batch with `?onInvalid=skip`.",
  },
  invalid_organization_id: {
    status: 400,
    meaning: "The header `x-organization-id` is not an organization's id.",
    action: "Send 1 to 64 letters, digits, dots, underscores and hyphens.",
  },
  invalid_action_parameters: {
    status: 400,
    meaning: "The parameters do not fit the action type.",
    action: "Correct what `details` names.",
  },
  unknown_action_type: {
    status: 400,
    meaning: "No executor knows this action type.",
    action: "Send one of the action types in `docs/remediation.md` or of a configured webhook.",
  },
  missing_action_target: {
    status: 400,
    meaning: "The request does not say which deployment the action changes.",
    action: "Send `serviceName` or `parameters.deployment`.",
  },
  action_not_pending: {
    status: 400,
    meaning: "The action does not wait for approval any more.",
    action: "Read the action. Only `PENDING_APPROVAL` actions can be rejected.",
  },
  corrupt_compression: {
    status: 400,
    meaning: "The compressed body is corrupt, or its encoding is not the one in `Content-Encoding`.",
    action: "Compress the body again, or send it uncompressed.",
  },
  incomplete_body: {
    status: 400,
    meaning: "The connection ended before the whole body arrived.",
    action: "Send the request again.",
  },
  malformed_request: {
    status: 400,
    meaning: "The bytes on the connection are not a valid HTTP request, or its Host header or address is not valid.",
    action: "Send HTTP/1.1 with one Host header.",
  },
  headers_too_large: {
    status: 400,
    meaning: "The headers of the request are too large.",
    action: "Send fewer or shorter headers.",
  },
  missing_token: {
    status: 401,
    meaning: "The request carries no bearer token, or a malformed one.",
    action: "Send `Authorization: Bearer TOKEN`.",
  },
  invalid_token: {
    status: 401,
    meaning: "The signature or a claim of the token is not valid.",
    action: "Get a new token.",
  },
  token_expired: { status: 401, meaning: "The token has expired.", action: "Get a new token." },
  token_revoked: { status: 401, meaning: "An administrator revoked the token.", action: "Ask for a new token." },
  token_lifetime_exceeded: {
    status: 401,
    meaning: "The token is valid for longer than the server allows.",
    action: "Make a token with a shorter lifetime, or a script's token.",
  },
  invalid_api_key: {
    status: 401,
    meaning: "The API key of the ingestion interface is missing or not valid.",
    action: "Send the key in the header `x-api-key`.",
  },
  missing_permission: {
    status: 403,
    meaning: "The token lacks the permission that this operation needs.",
    action: "Ask for a token with the permission that the message names.",
  },
  organization_not_allowed: {
    status: 403,
    meaning: "The server does not serve this organization, or the API key may not name it.",
    action: "Check the organization, or ask the operator to allow it.",
  },
  organization_mismatch: {
    status: 403,
    meaning: "The API key belongs to another organization than the one in `x-organization-id`.",
    action: "Send the key of that organization, or leave the header out.",
  },
  service_limit_reached: {
    status: 403,
    meaning: "The organization has as many services as it may have. Nothing was stored.",
    action:
      "Check the service's name. Send `x-organization-id` to use an organization of your own, or ask for a higher limit.",
  },
  cross_site_request: {
    status: 403,
    meaning: "A page of another site sent the telemetry.",
    action: "Send from the same site, or ask the operator to add the origin to `TOCSIN_CORS_ORIGINS`.",
  },
  target_not_allowed: {
    status: 403,
    meaning: "The organization may not use this namespace or address.",
    action: "Ask the operator to allow it.",
  },
  resource_not_mapped: {
    status: 403,
    meaning: "The cloud resource is not mapped to the incident.",
    action: "Map it with `PUT /incidents/{id}/resources`.",
  },
  self_approval: {
    status: 403,
    meaning: "The policy requires that somebody else than the requester approves the action.",
    action: "Ask a colleague to approve it.",
  },
  override_permission_missing: {
    status: 403,
    meaning: "A guardrail blocks the action, and the token lacks the permission to override it.",
    action: "Ask somebody with that permission. The action still waits for approval.",
  },
  path_not_found: {
    status: 404,
    meaning: "This interface has no such path.",
    action: "Check the path, and that the address is the one of the right interface.",
  },
  incident_not_found: missing("incident", "id"),
  comment_not_found: missing("comment", "id"),
  event_not_found: missing("event", "id"),
  dead_letter_not_found: missing("dead letter", "id"),
  detection_rule_not_found: missing("detection rule", "id"),
  shadow_opening_not_found: missing("shadow opening", "id"),
  correlation_rule_not_found: missing("correlation rule", "id"),
  team_member_not_found: missing("team member", "id"),
  runbook_not_found: missing("runbook", "id"),
  catalog_entry_not_found: missing("catalog entry", "service name"),
  maintenance_window_not_found: missing("maintenance window", "id"),
  channel_not_found: missing("notification channel", "id"),
  delivery_not_found: missing("delivery", "id"),
  action_not_found: missing("remediation action", "id"),
  suggested_fix_not_found: missing("suggested fix", "id"),
  diagnostic_run_not_found: missing("diagnostic run", "id"),
  report_run_not_found: missing("report run", "id"),
  output_not_found: {
    status: 404,
    meaning: "The diagnostic run has no stored output, its output expired, or another process stores it.",
    action: "Run the diagnostic tool again.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not allow this method.",
    action: "Use a method that the header `Allow` names.",
  },
  already_exists: {
    status: 409,
    meaning: "Another resource of the organization has this name, slug, address or key.",
    action: "Choose another one, or change the existing resource.",
  },
  limit_reached: {
    status: 409,
    meaning: "The collection holds as many entries as it may.",
    action: "Delete one that is no longer needed.",
  },
  version_not_higher: {
    status: 409,
    meaning: "The runbook has this version or a higher one.",
    action: "Read the runbook and send a higher version.",
  },
  incident_not_merged: {
    status: 409,
    meaning: "The incident is not merged into another one.",
    action: "Read the incident. There is nothing to undo.",
  },
  maintenance_window_state: {
    status: 409,
    meaning: "The maintenance window has begun, has not begun or is over, and the change does not fit that.",
    action: "Read the window. End one that has begun, delete one that has not, schedule a new one after it.",
  },
  delivery_not_dead: {
    status: 409,
    meaning: "The delivery waits, was delivered, or is being tried.",
    action: "Read the delivery. Only dead deliveries can be replayed.",
  },
  channel_deleted: {
    status: 409,
    meaning: "The channel of the delivery was deleted.",
    action: "Create a channel. Its messages start with the next event.",
  },
  report_run_in_progress: {
    status: 409,
    meaning: "The report run has not ended.",
    action: "Wait until it ends, then deliver it again.",
  },
  plan_changed: {
    status: 409,
    meaning: "The action would now do something else than was planned. Nothing was queued.",
    action: "Reject the action and request it again.",
  },
  idempotency_key_in_use: {
    status: 409,
    meaning: "The first request with this Idempotency-Key is still running.",
    action: "Send the same request again after `Retry-After`.",
  },
  idempotency_outcome_unknown: {
    status: 409,
    meaning: "The first request with this Idempotency-Key ended without an answer. It may have taken effect.",
    action: "Read what it was to change. If it took no effect, send it with a new key.",
  },
  idempotency_answer_lost: {
    status: 409,
    meaning: "The first request with this Idempotency-Key was answered, and the answer cannot be repeated.",
    action: "Read what the first request changed.",
  },
  body_too_large: {
    status: 413,
    meaning: "The body is over its limit. Nothing was stored.",
    action: "Send less in one request.",
  },
  batch_too_large: {
    status: 413,
    meaning: "The batch has more events than a batch, or the organization's quota, may have. Nothing was stored.",
    action: "Send smaller batches.",
  },
  event_too_large: {
    status: 413,
    meaning: "An event is over its limit. Nothing was stored.",
    action: "Shorten the event that `details` names.",
  },
  compression_ratio_exceeded: {
    status: 413,
    meaning: "The body grows too much when it is decompressed.",
    action: "Send smaller batches, or send them uncompressed.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The content type of the body is not supported.",
    action: "Send `application/json` in UTF-8; batches may be `application/x-ndjson`.",
  },
  unsupported_content_encoding: {
    status: 415,
    meaning: "The content encoding of the body is not supported.",
    action: "Use an encoding that the message names, or none.",
  },
  unsupported_expectation: {
    status: 417,
    meaning: "The `Expect` header asks for something else than `100-continue`.",
    action: "Leave the header out.",
  },
  host_not_allowed: {
    status: 421,
    meaning: "The server listens on loopback and does not answer requests for this host.",
    action: "Use `localhost`, or ask the operator to set `TOCSIN_PUBLIC_URL`.",
  },
  policy_violation: {
    status: 422,
    meaning: "The policy blocks the remediation request. `violations` names the rules.",
    action: "Request another action, or ask the owner of the policy.",
  },
  ambiguous_name: {
    status: 422,
    meaning: "A name in the request looks like the name of something else. `violations` says which.",
    action: "Send the exact name.",
  },
  idempotency_key_reused: {
    status: 422,
    meaning: "This Idempotency-Key was sent before with another path, query or body.",
    action: "Send a new key with each new request.",
  },
  provider_unavailable: {
    status: 422,
    meaning: "The server has no connection to the cloud provider of the resource.",
    action: "Ask the operator to configure the provider.",
  },
  dead_letter_still_invalid: {
    status: 422,
    meaning: "The dead letter is still not a valid event.",
    action: "Send a corrected event in its place.",
  },
  event_quota_exceeded: {
    status: 429,
    meaning: "The organization sends more events, or has more unprocessed events, than its quota. Nothing was stored.",
    action: "Send the same events again after `Retry-After`.",
  },
  diagnostic_rate_exceeded: {
    status: 429,
    meaning: "The organization started as many diagnostic tools in the last minute as it may.",
    action: "Try again after `Retry-After`.",
  },
  too_many_running: {
    status: 429,
    meaning: "The organization has as many running or waiting diagnoses, tools, previews or reports as it may have.",
    action: "Wait until one ends, then try again.",
  },
  too_many_pending_actions: {
    status: 429,
    meaning: "The organization has as many actions that wait for approval as it may have.",
    action: "Approve or reject some of them.",
  },
  too_many_streams: {
    status: 429,
    meaning: "The token or the organization has as many open streams as it may have.",
    action: "Close a stream first.",
  },
  internal_error: {
    status: 500,
    meaning: "The server failed. The daemon logs the cause with the request id.",
    action: "Report the request id to the operator.",
  },
  unsupported_transfer_encoding: {
    status: 501,
    meaning: "The server supports no other `Transfer-Encoding` than `chunked`.",
    action: "Name compression in `Content-Encoding`.",
  },
  not_ready: {
    status: 503,
    meaning: "The server starts, stops, or misses something that it needs.",
    action: "Try again after `Retry-After`.",
  },
  storage_unavailable: {
    status: 503,
    meaning: "The database, disk or broker cannot be reached or cannot write.",
    action: "Try again after `Retry-After`. If it stays, look at `GET /health/ready`.",
  },
  queue_full: {
    status: 503,
    meaning: "The queue, or the organization's share of it, is full. Nothing was stored.",
    action: "Send the same events again after `Retry-After`.",
  },
  too_many_organizations: {
    status: 503,
    meaning: "The server accepts no new organization now. Nothing was stored.",
    action: "Check the organization's name. Else try again after `Retry-After`.",
  },
  overloaded: {
    status: 503,
    meaning: "The server is at its limit for connections, bodies in memory or previews. Nothing was stored.",
    action: "Try again after `Retry-After`.",
  },
  request_too_slow: {
    status: 503,
    meaning: "The request arrived too slowly. Nothing was stored.",
    action: "Send it again, in smaller parts if the network is slow.",
  },
  identity_provider_unavailable: {
    status: 503,
    meaning: "The server cannot read the identity provider's keys.",
    action: "Try again after `Retry-After`.",
  },
  target_unavailable: {
    status: 503,
    meaning: "The server cannot reach the cluster that the action would change.",
    action: "Try again after `Retry-After`.",
  },
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;

/** Codes of resources that are missing. */
export type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;
