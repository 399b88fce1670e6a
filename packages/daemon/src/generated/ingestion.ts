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
        /** @description One refused field. */
        ErrorDetail: {
            /** @description JSON pointer into the body, for example `/3/level`, or the name of the parameter. */
            path: string;
            /** @description What is wrong with it. */
            message: string;
        };
        /** @description The body of every error of both interfaces. */
        ErrorResponse: {
            /** @description HTTP status of the answer. */
            statusCode: number;
            /** @description Name of the status, for example `Not Found`. */
            error: string;
            /** @description What went wrong, in one sentence. Holds nothing internal. */
            message: string;
            /** @description The fields that were refused, where the error is about fields. */
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
        /** @description The request does not fit the present state. Or its Idempotency-Key was sent before, and that request still runs (`Retry-After` says when to ask again), ended without an answer, or was answered with more than is kept. */
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
                 *       "error": "Internal Server Error",
                 *       "message": "Something went wrong."
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
                 *       "error": "Forbidden",
                 *       "message": "The permission incidents:view is missing."
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
                 *       "error": "Payload Too Large",
                 *       "message": "The body is over the limit."
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
                 *       "error": "Too Many Requests",
                 *       "message": "The limit is reached."
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
                 *       "error": "Unauthorized",
                 *       "message": "The token is missing or not valid."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service starts, stops, is full or cannot store anything now. */
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
                 *       "error": "Service Unavailable",
                 *       "message": "The service is stopping."
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is well formed and may not be done. `violations` names the policy rules. */
        Unprocessable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 422,
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
                 *       "error": "Unsupported Media Type",
                 *       "message": "The content type must be application/json."
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
