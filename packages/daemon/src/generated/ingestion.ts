// Generated from openapi/ingestion.yaml; do not edit: npm run generate.

export interface paths {
    "/events/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a log event
         * @description Answers 202 once the event is durable. Whitespace around `service` is trimmed. Unknown fields are kept under `metadata`; wrong types and unknown levels are refused with a message that begins with `Invalid log event`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        post: operations["sendLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/logs/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many log events
         * @description An array of log events, or one log event a line as application/x-ndjson. A batch is all or nothing: one bad element answers 400 with `details` naming its index, and none is stored. With `onInvalid=skip` the good ones are accepted and the bad ones kept as dead letters, lines of application/x-ndjson that are no JSON among them.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression, 10,000 events and 256 KiB an event (settings); more answers 413. An empty batch answers 202.
         *
         *     A batch that would pass the service limit answers 403 as a whole; with `onInvalid=skip` only those events are left out.
         */
        post: operations["sendLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a metric data point
         * @description Answers 202 once the data point is durable. Refused ones answer 400 with a message that begins with `Invalid metric data point`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        post: operations["sendMetric"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a deployment event
         * @description Answers 202 once the event is durable. Refused ones answer 400 with a message that begins with `Invalid deployment event`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        post: operations["sendDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process runs
         * @description Answers 200 as long as the process can answer at all. Needs no token.
         */
        get: operations["checkLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process takes requests
         * @description Answers 200 when the process takes requests, also to HEAD, and 503 while it starts or stops, or its database or queue is away. Needs no token.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics
         * @description Metrics of the process as Prometheus text. Needs no token.
         */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The accepted events are durable and queued. */
        BatchAccepted: {
            /** @description Number of accepted events. */
            accepted: number;
            /** @description Number of events that were left out and kept as dead letters. Only with `onInvalid=skip`. */
            rejected?: number;
            /** @description Why they were left out, the index first in `path`. Only with `onInvalid=skip`. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description A deployment event. At most 256 KiB as JSON. */
        DeploymentEvent: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            service: string;
            /** @description Version or tag, 1 to 200 characters. */
            version: string;
            /** @description Environment that it went to, 1 to 100 characters. */
            environment: string;
            /** @description Commit that was deployed, up to 200 characters. */
            gitHash?: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            timestamp?: string;
            /** @description Any further values. Diagnoses read `commits`, what the deployment brought, a list in their order, the newest last; each with `sha`, `message`, `files` (a list of paths) and `diff`, or as GitHub's push events have it. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Cause of the error, for programs. docs/errors.md explains each code and the next step. New versions may add codes.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "invalid_json" | "invalid_cursor" | "invalid_event" | "invalid_organization_id" | "invalid_action_parameters" | "unknown_action_type" | "missing_action_target" | "action_not_pending" | "corrupt_compression" | "incomplete_body" | "malformed_request" | "headers_too_large" | "missing_token" | "invalid_token" | "token_expired" | "token_revoked" | "token_lifetime_exceeded" | "invalid_api_key" | "missing_permission" | "organization_not_allowed" | "organization_mismatch" | "service_limit_reached" | "cross_site_request" | "target_not_allowed" | "resource_not_mapped" | "self_approval" | "override_permission_missing" | "path_not_found" | "incident_not_found" | "comment_not_found" | "event_not_found" | "dead_letter_not_found" | "detection_rule_not_found" | "shadow_opening_not_found" | "correlation_rule_not_found" | "team_member_not_found" | "runbook_not_found" | "catalog_entry_not_found" | "maintenance_window_not_found" | "channel_not_found" | "delivery_not_found" | "action_not_found" | "suggested_fix_not_found" | "diagnostic_run_not_found" | "report_run_not_found" | "output_not_found" | "method_not_allowed" | "already_exists" | "limit_reached" | "version_not_higher" | "incident_not_merged" | "maintenance_window_state" | "delivery_not_dead" | "channel_deleted" | "report_run_in_progress" | "plan_changed" | "idempotency_key_in_use" | "idempotency_outcome_unknown" | "idempotency_answer_lost" | "body_too_large" | "batch_too_large" | "event_too_large" | "compression_ratio_exceeded" | "unsupported_media_type" | "unsupported_content_encoding" | "unsupported_expectation" | "host_not_allowed" | "policy_violation" | "ambiguous_name" | "idempotency_key_reused" | "provider_unavailable" | "dead_letter_still_invalid" | "event_quota_exceeded" | "diagnostic_rate_exceeded" | "too_many_running" | "too_many_pending_actions" | "too_many_streams" | "internal_error" | "unsupported_transfer_encoding" | "not_ready" | "storage_unavailable" | "queue_full" | "too_many_organizations" | "overloaded" | "request_too_slow" | "identity_provider_unavailable" | "target_unavailable";
        /** @description One refused field. */
        ErrorDetail: {
            /** @description JSON pointer into the body, for example `/3/level`, or the name of the parameter. */
            path: string;
            /** @description The rule that the field breaks. */
            message: string;
        };
        /** @description The body of every error of both interfaces. */
        ErrorResponse: {
            /** @description HTTP status of the answer. */
            statusCode: number;
            code: components["schemas"]["ErrorCode"];
            /** @description Name of the status, for example `Not Found`. */
            error: string;
            /** @description The cause of the error and the next step, for people. Contains nothing internal. */
            message: string;
            /** @description The refused fields, where the error is about fields. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description The policy rules or guardrails that block the request (status 422 of a remediation request). */
            violations?: string[];
        };
        /** @description The event is durable and queued. */
        EventAccepted: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            id: string;
            /**
             * @description Always true.
             * @constant
             */
            queued: true;
        };
        /** @description The process runs. */
        Liveness: {
            /**
             * @description Always `live`.
             * @constant
             */
            status: "live";
        };
        /** @description Log events, at most 10,000 (a setting). An empty batch is accepted. */
        LogBatch: components["schemas"]["LogEvent"][];
        /** @description A log event. Unknown fields are kept under `metadata`. At most 256 KiB as JSON. */
        LogEvent: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            service: string;
            level: components["schemas"]["LogLevel"];
            /** @description The log line. */
            message: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            timestamp?: string;
            /** @description Trace that it belongs to, up to 200 characters. */
            traceId?: string;
            /** @description Span that it belongs to, up to 200 characters. */
            spanId?: string;
            /** @description Any further values. Recommended keys are env, region, cluster, team and source. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Level of a log event.
         * @enum {string}
         */
        LogLevel: "debug" | "info" | "warn" | "error" | "fatal";
        /** @description A metric data point. At most 256 KiB as JSON. */
        MetricPoint: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            service: string;
            /** @description Name of the metric, 1 to 300 characters. */
            name: string;
            /** @description The value, in `unit`. */
            value: number;
            /** @description Unit of the value, for example ms or percent, up to 50 characters. */
            unit: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            timestamp?: string;
            /** @description Dimensions, string to string. Recommended keys are env, region, cluster, team and source. */
            labels?: {
                [key: string]: string;
            };
        };
        /** @description The process takes requests. */
        Readiness: {
            /**
             * @description Always `ready`. A process that is not ready answers 503.
             * @constant
             */
            status: "ready";
            /** @description The parts that this process runs. */
            roles: ("ingest" | "core" | "worker")[];
            /** @description Problems that an operator has to look at, though the process takes requests. Mostly empty. */
            warnings: string[];
        };
    };
    responses: {
        /** @description The request is invalid. `details` names the fields. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 400,
                 *       "code": "invalid_request",
                 *       "error": "Bad Request",
                 *       "message": "Invalid request: /severity must be one of LOW, MEDIUM, HIGH, CRITICAL",
                 *       "details": [
                 *         {
                 *           "path": "/severity",
                 *           "message": "must be one of LOW, MEDIUM, HIGH, CRITICAL"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request does not fit the current state. Or its Idempotency-Key was sent before. That request still runs (`Retry-After` says when to try again), ended without an answer, or had an answer that was too large to store. */
        ConflictOrKeyInUse: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 409,
                 *       "code": "idempotency_key_in_use",
                 *       "error": "Conflict",
                 *       "message": "The first request with this Idempotency-Key is still running. Try again."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Any other error. */
        Failure: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 500,
                 *       "code": "internal_error",
                 *       "error": "Internal Server Error",
                 *       "message": "The server failed. The daemon's log has the cause under the request id."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The permission is missing, or the organization or service is not allowed. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 403,
                 *       "code": "missing_permission",
                 *       "error": "Forbidden",
                 *       "message": "The token lacks the permission incidents:view."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body, an event or the number of events is over its limit. */
        TooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 413,
                 *       "code": "batch_too_large",
                 *       "error": "Payload Too Large",
                 *       "message": "A batch holds at most 10000 events (setting TOCSIN_BATCH_EVENTS_MAX); this one has more."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A configured limit is reached. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 429,
                 *       "code": "too_many_streams",
                 *       "error": "Too Many Requests",
                 *       "message": "This token already has 10 open streams. Close one first."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The token or key is missing, wrong or expired. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 401,
                 *       "code": "invalid_token",
                 *       "error": "Unauthorized",
                 *       "message": "The token is not valid."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service is starting, stopping, full or unable to store anything. */
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 503,
                 *       "code": "storage_unavailable",
                 *       "error": "Service Unavailable",
                 *       "message": "The storage is unavailable. Nothing was stored. Try again."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is valid and not allowed. `violations` names the policy rules. */
        Unprocessable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 422,
                 *       "code": "policy_violation",
                 *       "error": "Unprocessable Entity",
                 *       "message": "Policy blocks this action.",
                 *       "violations": [
                 *         "The incident is already resolved."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The content type or content encoding is not accepted. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 415,
                 *       "code": "unsupported_media_type",
                 *       "error": "Unsupported Media Type",
                 *       "message": "Send the body as application/json."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
        IdempotencyKey: string;
        /** @description `refuse` refuses the whole batch for one bad element. `skip` accepts the good ones and keeps the bad ones as dead letters. */
        OnInvalid: "refuse" | "skip";
        /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
        OrganizationId: string;
    };
    requestBodies: never;
    headers: {
        /** @description How to authenticate. */
        Authenticate: string;
        /** @description Id of the request, as the log of the server has it. */
        RequestId: string;
        /** @description Whole seconds to wait before the next try. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogEvent"];
            };
        };
        responses: {
            /** @description The event is durable and queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    sendLogs: {
        parameters: {
            query?: {
                /** @description `refuse` refuses the whole batch for one bad element. `skip` accepts the good ones and keeps the bad ones as dead letters. */
                onInvalid?: components["parameters"]["OnInvalid"];
            };
            header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogBatch"];
                "application/x-ndjson": components["schemas"]["LogBatch"];
            };
        };
        responses: {
            /** @description The events are durable and queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    sendMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetricPoint"];
            };
        };
        responses: {
            /** @description The data point is durable and queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    sendDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentEvent"];
            };
        };
        responses: {
            /** @description The event is durable and queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAccepted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    checkLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE tocsin_queue_depth gauge
                     *     tocsin_queue_depth 0
                     */
                    "text/plain": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
