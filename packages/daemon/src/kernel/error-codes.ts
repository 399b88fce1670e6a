/** An error code. `docs/errors.md` and the enum of the OpenAPI documents are generated from these. */
interface ErrorCodeEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  readonly meaning: string;
  /** The caller's next action. */
  readonly action: string;
}

type Sentences = readonly [meaning: string, action: string];

const withStatus = <Code extends string>(status: number, codes: Readonly<Record<Code, Sentences>>) =>
  Object.fromEntries(
    Object.entries<Sentences>(codes).map(([code, [meaning, action]]) => [code, { status, meaning, action }]),
  ) as Readonly<Record<Code, ErrorCodeEntry>>;

const missing = (noun: string, where: string): Sentences => [
  `The organization of the token has no ${noun} with this ${where}.`,
  `Check the ${where} and the organization of the token.`,
];

/** Every error that an interface answers. A code is never renamed or given another meaning; new ones may be added. */
export const errorCodes = {
  ...withStatus(400, {
    invalid_request: ["A field, parameter or header is missing or not valid.", "Correct what `details` names."],
    invalid_json: ["The body is not valid JSON.", "Send valid JSON in UTF-8."],
    invalid_cursor: ["The cursor is not one that this list answered.", "Start again without `cursor`."],
    invalid_event: [
      "An event of the body is not valid. Nothing was stored.",
      "Correct what `details` names, or send the batch with `?onInvalid=skip`.",
    ],
    invalid_organization_id: [
      "The header `x-organization-id` is not an organization's id.",
      "Send 1 to 64 letters, digits, dots, underscores and hyphens.",
    ],
    invalid_action_parameters: ["The parameters do not fit the action type.", "Correct what `details` names."],
    unknown_action_type: [
      "No executor knows this action type.",
      "Send one of the action types in `docs/remediation.md` or of a configured webhook.",
    ],
    missing_action_target: [
      "The request does not say which deployment the action changes.",
      "Send `serviceName` or `parameters.deployment`.",
    ],
    action_not_pending: [
      "The action does not wait for approval any more.",
      "Read the action. Only `PENDING_APPROVAL` actions can be rejected.",
    ],
    corrupt_compression: [
      "The compressed body is corrupt, or its encoding is not the one in `Content-Encoding`.",
      "Compress the body again, or send it uncompressed.",
    ],
    incomplete_body: ["The connection ended before the whole body arrived.", "Send the request again."],
    malformed_request: [
      "The bytes on the connection are not a valid HTTP request, or its Host header or address is not valid.",
      "Send HTTP/1.1 with one Host header.",
    ],
    headers_too_large: ["The headers of the request are too large.", "Send fewer or shorter headers."],
  }),
  ...withStatus(401, {
    missing_token: ["The request carries no bearer token, or a malformed one.", "Send `Authorization: Bearer TOKEN`."],
    invalid_token: ["The signature or a claim of the token is not valid.", "Get a new token."],
    token_expired: ["The token has expired.", "Get a new token."],
    token_revoked: ["An administrator revoked the token.", "Ask for a new token."],
    token_lifetime_exceeded: [
      "The token is valid for longer than the server allows.",
      "Make a token with a shorter lifetime, or a script's token.",
    ],
    invalid_api_key: [
      "The API key of the ingestion interface is missing or not valid.",
      "Send the key in the header `x-api-key`.",
    ],
  }),
  ...withStatus(403, {
    missing_permission: [
      "The token lacks the permission that this operation needs.",
      "Ask for a token with the permission that the message names.",
    ],
    organization_not_allowed: [
      "The server does not serve this organization, or the API key may not name it.",
      "Check the organization, or ask the operator to allow it.",
    ],
    organization_mismatch: [
      "The API key belongs to another organization than the one in `x-organization-id`.",
      "Send the key of that organization, or leave the header out.",
    ],
    service_limit_reached: [
      "The organization has as many services as it may have. Nothing was stored.",
      "Check the service's name. Send `x-organization-id` to use an organization of your own, or ask for a higher limit.",
    ],
    cross_site_request: [
      "A page of another site sent the telemetry.",
      "Send from the same site, or ask the operator to add the origin to `TOCSIN_CORS_ORIGINS`.",
    ],
    target_not_allowed: ["The organization may not use this namespace or address.", "Ask the operator to allow it."],
    resource_not_mapped: [
      "The cloud resource is not mapped to the incident.",
      "Map it with `PUT /incidents/{id}/resources`.",
    ],
    self_approval: [
      "The policy requires that somebody else than the requester approves the action.",
      "Ask a colleague to approve it.",
    ],
    override_permission_missing: [
      "A guardrail blocks the action, and the token lacks the permission to override it.",
      "Ask somebody with that permission. The action still waits for approval.",
    ],
  }),
  ...withStatus(404, {
    path_not_found: [
      "This interface has no such path.",
      "Check the path, and that the address is the one of the right interface.",
    ],
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
    output_not_found: [
      "The diagnostic run has no stored output, its output expired, or another process stores it.",
      "Run the diagnostic tool again.",
    ],
  }),
  ...withStatus(405, {
    method_not_allowed: ["The path does not allow this method.", "Use a method that the header `Allow` names."],
  }),
  ...withStatus(409, {
    already_exists: [
      "Another resource of the organization has this name, slug, address or key.",
      "Choose another one, or change the existing resource.",
    ],
    limit_reached: ["The collection holds as many entries as it may.", "Delete one that is no longer needed."],
    version_not_higher: [
      "The runbook has this version or a higher one.",
      "Read the runbook and send a higher version.",
    ],
    incident_not_merged: [
      "The incident is not merged into another one.",
      "Read the incident. There is nothing to undo.",
    ],
    maintenance_window_state: [
      "The maintenance window has begun, has not begun or is over, and the change does not fit that.",
      "Read the window. End one that has begun, delete one that has not, schedule a new one after it.",
    ],
    delivery_not_dead: [
      "The delivery waits, was delivered, or is being tried.",
      "Read the delivery. Only dead deliveries can be replayed.",
    ],
    channel_deleted: [
      "The channel of the delivery was deleted.",
      "Create a channel. Its messages start with the next event.",
    ],
    report_run_in_progress: ["The report run has not ended.", "Wait until it ends, then deliver it again."],
    plan_changed: [
      "The action would now do something else than was planned. Nothing was queued.",
      "Reject the action and request it again.",
    ],
    idempotency_key_in_use: [
      "The first request with this Idempotency-Key is still running.",
      "Send the same request again after `Retry-After`.",
    ],
    idempotency_outcome_unknown: [
      "The first request with this Idempotency-Key ended without an answer. It may have taken effect.",
      "Read what it was to change. If it took no effect, send it with a new key.",
    ],
    idempotency_answer_lost: [
      "The first request with this Idempotency-Key was answered, and the answer cannot be repeated.",
      "Read what the first request changed.",
    ],
  }),
  ...withStatus(413, {
    body_too_large: ["The body is over its limit. Nothing was stored.", "Send less in one request."],
    batch_too_large: [
      "The batch has more events than a batch, or the organization's quota, may have. Nothing was stored.",
      "Send smaller batches.",
    ],
    event_too_large: ["An event is over its limit. Nothing was stored.", "Shorten the event that `details` names."],
    compression_ratio_exceeded: [
      "The body grows too much when it is decompressed.",
      "Send smaller batches, or send them uncompressed.",
    ],
  }),
  ...withStatus(415, {
    unsupported_media_type: [
      "The content type of the body is not supported.",
      "Send `application/json` in UTF-8; batches may be `application/x-ndjson`.",
    ],
    unsupported_content_encoding: [
      "The content encoding of the body is not supported.",
      "Use an encoding that the message names, or none.",
    ],
  }),
  ...withStatus(417, {
    unsupported_expectation: [
      "The `Expect` header asks for something else than `100-continue`.",
      "Leave the header out.",
    ],
  }),
  ...withStatus(421, {
    host_not_allowed: [
      "The server listens on loopback and does not answer requests for this host.",
      "Use `localhost`, or ask the operator to set `TOCSIN_PUBLIC_URL`.",
    ],
  }),
  ...withStatus(422, {
    policy_violation: [
      "The policy blocks the remediation request. `violations` names the rules.",
      "Request another action, or ask the owner of the policy.",
    ],
    ambiguous_name: [
      "A name in the request looks like the name of something else. `violations` says which.",
      "Send the exact name.",
    ],
    idempotency_key_reused: [
      "This Idempotency-Key was sent before with another path, query or body.",
      "Send a new key with each new request.",
    ],
    provider_unavailable: [
      "The server has no connection to the cloud provider of the resource.",
      "Ask the operator to configure the provider.",
    ],
    dead_letter_still_invalid: ["The dead letter is still not a valid event.", "Send a corrected event in its place."],
  }),
  ...withStatus(429, {
    event_quota_exceeded: [
      "The organization sends more events, or has more unprocessed events, than its quota. Nothing was stored.",
      "Send the same events again after `Retry-After`.",
    ],
    diagnostic_rate_exceeded: [
      "The organization started as many diagnostic tools in the last minute as it may.",
      "Try again after `Retry-After`.",
    ],
    too_many_running: [
      "The organization has as many running or waiting diagnoses, tools, previews or reports as it may have.",
      "Wait until one ends, then try again.",
    ],
    too_many_pending_actions: [
      "The organization has as many actions that wait for approval as it may have.",
      "Approve or reject some of them.",
    ],
    too_many_streams: [
      "The token or the organization has as many open streams as it may have.",
      "Close a stream first.",
    ],
  }),
  ...withStatus(500, {
    internal_error: [
      "The server failed. The daemon logs the cause with the request id.",
      "Report the request id to the operator.",
    ],
  }),
  ...withStatus(501, {
    unsupported_transfer_encoding: [
      "The server supports no other `Transfer-Encoding` than `chunked`.",
      "Name compression in `Content-Encoding`.",
    ],
  }),
  ...withStatus(503, {
    not_ready: ["The server starts, stops, or misses something that it needs.", "Try again after `Retry-After`."],
    storage_unavailable: [
      "The database, disk or broker cannot be reached or cannot write.",
      "Try again after `Retry-After`. If it stays, look at `GET /health/ready`.",
    ],
    queue_full: [
      "The queue, or the organization's share of it, is full. Nothing was stored.",
      "Send the same events again after `Retry-After`.",
    ],
    too_many_organizations: [
      "The server accepts no new organization now. Nothing was stored.",
      "Check the organization's name. Else try again after `Retry-After`.",
    ],
    overloaded: [
      "The server is at its limit for connections, bodies in memory or previews. Nothing was stored.",
      "Try again after `Retry-After`.",
    ],
    request_too_slow: [
      "The request arrived too slowly. Nothing was stored.",
      "Send it again, in smaller parts if the network is slow.",
    ],
    identity_provider_unavailable: [
      "The server cannot read the identity provider's keys.",
      "Try again after `Retry-After`.",
    ],
    target_unavailable: [
      "The server cannot reach the cluster that the action would change.",
      "Try again after `Retry-After`.",
    ],
  }),
};

export type ErrorCode = keyof typeof errorCodes;

/** Codes of resources that are missing. */
export type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;
