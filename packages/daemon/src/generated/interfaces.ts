// Generated from openapi/; do not edit: npm run generate.

export interface paths {
    "/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents
         * @description The incidents of the caller's organization that pass all given filters, newest first unless `sortBy` says otherwise. Children that were merged into another incident are listed too, unless `deduplicated` is true.
         *
         *     The body is a plain array. Page with the header `Link`, whose address carries the cursor of the next page.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Create an incident
         * @description Creates a manual incident. `triggeringEventId` becomes `manual:` and the id, `primaryService` the first affected service.
         *
         *     Correlation rules apply to it as to a detected one. Where a rule suppresses it, the answer is 200 and nothing is stored but the decision.
         */
        post: operations["createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export incidents as CSV
         * @description The same filters as the list, in its order. Columns, in this order - id, title, severity, status, environment, primaryService, affectedServices, assigneeId, deduplicationKey, duplicateCount, createdAt, updatedAt, resolvedAt. Services are joined with `;`, and null is an empty cell.
         *
         *     The file follows RFC 4180 in UTF-8, with CR LF at the end of lines. Cells with commas, quotes or line ends are quoted. Cells that a spreadsheet would take for a formula get a leading apostrophe.
         *
         *     Rows are sent as they are read. If reading fails, the server resets the connection, so that a file that ends normally is complete. The server disconnects a reader that reads nothing for a minute.
         */
        get: operations["exportIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count incidents by state and severity
         * @description Counts over the incidents that were created in the last `days` times 24 hours, to the millisecond, or of all time. CLOSED counts as recovered. One that was reopened is active again. Incidents that were merged into another one count too.
         */
        get: operations["getIncidentStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count incidents by hour
         * @description Incidents by the hour (UTC) in which they were created, one element an hour. The oldest hour is first, the current one last. Hours with no incidents have the count 0.
         */
        get: operations["getIncidentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow incidents
         * @description Server-Sent Events. Every change of an incident is an unnamed message whose data is the incident; `id` is a growing sequence. Progress of a diagnosis comes as `event: diagnosis`. A comment line follows every 15 seconds, and `retry` is 2000 milliseconds.
         *
         *     With `Last-Event-ID` the stream replays what was missed, at least the last 10,000 changes, across restarts. Where that is no longer held, one `event: reset` says so first.
         *
         *     Without it the stream begins with what comes next. It then opens with `event: ready` (extension), whose `id` is the current position. A reader whose connection breaks before the first change therefore misses nothing. List the incidents after this event, and nothing falls between the list and the stream.
         *
         *     The token may come only in the header. A reader that does not read is dropped once its buffer of 1 MiB is full. At most 10 readers a token and 100 an organization (settings), then 429.
         */
        get: operations["streamIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an incident
         * @description One incident with its diagnosis. An id of another organization answers 404, as if it did not exist.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the status
         * @description Accepts any of the five values from any of the five. The same status again changes nothing. The first move into RESOLVED or CLOSED sets `resolvedAt`, a move back out clears it.
         *
         *     A move into RESOLVED or CLOSED takes the open incidents along that were merged into this one. A merged one that is opened again reopens its parent, and is detached from a parent that is CLOSED.
         */
        patch: operations["changeIncidentStatus"];
        trace?: never;
    };
    "/incidents/{id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List related incidents
         * @description Parent, siblings, children, and the incidents that a correlation rule grouped with this one. The newest first, each once and at most 200, the parent always among them.
         */
        get: operations["listRelatedIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List similar incidents
         * @description Incidents of the same organization that resemble this one and were created in the last 180 days. The most similar come first, equal ones by age, the newest first. Incidents with a score below 0.25 are left out, so the list may be empty. The parent of the incident is left out too. Incidents that were merged are represented by their parent. The server compares about 100 incidents that share the rarest words and the services, out of the newest 1,048,576.
         *
         *     The score is a weighted sum of similarities from 0 to 1.
         *
         *     The part **words** weighs 0.60: the share of this incident's words, by inverse document frequency, that the other one has. The part **services** weighs 0.25: 0.6 for the same primary service, and 0.4 times the Jaccard index of the affected services. The part **signal** weighs 0.10: 1 for the same detection rule, 0.5 for the same signal type by another rule. The part **environment** weighs 0.05. **Cause** weighs 0.50 where both incidents have a diagnosed root cause: the Dice coefficient of their words.
         *
         *     A part is left out if this incident has no value for it, and the sum is divided by the remaining weights. The inverse document frequency of a word is `ln(1 + (N - n + 0.5) / (n + 0.5))`, where n of N incidents have the word. Words of this incident's title count twice. Numbers, ids, paths and stop words do not count. Each reason ends with its part of the score.
         */
        get: operations["listSimilarIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a diagnosis
         * @description Queues a diagnosis and answers at once. `diagnosisStatus` becomes PENDING, RUNNING when the diagnosis starts, and COMPLETED, INCONCLUSIVE or FAILED when it ends. Until then the incident has no diagnosis. A second request while one waits or runs changes nothing; after its end it starts a new one. An OPEN incident moves to INVESTIGATING when the diagnosis starts.
         *
         *     The stream reports progress as the event `diagnosis`, in the stages `queued`, `gathering`, `analysing`, `asking_model` (where a model is configured), and `finished` or `failed`. An organization has at most 1,000 waiting diagnoses; one more answers 429.
         */
        post: operations["diagnoseIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/workflow-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a marker to the timeline
         * @description Records what people did, for example an update that was sent to stakeholders. The entry stands on the timeline (GET /incidents/{id}/events) with `detail` and `metadata` as given, and with the caller as its actor. The incident stays as it is. A timeline takes 1,000 such entries, one more answers 409.
         */
        post: operations["addWorkflowEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the timeline
         * @description Workflow markers and everything that happened to the incident, the oldest first.
         */
        get: operations["listIncidentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/postmortem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draft a postmortem
         * @description A Markdown draft from the incident, its timeline, its diagnosis and its merged incidents. Sections are facts and durations, summary, impact, root cause, chronology, response, missing facts, and sections to fill in. Texts are escaped, so that none of them changes the structure of the draft.
         *
         *     Time to acknowledge is from `createdAt` to the first assignment or the first move out of OPEN by a person, whichever comes first. Time to recovery is from `createdAt` to `resolvedAt`. The chronology has the first and the last 500 entries of a longer timeline.
         *
         *     The first draft leaves the entry `postmortem_drafted` on the timeline; reading it again changes nothing.
         */
        get: operations["draftPostmortem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/escalation-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the escalation plan
         * @description People to notify with deadlines, from the severity, the service catalog and the people on call. Answers 200 also where the catalog and the team are empty; `reason` then says what is missing. Assigning somebody acknowledges an incident, and so does a person's move out of OPEN; moves by the platform do not. POST /incidents/{id}/escalate escalates it. An incident that is neither resolved nor escalated by the second deadline is `escalate_due`, even if it was acknowledged. Reopening resets the plan, except for the current assignee.
         */
        get: operations["getEscalationPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/priority-signal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the priority signal
         * @description The level starts from the severity: CRITICAL P1, HIGH P2, MEDIUM P3, LOW P4. Pressure raises it by one: 100 errors that are 5 % of the logs, 60 minutes, or 3 services. A service of tier-0 raises it by one, and so does an objective at risk; the sum is at most two. Tier-3 lowers it by one. `reason` names each step.
         *
         *     Telemetry is counted by minute and service, by its own timestamps. A window includes every minute that it overlaps, and whole hours beyond three days. A resolved incident is measured at the time of its resolution. Without a catalog entry or an objective, the numbers of the error budget are 0 and `reason` says so.
         */
        get: operations["getPrioritySignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/preventive-signal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the preventive signal
         * @description Repeated failures of the primary service in the last 720 hours, and steps that prevent the next. `critical` from 10 incidents, 5 unresolved or 3 CRITICAL ones on, `high` from 5, 3 or 2, `moderate` from 2, else `low`. Each action has a fact behind it: a repeated failure, deployments before most incidents, or incidents open for more than a day. Other facts are the error budget and a missing catalog entry. Repeated failures are searched in the newest 500 incidents. Without data, the answer has zeros and a reason.
         */
        get: operations["getPreventiveSignal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/change-risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the change risk
         * @description How likely a recent change caused the incident. Candidates are deployments in the 24 hours before the incident, of its services and of the nearest 200 that they call. The environment must be the same or unknown.
         *
         *     The confidence of a candidate is a product of four factors. Time is 0.5 ^ (hours before ÷ 2). Relation is 1 for the primary service, 0.9 for another affected one, 0.7 for a direct dependency, 0.4 for an indirect one. Environment is 0.8 where it is unknown, else 1. Signal is 1 where a deployment rule opened the incident on that service, else 0.85.
         *
         *     The score is 100 × the highest confidence × 1, 0.9, 0.75 or 0.5 for CRITICAL to LOW. It is `moderate` from 25, `high` from 50, `critical` from 75. Without a change, the answer has zeros and a reason.
         */
        get: operations["getChangeRisk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/deployment-risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the deployment risk
         * @description How risky deployments of the primary service are, from its newest 1,000 deployments in the last 168 hours. The score adds three parts. The first is 50 × min(1, incidents after a deployment / deployments). The second is 30 × min(1, unresolved incidents / 3). The third is 20 where the latest deployment is less than 60 minutes old. It is `critical` from 75 on, `high` from 50, `moderate` from 25. Without a deployment, the answer has zeros and a reason.
         */
        get: operations["getDeploymentRisk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/escalate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Escalate an incident
         * @description Assigns the incident to the given team member, or to the first suggested target that does not have it. Each repetition goes on to the next target. An unknown `targetId` answers 404. Without a target, or for a resolved or closed incident, `escalated` is false, `nextStep` says why, and nothing is written.
         */
        post: operations["escalateIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnostic-tools/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a diagnostic tool
         * @description Runs one tool of the allowlist. Arbitrary commands are refused. Pod tools take only pods of the incident's services in allowed namespaces, cloud tools only resources that are mapped to the incident. A run that is not allowed answers 403 and isn't recorded.
         *
         *     The output is summarised and stored by reference. Every run adds a timeline event `diagnosis_completed` or `diagnosis_failed`. Where no cluster can be reached, the answer is 200 with the status `failed` and the reason.
         */
        post: operations["runDiagnosticTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnostic-tools/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tool runs
         * @description The runs of this incident, the latest first.
         */
        get: operations["listDiagnosticRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnostic-tools/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tool run
         * @description One run with its parameters and the beginning of its output. A run is found under its own incident alone.
         */
        get: operations["getDiagnosticRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnostic-tools/runs/{runId}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the output of a tool run
         * @description The stored output, redacted and without control characters, at most as long as outputs may be. 404 where the run has none, it is too old to be kept, or another process of the daemon keeps it.
         */
        get: operations["getDiagnosticRunOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/diagnostic-tools/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tool runs
         * @description Counts over the runs of this incident that began in the last hours.
         */
        get: operations["getDiagnosticMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mapped resources
         * @description The resources that cloud tools may look at for this incident.
         */
        get: operations["listIncidentResources"];
        /**
         * Replace the mapped resources
         * @description Replaces the set. Duplicates by provider, type, id or name, and region are removed.
         */
        put: operations["replaceIncidentResources"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/runbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the linked runbooks
         * @description The links of this incident and the runbooks behind them, in the order in which they were linked. A runbook that was archived since stays linked.
         */
        get: operations["listIncidentRunbooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/runbooks/recommended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recommend runbooks
         * @description Published runbooks that the diagnosis names, that apply to its action types, or that are linked to similar incidents, the best first; `ranking` tells why. Drafts and archived ones are not offered. One that is linked to this incident already may be among them.
         */
        get: operations["recommendRunbooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/runbooks/{runbookId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a runbook
         * @description Links a runbook of any status by hand, and writes the timeline event `runbook_linked`. Linking twice changes nothing. An incident has at most 100 linked runbooks; one more answers 409.
         */
        post: operations["linkRunbook"];
        /**
         * Unlink a runbook
         * @description Removes the link of this runbook alone, and writes the timeline event `runbook_unlinked`. Where it is not linked, nothing changes and the answer is the same.
         */
        delete: operations["unlinkRunbook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people think of an incident
         * @description One verdict a person, the last one, the newest first; up to 1,000.
         */
        get: operations["listIncidentFeedback"];
        put?: never;
        /**
         * Say whether an incident was useful or noise
         * @description The caller's verdict. There is one a person, by the token's `sub`, and the last one counts. A new verdict answers 201, and one that replaces another answers 200, without a change of the incident. The majority of verdicts, and in a tie the latest, measures the rule that opened the incident. It also measures the rules of the incidents merged into it, each once. The verdict is added to the timeline as a `note`. An incident with 1,000 people's verdicts takes no more and answers 409.
         */
        post: operations["giveIncidentFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments
         * @description The comments of an incident, the most recent first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of comments at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        get: operations["listComments"];
        put?: never;
        /**
         * Add a comment
         * @description Adds a comment, and the timeline event `comment_added` with the first 200 characters of it. The body names the author, and the timeline the owner of the token. An incident with 10,000 comments takes no more and answers 409.
         */
        post: operations["addComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Removes the comment, and the words of it that the timeline quotes. It is found under its own incident alone; a second time answers 404.
         */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List correlation rules
         * @description All rules of the organization in the order in which they are tried, the highest priority first and of equal ones the oldest.
         */
        get: operations["listCorrelationRules"];
        put?: never;
        /**
         * Create a correlation rule
         * @description The rule is applied to incidents that come later, detected and manual ones. Each is held against the incidents that are there when it opens. The enabled rules are tried in their order, the highest priority first. The first one that finds a matching incident decides alone, with the newest that matches. An incident that is RESOLVED or CLOSED can only be grouped with, since what is over can't stand for what is happening.
         *
         *     Merges are flat. An incident that matches a child is merged into the child's parent. A parent shows the highest severity of its children, and doesn't resolve by itself while one of them is open. Resolving or closing it takes its open children along. A child whose signal comes back reopens a resolved parent, and leaves a closed one.
         *
         *     An organization has at most 100 rules. One more answers 409.
         */
        post: operations["createCorrelationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft rule on past incidents
         * @description Answers what the rule, alone, would have merged, grouped and suppressed in the last days. Writes nothing. The stored incidents are gone through in the order in which they opened, as if the rule had stood from the first of them on. An incident counts as over from its `resolvedAt`. Incidents that other rules suppressed aren't stored, so they aren't seen. Incidents that other rules merged are seen as they opened. At most the newest 100,000 incidents are looked at.
         */
        post: operations["previewCorrelationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/rules/tuning/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recommend priorities for the rules
         * @description Looks at the decisions of the last 30 days and how their incidents ended. The rate of those that ended well is known only within an interval (Wilson score, 95 %). A higher priority is suggested where even the interval's lower end is above 0.8, a lower one where even its upper end is below 0.5. Incidents that haven't ended yet widen the interval, since they could end either way. A suggestion is one step of 5, within 0 to 100. A priority outside of that range is only ever moved towards it. Changes nothing.
         */
        get: operations["getTuningRecommendations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/rules/tuning/auto-apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the top safe recommendation
         * @description Changes the priority of one rule by one step where the guardrails pass, and says why not where they do not. If several suggestions pass, the one with the most decisions is applied. The guardrails require an enabled rule with at least 20 decisions about at least 5 incidents, and a suggestion to change it. They also require that nobody, and no earlier call of this operation, changed the rule in the last 24 hours. The change is listed among the decisions, with the action `none` and without an incident.
         */
        post: operations["applyTuningRecommendation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a correlation rule
         * @description One rule of the organization.
         */
        get: operations["getCorrelationRule"];
        /**
         * Change a correlation rule
         * @description Changes the given fields; what is left out stays. `conditions` are replaced as a whole. Earlier decisions of the rule stay as they are.
         */
        put: operations["updateCorrelationRule"];
        post?: never;
        /**
         * Delete a correlation rule
         * @description Removes the rule. Its decisions stay and go on naming it, and merged incidents stay merged.
         */
        delete: operations["deleteCorrelationRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/correlation/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List correlation decisions
         * @description Every verdict about an incident that was about to open, with the rule, the compared values, the gap and the reason. Also for a suppressed incident, which itself is not stored, and where nothing was done. The newest first. Decisions are kept for 400 days.
         */
        get: operations["listCorrelationDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/incidents/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Detach a merged incident
         * @description Detaches a child from its parent and lowers the parent's `duplicateCount` by the child's share, which is 1 and the child's own `duplicateCount`. The child isn't merged again by itself. Answers 409 for an incident that has no parent.
         */
        post: operations["unmergeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List team members
         * @description All members of the organization's team, in the order in which they were added. A team has at most 1,000.
         */
        get: operations["listTeamMembers"];
        put?: never;
        /**
         * Add a team member
         * @description Adds a person, who is not on call yet. An email address belongs to one member of the organization, whatever its case. One that is taken answers 409 with `/email` in `details`. A member beyond the thousandth answers 409 without it.
         */
        post: operations["addTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is on call
         * @description The members that are on call now, in the order in which they were added.
         */
        get: operations["listOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/incidents/{incidentId}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign an incident
         * @description Assigns the incident to a team member, or to nobody with null, and answers it. An OPEN incident that is assigned moves to INVESTIGATING. The timeline gets the event `assigned`, and the stream the incident; assigning to the same member again changes nothing. A member that is not visible answers 404.
         */
        patch: operations["assignIncident"];
        trace?: never;
    };
    "/team/{id}/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Put a member on call or take them off
         * @description Sets the on-call state of one member.
         */
        patch: operations["setOnCall"];
        trace?: never;
    };
    "/team/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team member
         * @description Removes the member from the team and from on-call. A second time answers 404.
         *
         *     Open incidents of the member become unassigned within seconds, each with an event in its timeline. Resolved and closed ones keep the id of the member.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runbooks
         * @description The runbooks of the organization, the newest first, archived ones included unless `status` says otherwise.
         *
         *     Page with the header `Link`. A page shows about 4 MiB of texts; runbooks beyond have `contentMd` null there, and are read one by one.
         */
        get: operations["listRunbooks"];
        put?: never;
        /**
         * Create a runbook
         * @description Creates a draft with the version 1.0.0. A slug that exists answers 409 with `/slug` in `details`, as does a runbook beyond the 10,000th without it.
         */
        post: operations["createRunbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runbooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a runbook
         * @description The runbook with the text of its latest version, whatever its status.
         */
        get: operations["getRunbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runbooks/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a runbook
         * @description Every version with its text, the latest first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of texts at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        get: operations["listRunbookVersions"];
        put?: never;
        /**
         * Add a version
         * @description Appends a version, which becomes the latest. It must be higher than the latest one, as semantic versions are compared (1.10.0 is higher than 1.9.0). Otherwise the answer is 409 with `/version` in `details`. If several callers append the same version at once, one succeeds. A runbook has at most 1,000 versions.
         */
        post: operations["addRunbookVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runbooks/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a runbook
         * @description Makes a runbook of any state published, so that it is recommended. A second time changes nothing.
         */
        post: operations["publishRunbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runbooks/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a runbook
         * @description Makes a runbook of any state archived. It stays readable, and linked where it is, and is no longer recommended. A second time changes nothing.
         */
        post: operations["archiveRunbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a remediation
         * @description Records a request; it does not mean that the fix completed. Where policy asks for approval the row is PENDING_APPROVAL, otherwise QUEUED or a later status.
         *
         *     The answer is 400 where a field is invalid, and 404 for an incident that is not visible. It is 422 with `violations` where policy or a guardrail blocks the action. It is 429 where 100,000 actions wait for approval already. None of these creates a row.
         */
        post: operations["requestRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what policy says
         * @description Answers the plan, the verdict and every matching rule of a request, and writes nothing. A request that policy or a guardrail blocks is an answer here, and no error.
         */
        post: operations["previewRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the remediation policy
         * @description The policy that holds for the organization now - rules in their order, guardrails, windows and action types.
         */
        get: operations["getRemediationPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List remediation actions
         * @description Rows of the audit log, the latest first. The list of statuses is open-ended; one that is unknown answers an empty array.
         */
        get: operations["listRemediationActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a remediation action
         * @description One row of the audit log.
         */
        get: operations["getRemediationAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/actions/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an action
         * @description The entries of the hash-chained audit log about one action, the oldest first - who did what and why, and whether it helped. At most 1,000.
         */
        get: operations["listRemediationAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/history/{incidentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions of an incident
         * @description Rows of the audit log for one incident, the latest first. This is the source of truth for the status of an action.
         */
        get: operations["listRemediationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count remediation actions
         * @description Counts by status, for one environment where it is given. Simulated actions are counted too; `simulated` says how many there are, and `live` has the counts without them.
         */
        get: operations["getRemediationStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/priority-signal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the remediation priority
         * @description How much the remediation needs attention, from waiting approvals, failures and executions.
         */
        get: operations["getRemediationPriority"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log as CSV
         * @description Columns, in this order - id, incidentId, actionType, status, performedBy, serviceName, environment, createdAt, updatedAt, details, error. The header `x-tocsin-audit-head` holds the hash of the newest entry.
         *
         *     `status` is the contract's, also of simulated actions: the `details` of these begin with `mode` and with `shownAs`, the status for people, such as SIMULATED.
         *
         *     Cells that a spreadsheet would take for a formula get a leading apostrophe.
         */
        get: operations["exportRemediationActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit log
         * @description Checks the keyed hash chain of the organization's audit log from its last checkpoint to its head. Checks every action against the newest entry about it, too. A chain that was computed again without the daemon's key, or whose newest entries were cut off, is broken.
         */
        get: operations["verifyRemediationAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an action
         * @description Queues a waiting action. Where a guardrail blocks it and no reason is given, the action still waits, and the answer is 200 with the status POLICY_VIOLATION. A reason overrides the guardrail and is recorded with the violations. An empty reason is none.
         *
         *     An action that does not wait any more answers its current status, and nothing more is queued. The person who requested it may not approve it where the policy requires four eyes (403). A plan that no longer matches the current state of its target answers 409.
         */
        post: operations["approveRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an action
         * @description Rejects a waiting action; nothing is queued. An action that is not PENDING_APPROVAL answers 400 naming its status.
         */
        post: operations["rejectRemediation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/reporting/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reporting settings
         * @description The settings of the organization. Where none were made, the defaults, whose times are 1970-01-01T00:00:00.000Z.
         */
        get: operations["getReportingSettings"];
        /**
         * Change the reporting settings
         * @description Changes the given fields; what is left out stays.
         */
        put: operations["updateReportingSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/reporting/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report runs
         * @description Runs of the report, the newest first.
         */
        get: operations["listReportRuns"];
        put?: never;
        /**
         * Run the report now
         * @description Makes a run outside the schedule, about the last day or week as the cadence has it. It answers at once, with status `running`; the run's deliveries follow. Without a mail server they fail with that reason.
         */
        post: operations["startReportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/reporting/runs/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export report runs as CSV
         * @description The same filters as the list. Columns are the fields of a report run, in their order.
         *
         *     Cells that a spreadsheet would take for a formula get a leading apostrophe. The header `x-tocsin-audit-head` holds the hash of the newest entry of the audit log.
         */
        get: operations["exportReportRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/reporting/runs/{runId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a report again
         * @description Delivers the report of an earlier run again, as a new run about the same period. It goes to the recipients whose delivery failed, or to all if none failed. A run without recipients goes to those of the settings.
         */
        post: operations["retryReportRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remediation/reporting/enforce-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete what is past its retention
         * @description Deletes finished audit rows, report runs and stored probe output that last changed before the cutoff. Rows of unfinished actions stay; the hash chain keeps a checkpoint.
         */
        post: operations["enforceRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification channels
         * @description The channels of the organization, by name. Secrets are never answered.
         */
        get: operations["listNotificationChannels"];
        put?: never;
        /**
         * Create a notification channel
         * @description Events that happen from now on and pass its filters are sent to it, at least once and in the order of each incident. Addresses on loopback, link-local and private networks are refused unless the server allows that host.
         *
         *     An organization has at most 20 channels; one more answers 409, as does a name that exists.
         */
        post: operations["createNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a notification channel
         * @description One channel of the organization. Secrets are never answered.
         */
        get: operations["getNotificationChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a notification channel
         * @description Deletes the channel and what waits for it.
         */
        delete: operations["deleteNotificationChannel"];
        options?: never;
        head?: never;
        /**
         * Change a notification channel
         * @description Changes the given fields; what is left out stays. `enabled: true` also closes the circuit of one that was dead, so that it is tried at once. The kind stays.
         */
        patch: operations["updateNotificationChannel"];
        trace?: never;
    };
    "/notifications/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test through a channel
         * @description Sends one test message now and answers its result. It is tried once, and never kept as a delivery.
         */
        post: operations["testNotificationChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Notifications that were sent, wait or were abandoned, the newest first. Delivered ones are kept for 7 days, dead ones for 90.
         *
         *     Page with the header `Link`.
         */
        get: operations["listNotificationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a dead delivery again
         * @description Puts a delivery that was given up back in line, with the same id. One that is not dead answers 409.
         */
        post: operations["replayNotificationDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service catalog
         * @description All services of the organization's catalog, by name; 10,000 at most. Services that only occur in the dependencies of others are not listed.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/catalog/{serviceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a catalog entry
         * @description One service of the catalog, with what it calls. A service without an entry answers 404.
         */
        get: operations["getService"];
        /**
         * Write a catalog entry
         * @description Creates the entry or replaces it whole; what is left out is null afterwards. Its dependencies stay. An organization can have 10,000 entries, more answer 409. Manual incidents of the service take its environment.
         */
        put: operations["updateService"];
        post?: never;
        /**
         * Remove a catalog entry
         * @description Removes the entry and what the service calls. That others call it stays; those edges become unmapped. Incidents of the service stay as they are.
         */
        delete: operations["removeService"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/catalog/{serviceName}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what a service calls
         * @description Replaces the set of downstream services, with or without a catalog entry of the service itself. A service without a catalog entry may be named; the edge to it counts as unmapped. A name given twice counts once, and the service's own name is left out. An empty list removes the set. An organization can have 100,000 dependencies, more answer 409.
         */
        put: operations["setServiceDependencies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/catalog/{serviceName}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a service of the catalog
         * @description Gives the entry another name, and with it what the service calls and that others call it. Where the new name has dependencies already, the sets become one. A new name that has an entry answers 409. Incidents keep the name that they were opened under.
         */
        post: operations["renameService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search events
         * @description The accepted events of the organization that pass all given filters, the newest first. A window whose `from` is later than its `to` holds none.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of events at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        get: operations["searchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/patterns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List patterns of logs
         * @description The log patterns of a service, the most frequent first. A pattern is the constant part of log messages that differ only in numbers, ids and other values. Each environment has its own. The list follows the logs by some ten seconds. A pattern that wasn't seen for 30 days leaves it. Where a service writes more patterns than are kept, the one seen least recently leaves. An environment that detection forgets for another leaves with all of its patterns.
         *
         *     Page with the header `Link`. Counts grow meanwhile, so a pattern may be missed, or come twice.
         */
        get: operations["listLogPatterns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what ingestion refused
         * @description Valid telemetry of the organization that ingestion refused in the last 24 hours, by reason, the most recent reason first. The list follows ingestion by some seconds.
         *
         *     Telemetry without the header `x-organization-id` belongs to the organization `default`, which holds few services. Callers of other organizations that have `policy:update` see how often a service of it was refused, and when, without names.
         */
        get: operations["listIngestionRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Events that a lenient batch left out or that could not be processed, the newest first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of dead letters at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/dead-letters/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a dead letter
         * @description Validates the event again and queues it. An event that is still invalid answers 422 with `details`, and the dead letter stays.
         */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description One accepted event as it was sent, with id, kind, organization and time of receipt.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the detection rules in force
         * @description The rules that turn events into incidents, built in or from the detection file.
         */
        get: operations["listDetectionRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a detection file
         * @description Checks the text of a detection file as the daemon does when it starts. Answers every problem with line and column, or the rules as they would be in force. A file that isn't valid is answered 200 too. Reads and writes nothing else. Costs the reading of the text, some milliseconds for what people write and a second at the most where it is large and hostile.
         */
        post: operations["checkDetectionRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try draft detection rules on stored telemetry
         * @description Answers what the enabled rules of a draft, alone, would have opened in a range of the stored telemetry. It runs the code of live detection. Writes nothing. The rules begin without history, and read as much telemetry before the range as they look back. `metric-anomaly` therefore knows less of a series than it does live. Telemetry counts as having come when it did, but at most a minute after its time; a backfill opens nothing. Maintenance windows and correlation rules, and what people resolved, closed or reopened, aren't looked at. Openings are held against the first 100,000 incidents from a day before the range on. Costs some 10 microseconds for each event; ends after 500,000 events or 20 seconds and answers what was covered until then. Each organization has one preview at a time (429), and a process two (503). A preview whose caller leaves ends. A draft that isn't valid is answered 400.
         */
        post: operations["previewDetectionRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/rules/{ruleId}/mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set whether a rule opens incidents or only watches
         * @description Sets the mode of a rule for the organization, over what the detection file says; `null` goes back to that. The mode applies to telemetry from now on. Openings that a rule in shadow already has continue, and resolve as they would have. The openings of the rule are counted from zero again, unless the mode stays the same. To make a rule active that hasn't earned it is allowed, and its reason says so.
         */
        put: operations["setDetectionRuleMode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure how right the rules are
         * @description Every rule in force with what it opened and how that was judged; for a rule in shadow, with what it would have opened. A verdict is what people said, else what they did. Somebody took it up and it was resolved is useful. Somebody resolved or closed it within five minutes and did nothing else, or closed it untouched, is noise. An incident that nobody touched isn't judged. Openings count from when the rule's mode was set. `promote` is recommended for a rule in shadow with at least ten judged openings whose interval lies above 0.7. `demote` is recommended for an active rule with at least 20 whose interval lies below 0.3. Both need openings on at least five occasions.
         */
        get: operations["getDetectionPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/shadow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what rules in shadow would have opened
         * @description The newest first. They are kept for 90 days, of each rule up to 1,000 a day.
         *
         *     Page with the header `Link`.
         */
        get: operations["listShadowOpenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/shadow/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one shadow opening
         * @description An incident that a rule in shadow would have opened.
         */
        get: operations["getShadowOpening"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/shadow/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a shadow opening would have been useful or noise
         * @description The caller's verdict. There is one a person, by the token's `sub`, and the last one counts. A new one is answered 201, one that takes the place of another 200. It goes before what incidents of the same time say. One with 1,000 people's verdicts takes no more and answers 409.
         */
        post: operations["giveShadowFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows
         * @description The windows of the organization, the latest start first. One that is over can be read for 400 days.
         *
         *     Page with the header `Link`.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Schedule a maintenance window
         * @description While the window is active, what detection finds about its services is held back where it would open or reopen an incident. Incidents that are open go on: they count what is seen, and resolve when their signal stays normal. Incidents that people open are never held back.
         *
         *     When the window is over, candidates that still fire open within seconds, with a note in the timeline that they were held. Those that have stopped are dropped and counted in `droppedCount`. If the worker was down, a candidate stays held until it is known whether it still fires.
         *
         *     An organization has at most 1,000 windows that are not over; one more answers 409 and isn't stored. It holds at most 10,000 candidates at a time; further ones open.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a maintenance window
         * @description One window of the organization.
         */
        get: operations["getMaintenanceWindow"];
        put?: never;
        post?: never;
        /**
         * Delete a maintenance window that has not begun
         * @description Only before it begins. A window that has begun stays on record and answers 409; `POST /maintenance-windows/{id}/end` ends it.
         */
        delete: operations["deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        /**
         * Change a maintenance window
         * @description Moves its end or gives another reason. One that is over answers 409. To end one now, see `POST /maintenance-windows/{id}/end`.
         */
        patch: operations["updateMaintenanceWindow"];
        trace?: never;
    };
    "/maintenance-windows/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a maintenance window now
         * @description Ends an active window before its time: what it holds back and still fires opens within seconds. The window stays on record as ended. One that is over already is answered as it is; one that has not begun answers 409, delete it.
         */
        post: operations["endMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/maintenance-windows/{id}/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a maintenance window holds back
         * @description Candidates that would be incidents now without the window, the latest one held first. After the window, those that are not decided yet.
         *
         *     Page with the header `Link`.
         */
        get: operations["listHeldCandidates"];
        put?: never;
        post?: never;
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
         *     The body may be compressed with gzip, deflate, br or zstd. A batch has at most 16 MiB on the wire, 32 MiB after decompression, 10,000 events and 256 KiB an event (settings). A larger one answers 413, and an empty one 202.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description State of a remediation action. If its `mode` is `simulate`, COMPLETED means that it was simulated: nothing was touched.
         * @enum {string}
         */
        ActionStatus: "PENDING_APPROVAL" | "QUEUED" | "EXECUTING" | "COMPLETED" | "FAILED" | "REJECTED";
        /** @description The outcome of an approval. `status` tells which of the two it is. */
        ApprovalResult: components["schemas"]["ApprovalStatus"] | components["schemas"]["ApprovalViolation"];
        /** @description The status that the action has now. */
        ApprovalStatus: {
            status: components["schemas"]["ActionStatus"];
            /**
             * @description The mode of the action; one of `simulate` touches nothing.
             * @enum {string}
             */
            mode: "simulate" | "live";
        };
        /** @description A guardrail blocks the approval. The action still waits. */
        ApprovalViolation: {
            /**
             * @description Always `POLICY_VIOLATION`.
             * @constant
             */
            status: "POLICY_VIOLATION";
            /** @description The guardrails that block it. */
            violations: string[];
            /** @description Next step. */
            detail: string;
        };
        /** @description The assignee of an incident. */
        Assignment: {
            /**
             * Format: uuid
             * @description Id of a team member, or null to unassign. One that is not visible answers 404.
             */
            assigneeId: string | null;
        };
        /** @description One entry of the audit log. Entries are only ever added. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description Id of the entry.
             */
            id: string;
            /** @description Place in the organization's log, counted from 1. */
            seq: number;
            /** @description The action, or null where the entry is about none. */
            actionId: string | null;
            /** @description Event, for example `requested`, `approved`, `executing`. */
            event: string;
            /** @description Name or subject of the token; `system` for the daemon. */
            actor: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Decision or step, with its reason. */
            content: {
                [key: string]: unknown;
            };
            /** @description Hash of the entry before, hexadecimal. */
            previousHash: string;
            /** @description Hash of this entry, hexadecimal. */
            hash: string;
        };
        /** @description The outcome of checking the hash chain of the audit log. */
        AuditVerification: {
            /** @description The organization. */
            organizationId: string;
            /** @description Whether every entry fits the one before, and every action its newest entry. */
            valid: boolean;
            /** @description Entries that were checked. */
            checked: number;
            /** @description Hash of the newest entry, hexadecimal, or null for an empty log. */
            headHash: string | null;
            /** @description Id of the first entry that does not fit, or of the action whose row the log does not know. `head` or `checkpoint` if the log does not end or begin as it should. Null if everything fits. */
            firstBroken: string | null;
        };
        /** @description A recommendation was applied. */
        AutoApplied: {
            /**
             * @description Always true.
             * @constant
             */
            applied: true;
            /** @description Days that were looked at. */
            lookbackDays: number;
            /**
             * Format: uuid
             * @description The rule that was changed.
             */
            ruleId: string;
            /** @description Name of the rule. */
            name: string;
            /** @description Its priority before. */
            previousPriority: number;
            /** @description Its priority now. */
            appliedPriority: number;
            /** @description Applied change: `increase` or `decrease`. */
            recommendation: string;
        };
        /** @description Nothing was applied. */
        AutoApplyDeclined: {
            /**
             * @description Always false.
             * @constant
             */
            applied: false;
            /** @description Days that were looked at. */
            lookbackDays: number;
            /** @description Why nothing was applied, naming the guardrail. */
            reason: string;
        };
        /** @description How far to look back. */
        AutoApplyRequest: {
            /**
             * @description Days to look back, 1 to 90.
             * @default 30
             */
            lookbackDays: number;
        };
        /** @description The outcome. `applied` tells which of the two it is. */
        AutoApplyResult: components["schemas"]["AutoApplied"] | components["schemas"]["AutoApplyDeclined"];
        /** @description A service of the catalog. */
        CatalogEntry: {
            /** @description Name of the service. */
            serviceName: string;
            /** @description Team that owns it. */
            ownerTeam: string;
            tier: components["schemas"]["ServiceTier"];
            /** @description Name of its escalation policy, or null. */
            escalationPolicy: string | null;
            /** @description Environment that it runs in, or null. */
            environment: string | null;
            /** @description Its objective, or null. */
            slo: components["schemas"]["Slo"] | null;
            /** @description Services that it calls, in the order given. */
            dependencies: string[];
            /**
             * Format: date-time
             * @description When the entry or its dependencies were last written.
             */
            updatedAt: string;
        };
        /** @description An entry of the catalog. Replaces what was there; the dependencies stay. */
        CatalogEntryUpdate: {
            /** @description Team that owns it, 1 to 200 characters. Members whose role or name holds its words are suggested for escalation. */
            ownerTeam: string;
            tier: components["schemas"]["ServiceTier"];
            /** @description Name of its escalation policy, up to 200 characters, or null. */
            escalationPolicy?: string | null;
            /** @description Environment that it runs in, up to 100 characters, or null. */
            environment?: string | null;
            /** @description Its objective, or null. */
            slo?: components["schemas"]["Slo"] | null;
        };
        /** @description How likely a recent change is behind the incident. */
        ChangeRisk: {
            state: components["schemas"]["RiskState"];
            /** @description Risk from 0 to 100. */
            score: number;
            /** @description The finding in one sentence. */
            summary: string;
            /** @description Reasons for the state. */
            reasons: string[];
            /** @description Recommended step. */
            recommendation: string;
            /** @description Changes that were correlated with the incident. */
            changeCount: number;
            /** @description Confidence in the most suspicious change, a fraction from 0 to 1. 0 where there is none. */
            maxChangeConfidence: number;
            /** @description Why that change is suspicious, or null where there is none. */
            topChangeReason: string | null;
        };
        /** @description How deliveries fare. */
        ChannelHealth: {
            /**
             * @description `open` where it failed so often that it is tried only now and then.
             * @enum {string}
             */
            state: "ok" | "failing" | "open";
            /** @description Tries that failed since the last that succeeded. */
            consecutiveFailures: number;
            /** @description Why the last try failed, or null. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When something was last delivered, or null.
             */
            lastDeliveredAt: string | null;
            /**
             * Format: date-time
             * @description When an open circuit is tried again, or null.
             */
            nextTryAt: string | null;
            /** @description Deliveries that wait, counted up to 10,000. */
            waiting: number;
            /** @description Deliveries that were given up, counted up to 10,000. */
            dead: number;
        };
        /**
         * @description Where a channel leads. `github` and `jira` keep a ticket for each incident.
         * @enum {string}
         */
        ChannelKind: "webhook" | "slack" | "email" | "github" | "jira";
        /** @description Settings by kind. `webhook` and `slack`: `url`, of which only scheme and host are answered. `email`: `recipients`. `github`: `repository` (owner/name), `labels` and `apiUrl`. `jira`: `baseUrl`, `project`, `issueType`, `email` and `closeTransition`. */
        ChannelSettings: {
            /** @description Address that messages are posted to. */
            url?: string;
            /** @description Email addresses. */
            recipients?: string[];
            /** @description Repository that issues are opened in, owner/name. */
            repository?: string;
            /** @description Labels of the issues. */
            labels?: string[];
            /** @description Address of the API, for a server of your own. */
            apiUrl?: string;
            /** @description Address of the Jira site. */
            baseUrl?: string;
            /** @description Key of the Jira project. */
            project?: string;
            /** @description Type of the issues; `Task` where it is left out. */
            issueType?: string;
            /** @description Account that the token belongs to. */
            email?: string;
            /** @description Transition that closes an issue; `Done` where it is left out. */
            closeTransition?: string;
        };
        /** @description A comment on an incident. */
        Comment: {
            /**
             * Format: uuid
             * @description Id of the comment.
             */
            id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /** @description Name of the commenter, as the caller gave it. */
            author: string;
            /** @description Name or subject of the token that wrote it. Null for what was written before this was stored. */
            actor?: string | null;
            /** @description Text of the comment, as it was written. */
            body: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description A new comment. */
        CommentCreate: {
            /** @description Name of the commenter, 1 to 200 characters, not only white space. */
            author: string;
            /** @description Text of the comment, 1 to 20,000 characters, not only white space. Kept as it is written. */
            body: string;
        };
        /**
         * @description The action of a rule on the newer of two matching incidents. `merge`: it becomes a child of the existing one, whose `duplicateCount` grows, or of that one's parent. `group`: both stay independent and are found through `related`. `suppress`: it is not stored. A rule merges and suppresses only if the older incident is neither RESOLVED nor CLOSED.
         * @enum {string}
         */
        CorrelationAction: "merge" | "group" | "suppress";
        /** @description A verdict of the correlation, also where it kept an incident unstored or did nothing, or a change of a rule's priority by tuning. */
        CorrelationDecision: {
            /**
             * Format: uuid
             * @description Id of the decision.
             */
            id: string;
            /**
             * Format: uuid
             * @description The newer incident. Where it was suppressed, no incident is stored under this id. Null where tuning changed a rule, which is about no incident.
             */
            incidentId: string | null;
            /**
             * Format: uuid
             * @description The existing incident that it was compared with, or null. The newer one was merged into that incident, or into its parent where it was merged itself.
             */
            relatedIncidentId: string | null;
            /**
             * Format: uuid
             * @description The rule that decided or that tuning changed, or null where none matched or the built-in correlation decided.
             */
            ruleId: string | null;
            /** @description Name of that rule at that time, `built-in` where the built-in correlation decided, or null. */
            ruleName: string | null;
            action: components["schemas"]["DecisionAction"];
            /** @description The compared values by match field. Where the built-in correlation decided, `by` (what shows it), `service` and `relatedService`. Where tuning changed a rule, `previousPriority`, `appliedPriority`, `usageCount`, `resolvedCount`, `successRate` and `lookbackDays`. */
            compared: {
                [key: string]: unknown;
            };
            /** @description Minutes between the two incidents, with one decimal, or null where there was no other. */
            gapMinutes: number | null;
            /** @description Why it was decided so. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            createdAt: string;
            /** @description How often the same was decided again. A signal that goes on while it is suppressed is one decision, as long as no hour passes in between. */
            repeats: number;
            /**
             * Format: date-time
             * @description When the same was decided last.
             */
            lastAt: string;
        };
        /** @description A correlation rule. */
        CorrelationRule: {
            /**
             * Format: uuid
             * @description Id of the rule.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Purpose of the rule. */
            description: string;
            /** @description Whether it is applied. */
            enabled: boolean;
            /** @description When two incidents match. */
            conditions: components["schemas"]["RuleConditions"];
            action: components["schemas"]["CorrelationAction"];
            /** @description Order of evaluation, higher first. */
            priority: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description An event that was left out or could not be processed. */
        DeadLetter: {
            /**
             * Format: uuid
             * @description Id of the dead letter.
             */
            id: string;
            /** @description The organization. */
            organizationId: string;
            kind: components["schemas"]["EventKind"];
            /**
             * Format: date-time
             * @description When the event arrived.
             */
            receivedAt: string;
            /** @description Why it is here. */
            reason: string;
            /** @description How often processing it was tried. */
            attempts: number;
            /** @description The event as it arrived, whatever it was. */
            payload: unknown;
        };
        /** @description The event was queued again and the dead letter is gone. */
        DeadLetterReplayed: {
            /**
             * @description Always true.
             * @constant
             */
            replayed: true;
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            eventId: string;
        };
        /**
         * @description The decision. `none` means that no rule matched, or that tuning changed the named rule.
         * @enum {string}
         */
        DecisionAction: "merge" | "group" | "suppress" | "none";
        /** @description The reason of a decision. */
        DecisionReason: {
            /** @description Reason, up to 2,000 characters. With an approval, a reason that is not empty overrides guardrails. */
            reason?: string;
        };
        /** @description The resource is gone. */
        Deleted: {
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
        };
        /** @description A delivery that failed. */
        DeliveryFailure: {
            /** @description Email address. */
            recipient: string;
            /** @description Why it failed. */
            reason: string;
        };
        /**
         * @description State of a delivery. `dead` was given up and can be replayed.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "dead";
        /** @description The whole set of services that a service calls. */
        DependenciesUpdate: {
            /** @description Services that it calls (downstream), up to 500 names of 1 to 200 characters. */
            dependencies: string[];
        };
        /** @description How risky deployments of the primary service are now. */
        DeploymentRisk: {
            state: components["schemas"]["RiskState"];
            /** @description Risk from 0 to 100. */
            score: number;
            /** @description The finding in one sentence. */
            summary: string;
            /** @description Reasons for the state. */
            reasons: string[];
            /** @description Recommended step. */
            recommendation: string;
            /** @description Hours that were looked at. */
            windowHours: number;
            /** @description Deployments of the primary service in the window. */
            deploymentCount: number;
            /** @description Incidents of the primary service that are neither RESOLVED nor CLOSED. */
            unresolvedIncidents: number;
            /** @description Incidents of the primary service that began within 60 minutes after one of these deployments, counted up to 10,000. */
            postDeployIncidents: number;
            /**
             * Format: date-time
             * @description When the latest deployment took place, or null where there was none.
             */
            latestDeploymentAt: string | null;
        };
        /** @description An incident that detection opened. */
        DetectedIncident: {
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /** @description The rule that opened it. */
            ruleId: string;
            /** @description Its primary service. */
            service: string;
            /**
             * Format: date-time
             * @description When it opened.
             */
            createdAt: string;
        };
        /** @description Rules of a detection file, or its errors. */
        DetectionCheck: {
            /** @description Whether the daemon would start with this file. */
            valid: boolean;
            /** @description Errors in the order of the file, up to 100. */
            problems: components["schemas"]["DetectionFileProblem"][];
            /** @description The rules as they would be in force, with all that the file leaves out; empty where it isn't valid. */
            rules: components["schemas"]["DetectionRule"][];
            /** @description Ids of rules with the deprecated field `pattern`, which is called `type` now. */
            deprecated: string[];
        };
        /** @description A detection file to be judged. */
        DetectionCheckRequest: {
            rules: components["schemas"]["DetectionFileText"];
        };
        /** @description Something wrong in a detection file. */
        DetectionFileProblem: {
            /** @description Line, from 1 on. */
            line: number;
            /** @description Column, from 1 on. */
            column: number;
            /** @description The error and the allowed values. */
            message: string;
        };
        /** @description Text of a detection file in YAML, up to 131,072 characters, as `TOCSIN_DETECTION_FILE` names one. It may extend the built-in rules. */
        DetectionFileText: string;
        /** @description An incident that a draft rule would have opened. */
        DetectionOpening: {
            /** @description Id of the rule. */
            ruleId: string;
            /** @description Service that it is about. */
            service: string;
            /** @description Its environment, `unknown` where telemetry names none. */
            environment: string;
            /** @description The highest that it would have had. */
            severity: components["schemas"]["Severity"];
            /** @description Title of the incident, one line. */
            title: string;
            /** @description Why it opens, as a word. */
            reason: string;
            /** @description Measured value and threshold. */
            description: string;
            /**
             * Format: date-time
             * @description When what it shows began, by the telemetry.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it would have opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When it was said last.
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it would have resolved by itself; null where it was open at the end of the range.
             */
            closedAt: string | null;
            /** @description How often it was observed. */
            observations: number;
            /** @description How often it would have come back within 60 minutes after it resolved. */
            reopened: number;
            /**
             * Format: uuid
             * @description The event that showed it, a UUIDv7.
             */
            triggeringEventId: string;
            /** @description An incident that detection did open for the service and was open at that time; null where there is none. */
            overlap: components["schemas"]["DetectionOverlap"] | null;
        };
        /** @description An incident that was open when an opening would have been. */
        DetectionOverlap: {
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /** @description The rule that opened it. */
            ruleId: string;
            /** @description Whether both have the same deduplication key: rule, service, environment and what is wrong. */
            sameTrouble: boolean;
        };
        /** @description Openings of draft rules. Nothing is written. */
        DetectionPreview: {
            /**
             * Format: date-time
             * @description Begin of the range.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the range.
             */
            to: string;
            /**
             * Format: date-time
             * @description End of the telemetry that was read; `to` unless the answer is truncated.
             */
            coveredUntil: string;
            /**
             * Format: date-time
             * @description Telemetry was read from here on, so that the rules know what is usual when the range begins. Incidents that opened before the range aren't answered.
             */
            warmUpFrom: string;
            /** @description Whether `coveredUntil` lies before `to`. */
            truncated: boolean;
            /**
             * @description The limit that ended the reading: 500,000 events, 20 seconds or 20,000 openings. Null where everything was read.
             * @enum {string|null}
             */
            truncatedBy: "events" | "time" | "openings" | null;
            /** @description Events that were read, those of the warm-up too. */
            events: number;
            /** @description Events among them that were six hours old or older when they came, and open nothing. */
            backfilled: number;
            /** @description Events of services beyond the first 1,000 that spoke, which were passed over. */
            eventsLeftOut: number;
            /** @description Every rule that was tried, in the order of the file. */
            rules: components["schemas"]["DetectionPreviewRule"][];
            /** @description Openings, the oldest first, up to 1,000. */
            openings: components["schemas"]["DetectionOpening"][];
            /** @description Openings that are counted with their rules and not listed. */
            openingsLeftOut: number;
            /** @description Incidents that detection did open within the range, for which none of the openings stands. The oldest first, up to 200. */
            missedIncidents: components["schemas"]["DetectedIncident"][];
            /** @description Such incidents that are not listed. */
            missedIncidentsLeftOut: number;
        };
        /** @description Draft rules to try on stored telemetry. */
        DetectionPreviewRequest: {
            rules: components["schemas"]["DetectionFileText"];
            /** @description Begin of the range. ISO 8601 with an offset or Z. Left out, 24 hours before its end. */
            from?: string;
            /** @description End of the range, at most 31 days after its begin. ISO 8601 with an offset or Z. Left out, or in the future, now. */
            to?: string;
            /** @description Only the telemetry of this service. */
            service?: string;
            /** @description Only these rules of the file; ids that it doesn't hold are refused. */
            ruleIds?: string[];
        };
        /** @description Openings of one rule. */
        DetectionPreviewRule: {
            /** @description Id of the rule. */
            ruleId: string;
            /** @description Mode in the file. A rule in shadow opens no incidents. */
            mode: components["schemas"]["RuleMode"];
            signalType: components["schemas"]["SignalType"];
            /** @description Incidents that it would have opened. */
            openings: number;
            /** @description The same a day, by the time that was covered; two decimals. */
            perDay: number;
            /** @description Services that they would have been about. */
            services: number;
            /** @description How often it would have seen something, repeats included. */
            observations: number;
            /** @description Openings for which there was an incident. */
            overlapping: number;
        };
        /** @description A detection rule. */
        DetectionRule: {
            /** @description Id of the rule. */
            id: string;
            signalType: components["schemas"]["SignalType"];
            /** @description Whether it is applied. */
            enabled: boolean;
            /** @description Mode of the rule in the organization. For a draft, the mode in its file. */
            mode: components["schemas"]["RuleMode"];
            /** @description Mode in the detection file. */
            fileMode: components["schemas"]["RuleMode"];
            /**
             * Format: date-time
             * @description When the organization's mode was set last; its openings count from then on. Null where it never was.
             */
            modeSince: string | null;
            /** @description Name of the person that set the mode; `system` for an automatic demotion, null where nobody did. */
            modeBy: string | null;
            /** @description Why; null where nobody set it. */
            modeReason: string | null;
            /** @description Whether it may go to shadow by itself where it is mostly noise. */
            autoDemote: boolean;
            /**
             * @description Whether it is built in, a built-in one that the detection file changes, or the file's own.
             * @enum {string}
             */
            source: "built-in" | "changed" | "file";
            /** @description Description of the rule. */
            description: string;
            severity: components["schemas"]["Severity"];
            /** @description Minutes that the signal must stay normal until the incident is resolved by itself. */
            resolveAfterMinutes: number;
            /** @description Thresholds and windows of the rule, with units in their names. */
            parameters: {
                [key: string]: unknown;
            };
        };
        /** @description Findings of the analyser or the model. Every claim names evidence by its id. */
        Diagnosis: {
            /** @description The most likely cause. Empty where the diagnosis is inconclusive. */
            rootCause: string;
            /** @description The finding in a few sentences. */
            summary: string;
            /** @description Names of the services that the cause reaches. */
            impactedServices: string[];
            /** @description Suggested fixes, the most promising first. */
            suggestedFixes: components["schemas"]["SuggestedFix"][];
            /** @description Confidence in the root cause, a fraction from 0 to 1. */
            confidenceScore: number;
            /** @description The causes that were weighed, the most likely first. */
            hypotheses: components["schemas"]["Hypothesis"][];
            /** @description True if a change explains the incident, and false if changes were looked at and none explains it. Null if none could be looked at or the question stays open. */
            changeAtFault: boolean | null;
            /** @description Evidence of the diagnosis. */
            evidence: components["schemas"]["Evidence"][];
            /**
             * Format: date-time
             * @description When the trouble began, as the evidence shows it, or null where nothing does.
             */
            onsetAt: string | null;
            /** @description Evidence that was left out because of its size or age, a sentence each. */
            omitted: string[];
            /** @description The model's part in the diagnosis; null where none is configured. */
            model: components["schemas"]["DiagnosisModel"] | null;
        };
        /** @description The part of a model in a diagnosis. */
        DiagnosisModel: {
            /** @description Name of the model. */
            name: string;
            /**
             * @description `used`: the diagnosis holds what it said. Else the built-in diagnosis stands.
             * @enum {string}
             */
            status: "used" | "skipped" | "failed";
            /** @description Why it was skipped or failed, or null. */
            reason: string | null;
            /** @description Tokens that it was given. */
            promptTokens: number;
            /** @description Tokens that it answered. */
            completionTokens: number;
            /** @description Claims of the model that were dropped for lack of evidence, a sentence each. */
            dropped: string[];
        };
        /** @description Progress of a diagnosis, the data of the event `diagnosis`. */
        DiagnosisProgress: {
            /**
             * Format: uuid
             * @description The incident that is diagnosed.
             */
            incidentId: string;
            diagnosisStatus: components["schemas"]["DiagnosisStatus"];
            /** @description The step at hand, for example `collecting` or `weighing`. */
            stage: string;
            /** @description The step in one sentence. */
            message: string;
            /**
             * Format: date-time
             * @description When the step began.
             */
            at: string;
        };
        /** @description The diagnosis was started. */
        DiagnosisQueued: {
            /**
             * @description Always true.
             * @constant
             */
            queued: true;
        };
        /**
         * @description The state of the diagnosis. INCONCLUSIVE means that the evidence does not carry a root cause.
         * @enum {string}
         */
        DiagnosisStatus: "PENDING" | "RUNNING" | "COMPLETED" | "INCONCLUSIVE" | "FAILED";
        /** @description A tool and its parameters. The first four tool types look at pods, `checkHttpHealth` at an address, the others at cloud resources that are mapped to the incident. */
        DiagnosticTool: {
            type: components["schemas"]["ToolType"];
        } & (components["schemas"]["getPodLogs"] | components["schemas"]["describePod"] | components["schemas"]["getPodResources"] | components["schemas"]["getPodProcesses"] | components["schemas"]["checkHttpHealth"] | components["schemas"]["getCloudLogs"] | components["schemas"]["getManagedDbHealth"] | components["schemas"]["getLoadBalancer5xxMetrics"] | components["schemas"]["getFunctionErrors"] | components["schemas"]["getQueueBacklog"] | components["schemas"]["getContainerServiceHealth"]);
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
        /** @description The person to escalate to. */
        EscalateRequest: {
            /** @description Id of a team member, up to 128 characters. Left out, the first suggested target is taken. */
            targetId?: string;
        };
        /** @description The outcome of an escalation. */
        Escalation: {
            /** @description True when the incident was assigned to a target. False when there is nobody to escalate to, or when the incident is over. */
            escalated: boolean;
            /** @description The person that the incident is now assigned to, or null where there is nobody. */
            target: components["schemas"]["EscalationTarget"] | null;
            state: components["schemas"]["EscalationState"];
            /** @description Next step. */
            nextStep: string;
        };
        /** @description A deadline. */
        EscalationClock: {
            /**
             * Format: date-time
             * @description When it is due.
             */
            dueAt: string;
            /** @description Minutes until then, with one decimal. Negative when it is past. */
            minutesRemaining: number;
            /** @description Whether the deadline passed before the step was taken, and before the incident was over. */
            breached: boolean;
        };
        /** @description People to notify, with times. */
        EscalationPlan: {
            state: components["schemas"]["EscalationState"];
            /** @description The service at the centre of the incident. Empty where the incident names none. */
            primaryService: string;
            /** @description Team that owns the primary service, from the catalog. Empty where the catalog does not know it. */
            ownerTeam: string;
            /** @description Escalation policy of the primary service, from the catalog. Empty where the catalog does not know it. */
            escalationPolicy: string;
            /** @description Distinct services that the primary service reaches over downstream edges, directly and indirectly, unmapped ones included. */
            blastRadiusCount: number;
            /** @description Why the plan says so. Speaks of the blast radius and of unmapped edges. */
            reason: string;
            /** @description Next step. */
            nextStep: string;
            /** @description Time to acknowledge, counted from `createdAt`. CRITICAL 5, HIGH 15, MEDIUM 60, LOW 240 minutes. */
            timeToAcknowledge: components["schemas"]["EscalationClock"];
            /** @description Time to escalate, counted from `createdAt`. CRITICAL 15, HIGH 30, MEDIUM 240, LOW 1440 minutes. */
            timeToEscalate: components["schemas"]["EscalationClock"];
            /** @description Team members to escalate to, the best first. */
            suggestedTargets: components["schemas"]["SuggestedTarget"][];
            /** @description Services that call the primary service. */
            dependents: string[];
        };
        /**
         * @description Where the escalation of an incident stands.
         * @enum {string}
         */
        EscalationState: "on_track" | "acknowledge_due" | "escalate_due" | "escalated" | "closed";
        /** @description The person it was escalated to. */
        EscalationTarget: {
            /** @description Id of the team member. */
            id: string;
            /** @description Name of the team member. */
            name: string;
            /** @description Email address of the team member. */
            email: string;
        };
        /**
         * @description Kind of an event.
         * @enum {string}
         */
        EventKind: "log" | "metric" | "deployment";
        /** @description One piece of evidence. */
        Evidence: {
            /** @description Unique within the diagnosis. It is the id of the telemetry event, incident or tool run. For counted or absent evidence it is a short name such as `errors:checkout`. */
            id: string;
            /**
             * @description Kind of evidence.
             * @enum {string}
             */
            kind: "log" | "metric" | "errors" | "silence" | "deployment" | "catalog" | "dependency" | "incident" | "probe";
            /** @description Service that it is about, or null. */
            service: string | null;
            /** @description Finding in one sentence. */
            summary: string;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            at: string;
            /** @description Path on this interface whose GET shows it, for example `/events/…`, or null where there is nothing to open. */
            ref: string | null;
        };
        /** @description The tool that failed most often. */
        FailingTool: {
            toolType: components["schemas"]["ToolType"];
            /** @description How often it failed. */
            failed: number;
        };
        /** @description One reason of failure. */
        FailurePattern: {
            /** @description The reason, without what varies. */
            pattern: string;
            /** @description How often it was met. */
            count: number;
        };
        /** @description A verdict on an incident or a shadow opening. */
        FeedbackGive: {
            verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, up to 2,000 characters. */
            note?: string;
        };
        /**
         * @description Whether it was worth somebody's attention.
         * @enum {string}
         */
        FeedbackVerdict: "useful" | "noise";
        /** @description One trouble that a window holds back; all that was seen of it counts on the same one. */
        HeldCandidate: {
            /** @description The key that its incident would have. */
            deduplicationKey: string;
            /** @description The trouble in one line. May quote telemetry. */
            title: string;
            /** @description Measured value and threshold. */
            description: string;
            /** @description The highest that was seen. */
            severity: components["schemas"]["Severity"];
            /** @description The service that it is about. */
            service: string;
            /** @description The environment that it was seen in. Null where none was named. */
            environment: string | null;
            /**
             * Format: date-time
             * @description When it was first held back.
             */
            heldSince: string;
            /**
             * Format: date-time
             * @description When it was last seen.
             */
            lastSeenAt: string;
            /** @description How often it was seen. */
            observations: number;
        };
        /** @description The incidents created in one hour. */
        HourCount: {
            /**
             * Format: date-time
             * @description Start of the hour, in UTC.
             */
            hour: string;
            /** @description Incidents created in that hour. 0 where there were none. */
            count: number;
        };
        /** @description One cause that was weighed. */
        Hypothesis: {
            /** @description Place in the order, 1 is the most likely. */
            rank: number;
            /** @description The cause, in one sentence. */
            cause: string;
            /** @description Service that it lies in, or null. */
            service: string | null;
            /** @description Metric that shows it, or null. */
            metric: string | null;
            /** @description Git hash or id of the deployment event of the change behind it, or null. */
            change: string | null;
            /** @description Confidence, a fraction from 0 to 1. */
            confidence: number;
            /** @description Ids of the evidence for it. */
            evidence: string[];
            /** @description Ids of the evidence against it. */
            counterEvidence: string[];
        };
        /** @description An incident. */
        Incident: {
            /**
             * Format: uuid
             * @description Id of the incident.
             */
            id: string;
            /** @description One line that names the problem. */
            title: string;
            /** @description Description of the incident. */
            description: string;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["IncidentStatus"];
            /** @description Names of the services concerned. */
            affectedServices: string[];
            /** @description Id of the event that caused the incident. For a manual incident `manual:` and the id of the incident. */
            triggeringEventId: string;
            /**
             * Format: uuid
             * @description Team member who works on it, or null.
             */
            assigneeId: string | null;
            /** @description Signals with the same key are the same problem and raise `duplicateCount`. */
            deduplicationKey: string;
            /** @description Number of further observations and merged children. Starts at 0. */
            duplicateCount: number;
            /**
             * Format: date-time
             * @description When the problem was last observed.
             */
            lastSeenAt: string;
            /**
             * Format: uuid
             * @description The incident that this one was merged into, or null.
             */
            parentIncidentId: string | null;
            diagnosisStatus: components["schemas"]["DiagnosisStatus"];
            /** @description The diagnosis. Null until `diagnosisStatus` is COMPLETED or INCONCLUSIVE. */
            diagnosis: components["schemas"]["Diagnosis"] | null;
            /**
             * Format: date-time
             * @description When the incident was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the incident last changed.
             */
            updatedAt: string;
            /** @description Environment of the primary service, from the catalog or the events. `unknown` where nothing says it; policy treats that as production. */
            environment: string;
            /** @description The service at the centre of the incident, or null where it names none. */
            primaryService: string | null;
            /**
             * Format: date-time
             * @description When the incident first became RESOLVED or CLOSED. Null while it is neither.
             */
            resolvedAt: string | null;
            /** @description The organization that the incident belongs to. */
            organizationId: string;
            signalType: components["schemas"]["SignalType"];
        };
        /** @description A new incident. */
        IncidentCreate: {
            /** @description One line that names the problem, 1 to 500 characters, not only white space. White space around it is trimmed. */
            title: string;
            /** @description Description, up to 20,000 characters. */
            description: string;
            severity: components["schemas"]["Severity"];
            /** @description Names of the services concerned, up to 100 names of 1 to 200 characters, none of white space only. White space around them is trimmed. The first one is the primary service. */
            affectedServices: string[];
        };
        /** @description One person's verdict on an incident. */
        IncidentFeedback: {
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, as it was written; null where nothing was. */
            note: string | null;
            /** @description Name or subject of the token. */
            by: string;
            /**
             * Format: date-time
             * @description When that person said so first.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When that person said so last.
             */
            updatedAt: string;
        };
        /** @description A resource of a platform that is mapped to an incident. */
        IncidentResource: {
            /**
             * Format: uuid
             * @description Id of the mapping.
             */
            id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /** @description The organization. */
            organizationId: string;
            /** @description The kind of platform that it lives on, for example `aws` or `kubernetes`. */
            provider: string;
            /** @description Kind of resource. */
            resourceType: string;
            /** @description Id of the resource, or null where `resourceArn` names it. */
            resourceId: string | null;
            /** @description Cloud resource name, or null where `resourceId` names it. */
            resourceArn: string | null;
            /** @description Region that it lives in. */
            region: string;
            /**
             * Format: date-time
             * @description When it was mapped.
             */
            createdAt: string;
        };
        /** @description The runbooks that are linked to an incident. */
        IncidentRunbooks: {
            /** @description The links. */
            links: components["schemas"]["RunbookLink"][];
            /** @description The linked runbooks. */
            runbooks: components["schemas"]["Runbook"][];
        };
        /** @description Counts over the incidents of a window. */
        IncidentStats: {
            /** @description Incidents that are OPEN, INVESTIGATING or REMEDIATING. */
            activeCount: number;
            /** @description Incidents that are RESOLVED or CLOSED. */
            resolvedCount: number;
            /** @description All incidents of the window. */
            totalCount: number;
            /** @description Mean minutes from `createdAt` to `resolvedAt` of those that are RESOLVED or CLOSED, with one decimal. 0 where none has recovered. */
            avgRecoveryMinutes: number;
            /** @description Every incident of the window by severity. */
            bySeverity: components["schemas"]["SeverityCounts"];
            /** @description Services of the active incidents in the order of their names, the first 1,000. */
            affectedServices: string[];
            /** @description Services of all incidents of the window in the order of their names, the first 1,000. */
            allServices: string[];
        };
        /**
         * @description The state of an incident.
         * @enum {string}
         */
        IncidentStatus: "OPEN" | "INVESTIGATING" | "REMEDIATING" | "RESOLVED" | "CLOSED";
        /** @description Telemetry of one organization that ingestion refused for one reason. */
        IngestionRefusal: {
            /** @description The organization that the telemetry was sent to. */
            organizationId: string;
            /**
             * @description `default_service_limit` and `service_limit`: the organization holds no more services; answered 403, or left out of a lenient batch. `organization_rate` and `organization_backlog`: the organization has used up a quota of the settings. The answer is 429, or 413 if the batch is larger than the quota ever holds. The answer for other reasons is 503. Most shippers send the events again after a 429 or 503 answer. `organizations_per_minute` and `organizations_max`: the organization is new, and the server takes no more for now. `queue_share`: the organization takes up its share of the queue.
             * @enum {string}
             */
            reason: "default_service_limit" | "service_limit" | "organizations_per_minute" | "organizations_max" | "queue_share" | "organization_rate" | "organization_backlog";
            /** @description How many requests it concerned. */
            count: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description When it happened last.
             */
            lastAt: string;
            /** @description Some of the services that were refused; none of another organization. */
            services: string[];
            /** @description Next step. */
            advice: string;
        };
        /** @description Counts over the actions that act, without those that are simulated. Show these to people. */
        LiveRemediationStats: {
            /** @description All actions that act. */
            total: number;
            /** @description Actions in PENDING_APPROVAL. */
            pending: number;
            /** @description Actions in QUEUED or EXECUTING. */
            executing: number;
            /** @description Actions in COMPLETED. */
            completed: number;
            /** @description Actions in FAILED. */
            failed: number;
            /** @description Completed actions of those completed and failed, in percent with one decimal; null where there are none. */
            successRate: number | null;
        };
        /** @description The process runs. */
        Liveness: {
            /**
             * @description Always `live`.
             * @constant
             */
            status: "live";
        };
        /**
         * @description Level of a log event.
         * @enum {string}
         */
        LogLevel: "debug" | "info" | "warn" | "error" | "fatal";
        /** @description A kind of log message of one environment of a service. */
        LogPattern: {
            patternId: components["schemas"]["PatternId"];
            /** @description Ids of patterns that turned out to be this one. Logs that came before keep them; a search for any of these ids within the service finds them all. */
            aliases: components["schemas"]["PatternId"][];
            /** @description The service. */
            service: string;
            /** @description The environment, in lower case; `unknown` for logs that name none. */
            environment: string;
            /** @description The common part of its messages, with placeholders for variable parts. More messages may change it. */
            template: string;
            /** @description The most severe level that it was seen at. */
            level: components["schemas"]["LogLevel"];
            /** @description Occurrences by level. */
            levels: {
                /** @description Debug logs. */
                debug: number;
                /** @description Informational logs. */
                info: number;
                /** @description Warnings. */
                warn: number;
                /** @description Errors. */
                error: number;
                /** @description Fatal errors. */
                fatal: number;
            };
            /** @description Occurrences since it was first seen. */
            count: number;
            /**
             * Format: date-time
             * @description When it came first.
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description When it came last.
             */
            lastSeenAt: string;
            /** @description Occurrences a minute. */
            ratePerMinute: {
                /** @description Over the last five to ten minutes. */
                now: number;
                /** @description Over a day, or since it is known; null where that is less than five minutes. */
                usual: number | null;
            };
            trend: components["schemas"]["PatternTrend"];
            /**
             * Format: uuid
             * @description The last event that it came in.
             */
            sampleEventId: string;
        };
        /**
         * @description `scheduled` before it begins, `active` while it holds back what fires, `ended` afterwards.
         * @enum {string}
         */
        MaintenanceState: "scheduled" | "active" | "ended";
        /** @description Planned work on services, while which nothing of theirs opens an incident. */
        MaintenanceWindow: {
            /**
             * Format: uuid
             * @description Id of the window.
             */
            id: string;
            /** @description Organization that it belongs to. */
            organizationId: string;
            /** @description The services that are worked on, by their names in telemetry. */
            services: string[];
            state: components["schemas"]["MaintenanceState"];
            /**
             * Format: date-time
             * @description When it begins.
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When it ends by the plan.
             */
            endsAt: string;
            /**
             * Format: date-time
             * @description When it was over, which is before `endsAt` where somebody ended it. Null until then.
             */
            endedAt: string | null;
            /** @description Name of the person that ended it early; null where nobody did. */
            endedBy: string | null;
            /** @description Reason for the maintenance. */
            reason: string;
            /** @description Name or subject of the token that scheduled it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was scheduled.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When somebody last changed or ended it.
             */
            updatedAt: string;
            /** @description How many different troubles it holds back now, each of which would be an incident. */
            heldCount: number;
            /** @description How many of those that it held still fired after it and went the way of all others. They opened, reopened or counted on an incident, or a correlation rule suppressed them. */
            openedCount: number;
            /** @description How many of those that it held came to nothing, since they had stopped firing. */
            droppedCount: number;
        };
        /** @description A window to schedule. */
        MaintenanceWindowCreate: {
            /** @description The services that are worked on, by their exact names in telemetry. 1 to 100 names of up to 200 characters. */
            services: string[];
            /** @description When it begins. ISO 8601 with an offset or Z. Left out, or in the past, now. */
            startsAt?: string;
            /** @description When it ends. ISO 8601 with an offset or Z. In the future, after `startsAt`, at most 30 days after it. */
            endsAt: string;
            /** @description Reason for the maintenance, 1 to 1,000 characters. Incidents that were held back quote it. */
            reason: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        MaintenanceWindowUpdate: {
            /** @description When it ends instead. ISO 8601 with an offset or Z. In the future, at most 30 days after `startsAt`. */
            endsAt?: string;
            /** @description Reason for the maintenance, 1 to 1,000 characters. */
            reason?: string;
        };
        /**
         * @description A field of two incidents that is compared.
         * @enum {string}
         */
        MatchField: "service" | "signalType" | "severity";
        /** @description The environment of the namespaces that the pattern fits. */
        NamespaceEnvironment: {
            /** @description A namespace; `*` stands for anything. */
            namespace: string;
            /** @description Its name in small letters; `prod` is `production`. */
            environment: string;
        };
        /** @description Where notifications go. */
        NotificationChannel: {
            /**
             * Format: uuid
             * @description Id of the channel.
             */
            id: string;
            /** @description The organization. */
            organizationId: string;
            /** @description Name that tells it from others. */
            name: string;
            kind: components["schemas"]["ChannelKind"];
            /** @description Whether anything is sent. */
            enabled: boolean;
            /** @description Kinds of events that are sent; empty for all. */
            events: components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above, or null for all.
             * @enum {string|null}
             */
            minSeverity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services; empty for all. */
            services: string[];
            /** @description Settings by kind; of an address that is a secret itself, scheme and host alone. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Whether a secret is kept for it. */
            secretSet: boolean;
            /** @description A secret that was made for it, in the answer of its creation alone; else null. */
            secret: string | null;
            health: components["schemas"]["ChannelHealth"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description A channel to create. */
        NotificationChannelCreate: {
            /** @description Name, up to 100 characters. */
            name: string;
            kind: components["schemas"]["ChannelKind"];
            /**
             * @description Whether anything is sent.
             * @default true
             */
            enabled: boolean;
            /** @description Kinds of events that are sent; empty or left out for all. */
            events?: components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above.
             * @enum {string|null}
             */
            minSeverity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services. */
            services?: string[];
            settings: components["schemas"]["ChannelSettings"];
            /** @description Key that a webhook is signed with, or token for GitHub or Jira. Kept sealed and never answered. A webhook that is created without one gets one, which only this answer shows. */
            secret?: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        NotificationChannelUpdate: {
            /** @description Name, up to 100 characters. */
            name?: string;
            /** @description Whether anything is sent. */
            enabled?: boolean;
            /** @description Kinds of events that are sent; empty for all. */
            events?: components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above, or null for all.
             * @enum {string|null}
             */
            minSeverity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services. */
            services?: string[];
            /** @description Replaces all settings. */
            settings?: components["schemas"]["ChannelSettings"];
            /** @description Replaces the secret. Where settings send a token for GitHub or Jira to another address, it has to be given again. */
            secret?: string;
        };
        /** @description One notification to one channel. */
        NotificationDelivery: {
            /**
             * Format: uuid
             * @description Id of the delivery, the same at every try.
             */
            id: string;
            /** @description The organization. */
            organizationId: string;
            /** @description The channel. */
            channelId: string;
            /** @description Name of the channel. */
            channelName: string;
            /** @description The incident. */
            incidentId: string;
            event: components["schemas"]["NotificationEvent"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description Tries so far. */
            attempts: number;
            /** @description Why the last try failed, or null. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it is tried next, or null.
             */
            nextTryAt: string | null;
            /**
             * Format: date-time
             * @description When it was taken, or null.
             */
            deliveredAt: string | null;
        };
        /**
         * @description The event that is notified. `severity_raised`: it was seen again, or another one was merged into it, and it is more severe now. `rule_demoted`: the detection rule that opened it was mostly noise, and only watches from now on.
         * @enum {string}
         */
        NotificationEvent: "incident_created" | "status_changed" | "assigned" | "escalated" | "comment_added" | "merged" | "severity_raised" | "diagnosis_completed" | "diagnosis_failed" | "approval_requested" | "approval_expiring" | "remediation_approved" | "remediation_rejected" | "remediation_executing" | "remediation_completed" | "remediation_failed" | "remediation_checked" | "rule_demoted";
        /** @description Result of a test message. */
        NotificationTest: {
            /** @description Whether it was taken. */
            delivered: boolean;
            /** @description Why it was not taken, or null. */
            reason: string | null;
        };
        /** @description The on-call state to set. */
        OnCallChange: {
            /** @description Whether the member is on call. */
            isOnCall: boolean;
        };
        /** @description Openings of a rule and their verdicts; the newest 10,000. */
        OpeningsMeasured: {
            /**
             * Format: date-time
             * @description Openings are counted from here on.
             */
            from: string;
            /** @description Openings. */
            opened: number;
            /** @description Those that were useful. */
            useful: number;
            /** @description Those that were noise. */
            noise: number;
            /** @description Those of which nobody knows. */
            unjudged: number;
            /** @description How many services on how many days the judged ones are about, each service and day once. */
            occasions: number;
            precision: components["schemas"]["Precision"];
        };
        /**
         * @description Id of a pattern of log messages, which are alike but for numbers, ids and the like. The same kind of message has mostly the same id in every service.
         * @example 5f0c2a91
         */
        PatternId: string;
        /**
         * @description The frequency of a pattern against its baseline. `new`: it was first seen within the last day, when its service was known for half an hour already. `rising` and `falling`: in the last five minutes at least twice as frequent as ever, or half as frequent. This also holds against the other logs of its service. `missing`: it paused twice as long as ever while its service went on writing. `steady`: anything else. A pattern becomes steady when it wasn't seen for ten minutes after it rose or fell, since its service is silent. It stays steady while less than two hours of it are known.
         * @enum {string}
         */
        PatternTrend: "new" | "rising" | "falling" | "missing" | "steady";
        /** @description An action type that can be requested. */
        PolicyAction: {
            /** @description The action type. */
            type: string;
            /** @description Effect of the action. */
            description: string;
            /**
             * @description Executor of the action.
             * @enum {string}
             */
            executedBy: "tocsin" | "webhook";
            /** @description Parameters that it takes. */
            parameters: {
                /** @description Its name. */
                name: string;
                /**
                 * @description Type of the value.
                 * @enum {string}
                 */
                type: "string" | "number" | "integer" | "boolean";
                /** @description Whether it has to be given. */
                required: boolean;
                /** @description Description of the parameter. */
                description: string;
                /** @description The values that it may have, or null for any. */
                values: (string | number | boolean)[] | null;
            }[];
            /** @description How to undo it, or null. */
            rollback: string | null;
        };
        /** @description Bounds; null where there is none. */
        PolicyGuardrails: {
            /** @description Actions let through on a target in an hour. */
            actionsPerHour: number | null;
            /** @description Minutes between the same action on a target. */
            cooldownMinutes: number | null;
            /** @description Actions of the organization that wait for execution or are under way. */
            concurrent: number | null;
            /** @description The same of a target. */
            concurrentPerService: number | null;
            /** @description Replicas that `scale-service` may ask for. */
            maxReplicas: number | null;
            /** @description To so many times the replicas that there are, or one of so many. */
            replicasChangeFactor: number | null;
            /** @description Services that call the one acted on. */
            blastRadius: number | null;
            /** @description Whether an incident that is RESOLVED or CLOSED keeps its actions back. */
            openIncidentOnly: boolean;
        };
        /** @description A rule of the policy. A list that is empty holds for everything. */
        PolicyRule: {
            /** @description Name of the rule. */
            name: string;
            verdict: components["schemas"]["PolicyVerdict"];
            /** @description Action types. */
            actions: string[];
            /** @description Environments; `prod` and unknown ones are `production`. */
            environments: string[];
            /** @description Severities. */
            severities: components["schemas"]["Severity"][];
            /** @description Services; `*` stands for anything. */
            services: string[];
            /** @description Whether somebody else than who requested an action has to approve it. */
            fourEyes: boolean;
            /** @description How long an action waits for approval. */
            approvalTtlMinutes: number;
            /** @description Why. */
            reason: string;
        };
        /**
         * @description Whether an action runs by itself, after an approval, or not at all.
         * @enum {string}
         */
        PolicyVerdict: "auto" | "manual" | "deny";
        /** @description A window in which nothing is changed, or nothing by itself. It recurs by `cron`, or is once, from one time to another. */
        PolicyWindow: {
            /** @description Name of the window. */
            name: string;
            /**
             * @description `deny` blocks actions, `manual` makes them wait for approval.
             * @enum {string}
             */
            effect: "deny" | "manual";
            /** @description Why. */
            reason: string;
            /** @description Environments; empty for all. */
            environments: string[];
            /**
             * Format: date-time
             * @description Its beginning, or null where it recurs.
             */
            from: string | null;
            /**
             * Format: date-time
             * @description Its end, or null where it recurs.
             */
            to: string | null;
            /** @description Minute, hour, day, month and day of week of its beginnings, or null. */
            cron: string | null;
            /** @description Time zone of `cron`, or null. */
            timeZone: string | null;
            /** @description How long it lasts each time, or null. */
            durationMinutes: number | null;
            /** @description Whether it is open now. */
            open: boolean;
            /**
             * Format: date-time
             * @description When that changes, or null where it never does.
             */
            changesAt: string | null;
        };
        /** @description Verdict of a policy rule. */
        PolicyWord: {
            /** @description Name of the rule or guardrail. */
            rule: string;
            /**
             * @description `auto`, `manual` and `deny` of rules, `block` and `pass` of guardrails.
             * @enum {string}
             */
            says: "auto" | "manual" | "deny" | "block" | "pass";
            /** @description Why. */
            reason: string;
        };
        /** @description The share of judged openings that were useful, and where the true share lies (Wilson interval, 95 %). */
        Precision: {
            /** @description The share; null where none is judged. */
            value: number | null;
            /** @description Lower end of the interval. */
            lower: number;
            /** @description Upper end of the interval. */
            upper: number;
        };
        /** @description A step that would help to prevent the next failure. */
        PreventiveAction: {
            /** @description Id of the step. */
            id: string;
            /** @description The step in one line. */
            title: string;
            /** @description Reason for the step. */
            why: string;
            /**
             * @description When to do it.
             * @enum {string}
             */
            priority: "now" | "next" | "later";
            /** @description Kind of step, for example `root-cause` or `deployment`. */
            category: string;
        };
        /** @description Repeated failures of the primary service, and what would prevent the next. */
        PreventiveSignal: {
            state: components["schemas"]["RiskState"];
            /** @description The finding in one sentence. */
            summary: string;
            /** @description Reasons for the state. */
            reasons: string[];
            /** @description Recommended step. */
            recommendation: string;
            /** @description Steps that would help, the most pressing first. */
            actions: components["schemas"]["PreventiveAction"][];
            /** @description Hours that were looked at. */
            windowHours: number;
            /** @description Incidents of the primary service in the window, this one included. */
            sameServiceIncidents: number;
            /** @description Those of them that are neither RESOLVED nor CLOSED. */
            unresolvedIncidents: number;
            /** @description Those of them that are CRITICAL. */
            criticalIncidents: number;
        };
        /** @description How urgent an incident is. */
        PrioritySignal: {
            /**
             * @description Urgency, P1 is the highest.
             * @enum {string}
             */
            level: "P1" | "P2" | "P3" | "P4" | "P5";
            /** @description The level as text. */
            label: string;
            /** @description Reason for the level. */
            reason: string;
            /** @description Logs, metric points and deployments of the affected services while the incident lasted. The count is by whole minutes, and by whole hours from three days later on. At most the first 20 services and the last 30 days are counted; `reason` names such a limit. */
            eventCount: number;
            /** @description Minutes since the incident began, until its resolution where it is resolved, with one decimal. */
            durationMinutes: number;
            /** @description Number of affected services. */
            serviceCount: number;
            /** @description Service tier, objective and error budget of the primary service. */
            sloContext: components["schemas"]["SloContext"];
        };
        /** @description Why a runbook is recommended. */
        RankedRunbook: {
            /**
             * Format: uuid
             * @description The runbook.
             */
            runbookId: string;
            /** @description A sum with two decimals. It adds 1 if a suggested fix names the runbook. It adds 1/n if the n-th action type of the diagnosis is the first that the runbook applies to. It adds the similarity of each linked similar incident, halved if that incident has not recovered. */
            score: number;
            /** @description Parts of the score, one sentence each. */
            reasons: string[];
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
        /** @description Facts behind a recommendation of runbooks. */
        RecommendationSources: {
            /** @description Action types of the diagnosis' suggested fixes, the best fix first. */
            actionTypes: string[];
            /** @description Similar incidents whose links were counted, those with a link to a published runbook. */
            similarIncidentCount: number;
        };
        /** @description The runbooks that may help. */
        RecommendedRunbooks: {
            /** @description The recommended runbooks, the best first, at most 10. Drafts and archived ones are not offered. */
            runbooks: components["schemas"]["Runbook"][];
            /** @description Ids of the runbooks that are already linked. */
            linkedRunbookIds: string[];
            /** @description Facts behind the recommendation. */
            sources: components["schemas"]["RecommendationSources"];
            /** @description Why each of the runbooks is recommended, in their order. */
            ranking: components["schemas"]["RankedRunbook"][];
        };
        /** @description The action was rejected. */
        RejectionResult: {
            /**
             * @description Always `REJECTED`.
             * @constant
             */
            status: "REJECTED";
        };
        /** @description A row of the audit log. */
        RemediationAction: {
            /**
             * Format: uuid
             * @description Id of the action.
             */
            id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /** @description Type of the action. */
            actionType: string;
            status: components["schemas"]["ActionStatus"];
            /** @description Subject of the token that requested it. */
            performedBy: string;
            /** @description Service that it acts on, or null. */
            serviceName: string | null;
            /** @description Environment that it acts in, or null. */
            environment: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the row last changed.
             */
            updatedAt: string;
            /** @description Approval, override reason, violations and outcome. */
            details: {
                [key: string]: unknown;
            };
            /** @description Why it failed, or null. */
            error: string | null;
            /** @description The organization., x-extension: true */
            organizationId: string;
            severity: components["schemas"]["Severity"];
            /** @description Parameters of the action. */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description Where the request came from. `suggestion` where it named a suggested fix.
             * @enum {string}
             */
            origin: "person" | "suggestion" | "policy";
            /**
             * @description `live` acts. `simulate` touches nothing, and writes down what it would send; show such an action as simulated, never as done.
             * @enum {string}
             */
            mode: "simulate" | "live";
            /** @description The plan, fixed at the time of the request. */
            plan: components["schemas"]["RemediationPlan"];
            /** @description SHA-256 of the plan, hexadecimal. An approval binds to it. */
            planHash: string;
            /**
             * Format: date-time
             * @description When a waiting approval lapses into REJECTED, or null where none is waited for.
             */
            approvalExpiresAt: string | null;
            /** @description Whether it helped. Null until it is COMPLETED. */
            verification: components["schemas"]["RemediationVerification"] | null;
        };
        /** @description The frozen plan of an action. */
        RemediationPlan: {
            /** @description Type of the action. */
            actionType: string;
            /**
             * @description Whether it only writes what it would send, or acts.
             * @enum {string}
             */
            mode: "simulate" | "live";
            /** @description Target, for example service, environment and workload. */
            target: {
                [key: string]: unknown;
            };
            /** @description Parameters as they will be sent. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Services that depend on the outcome, from the service catalog. */
            blastRadius: number;
            /** @description How to undo it, or null where it cannot be undone. */
            rollback: string | null;
        };
        /** @description The policy that holds for the organization. */
        RemediationPolicy: {
            /**
             * @description Where it comes from.
             * @enum {string}
             */
            source: "built-in" | "file";
            /** @description SHA-256 of its text, hexadecimal. */
            version: string;
            /**
             * @description Mode of the actions that are requested now; `simulate` touches nothing.
             * @enum {string}
             */
            mode: "simulate" | "live";
            /**
             * Format: date-time
             * @description When it was read.
             */
            loadedAt: string;
            /** @description Rules in their order. The first that fits decides; where none fits, an action is denied. */
            rules: components["schemas"]["PolicyRule"][];
            guardrails: components["schemas"]["PolicyGuardrails"];
            /** @description Freeze windows and whether they are open now. */
            windows: components["schemas"]["PolicyWindow"][];
            /** @description Action types that can be requested. Addresses and secrets of webhooks are left out. */
            actions: components["schemas"]["PolicyAction"][];
            /** @description How long an action waits for approval. */
            approvalTtlMinutes: number;
            /** @description Whether somebody else than who requested an action has to approve it. */
            fourEyes: boolean;
            /** @description Permission that an approver needs to override a guardrail. */
            overridePermission: string;
            /** @description Which environment namespaces belong to. */
            namespaces: components["schemas"]["NamespaceEnvironment"][];
            /** @description When a completed action is judged by the signal that opened the incident. */
            verification: {
                /** @description Minutes that what was under way has to settle. */
                settleMinutes: number;
                /** @description Minutes that the signal has to stay away. */
                quietMinutes: number;
                /** @description Actions in a row that did not help, after which those of the service wait for approval. */
                ineffectiveInARow: number;
            };
        };
        /** @description Plan and verdict of a request that was not made. */
        RemediationPreview: {
            verdict: components["schemas"]["PolicyVerdict"];
            /**
             * @description Status that the row would have, or null where no row would be made.
             * @enum {string|null}
             */
            status: "PENDING_APPROVAL" | "QUEUED" | null;
            /** @description Every rule that spoke, the strictest first, then what makes a person look, then guardrails. */
            rules: components["schemas"]["PolicyWord"][];
            /** @description Environments that it is judged in, and who names each. The strictest verdict holds. */
            environments: components["schemas"]["SpokenEnvironment"][];
            /** @description Rules that block the action; empty where none does. */
            violations: string[];
            plan: components["schemas"]["RemediationPlan"];
            /** @description SHA-256 of the plan, hexadecimal. */
            planHash: string;
            /** @description Whether somebody else has to approve it. */
            fourEyes: boolean;
            /** @description How long it would wait for approval. */
            approvalTtlMinutes: number;
        };
        /** @description How much the remediation needs attention. */
        RemediationPriority: {
            /**
             * @description Pressure from approvals, failures and executions.
             * @enum {string}
             */
            level: "normal" | "elevated" | "high" | "critical";
            /** @description The level as text. */
            label: string;
            /** @description Reason for the priority. */
            reason: string;
            /** @description Actions that wait for approval. */
            pendingApprovals: number;
            /** @description Actions in QUEUED or EXECUTING. */
            activeExecutions: number;
            /** @description Actions that failed in the last 24 hours. Simulated ones are left out. */
            failedInLast24h: number;
        };
        /** @description A remediation to request. */
        RemediationRequest: {
            /**
             * Format: uuid
             * @description The incident. One that is not visible answers 404.
             */
            incidentId: string;
            /** @description `restart-service`, `scale-service`, `rollback-deployment`, `delete-pod`, or an action of the policy file. Up to 100 characters. */
            actionType: string;
            /** @description Parameters by action. `scale-service` needs `replicas`, `delete-pod` needs `pod`, `rollback-deployment` takes `toRevision`. At most 50 keys. */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Service to act on, up to 200 characters. Left out, the primary service of the incident. */
            serviceName?: string;
            /** @description Environment to act in, up to 100 characters. Left out, that of the incident. Naming one never makes the verdict milder: it is judged besides what the catalog, the incident and the policy's map of namespaces say. */
            environment?: string;
            /** @description Left out, that of the incident. */
            severity?: components["schemas"]["Severity"];
            /** @description Id of a suggested fix of the incident's diagnosis. Such an action always needs a person's approval. Up to 128 characters. */
            suggestionId?: string;
        };
        /** @description Counts over the actions, by status. Simulated actions are among them. */
        RemediationStats: {
            /** @description All actions. */
            total: number;
            /** @description Actions in PENDING_APPROVAL. */
            pending: number;
            /** @description Actions in QUEUED or EXECUTING. */
            executing: number;
            /** @description Actions in COMPLETED. */
            completed: number;
            /** @description Actions in FAILED. */
            failed: number;
            /** @description Completed actions of those completed and failed, in percent with one decimal. 0 where there are none. */
            successRate: number;
            /** @description How many of `total` are simulated, and touch nothing. */
            simulated: number;
            /** @description The same counts without simulated actions. */
            live: components["schemas"]["LiveRemediationStats"];
        };
        /** @description Whether a completed action helped, judged by the signal that opened the incident. */
        RemediationVerification: {
            /**
             * @description The verdict.
             * @enum {string}
             */
            status: "pending" | "verified" | "ineffective" | "inconclusive";
            /**
             * Format: date-time
             * @description When it was last checked, or null.
             */
            checkedAt: string | null;
            /** @description Reason for the verdict, or null. */
            reason: string | null;
        };
        /**
         * @description How often a report is sent.
         * @enum {string}
         */
        ReportCadence: "daily" | "weekly";
        /** @description One run of the report. */
        ReportRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            /** @description The organization. */
            organizationId: string;
            /** @description `daily` or `weekly`, as set at that time. */
            cadence: string;
            /** @description Email addresses that it went to. */
            recipients: string[];
            /** @description Deliveries that succeeded. */
            deliveredCount: number;
            /** @description Deliveries that failed. */
            failedDeliveryCount: number;
            /** @description The deliveries that failed. */
            deliveryFailures: components["schemas"]["DeliveryFailure"][];
            /** @description Audit rows that retention deleted in this run. */
            deletedCount: number;
            /** @description Actions that were requested in the reported time. */
            totalActions: number;
            /** @description Actions that failed in the reported time. Simulated ones are left out. */
            failedActions: number;
            /** @description Actions that waited for approval when the report was made. */
            pendingApprovals: number;
            /** @description Actions that were queued when the report was made. */
            queuedExecutions: number;
            status: components["schemas"]["ReportRunStatus"];
            /** @description Why the run failed, or null. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it ended, or null while it is running.
             */
            completedAt: string | null;
        };
        /**
         * @description State of a report run.
         * @enum {string}
         */
        ReportRunStatus: "running" | "success" | "failed";
        /** @description Reporting settings of an organization. */
        ReportingSettings: {
            /** @description The organization. */
            organizationId: string;
            /** @description Days that finished audit rows are kept, 7 to 3,650. */
            retentionDays: number;
            /** @description Whether reports are sent on schedule. */
            scheduledReportEnabled: boolean;
            reportCadence: components["schemas"]["ReportCadence"];
            /** @description Email addresses, at most 20. */
            reportRecipients: string[];
            /**
             * Format: date-time
             * @description When the last report was sent, or null.
             */
            lastReportAt: string | null;
            /**
             * Format: date-time
             * @description When the settings were made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the settings last changed.
             */
            updatedAt: string;
        };
        /** @description The settings to change. Settings that are left out stay. */
        ReportingSettingsUpdate: {
            /** @description Days that finished audit rows are kept, 7 to 3,650. */
            retentionDays?: number;
            /** @description Whether reports are sent on schedule. */
            scheduledReportEnabled?: boolean;
            reportCadence?: components["schemas"]["ReportCadence"];
            /** @description Email addresses, at most 20. */
            reportRecipients?: string[];
        };
        /** @description A resource to map. Needs `resourceId` or `resourceArn`. */
        ResourceInput: {
            /** @description The kind of platform that it lives on, 1 to 100 characters. */
            provider: string;
            /** @description Kind of resource, 1 to 100 characters. */
            resourceType: string;
            /** @description Region that it lives in, 1 to 100 characters. */
            region: string;
            /** @description Id of the resource, 1 to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name, 1 to 2,000 characters. */
            resourceArn?: string;
        };
        /** @description The resources of an incident, all of them. */
        ResourceSet: {
            /** @description The whole set, up to 200 resources. */
            resources: components["schemas"]["ResourceInput"][];
        };
        /** @description The set was replaced. */
        ResourcesReplaced: {
            /**
             * @description Always true.
             * @constant
             */
            updated: true;
            /** @description The resources that are now mapped, without duplicates. */
            resources: components["schemas"]["IncidentResource"][];
        };
        /** @description Numbers of deleted rows. */
        RetentionResult: {
            /** @description The organization. */
            organizationId: string;
            /** @description Days that are kept. */
            retentionDays: number;
            /**
             * Format: date-time
             * @description Rows that last changed before this time were deleted.
             */
            cutoff: string;
            /** @description Audit rows that were deleted. */
            deletedCount: number;
        };
        /**
         * @description How high the risk is.
         * @enum {string}
         */
        RiskState: "low" | "moderate" | "high" | "critical";
        /** @description When two incidents match. The service compared is `primaryService`. An incident without one matches none by it. */
        RuleConditions: {
            /** @description The fields that must be equal. */
            matchFields: components["schemas"]["MatchField"][];
            /** @description Longest gap between the two incidents, in minutes. */
            timeWindowMinutes: number;
            /** @description The rule applies only to incidents with these severities. Null means all. */
            severities: components["schemas"]["Severity"][] | null;
            /** @description The rule applies only to these signal types. Null means all. */
            signalTypes: string[] | null;
        };
        /** @description When two incidents match. All listed fields must be equal, and the gap no longer than the window. */
        RuleConditionsInput: {
            /** @description The fields that must be equal, 1 to 3 of them. */
            matchFields: components["schemas"]["MatchField"][];
            /** @description Longest gap between the creation times of the two incidents in minutes, more than 0 and at most 43,200 (30 days). */
            timeWindowMinutes: number;
            /** @description The rule applies only where both incidents have one of these severities. Left out or empty, to all. */
            severities?: components["schemas"]["Severity"][];
            /** @description The rule applies only where both incidents have one of these signal types, up to 50. Left out or empty, to all. */
            signalTypes?: string[];
        };
        /** @description A new correlation rule. It is enabled unless it says otherwise. */
        RuleCreate: {
            /** @description Name, 1 to 200 characters. */
            name: string;
            /** @description Purpose of the rule, up to 2,000 characters. */
            description: string;
            /** @description When two incidents match. */
            conditions: components["schemas"]["RuleConditionsInput"];
            action: components["schemas"]["CorrelationAction"];
            /**
             * @description Order of evaluation, higher first, -1,000 to 1,000.
             * @default 0
             */
            priority: number;
            /**
             * @description Whether it is applied.
             * @default true
             */
            enabled: boolean;
        };
        /** @description A correlation rule that is not stored. */
        RuleDraft: {
            /** @description Name, up to 200 characters. */
            name?: string;
            /** @description When two incidents match. */
            conditions: components["schemas"]["RuleConditionsInput"];
            action: components["schemas"]["CorrelationAction"];
            /**
             * @description Order of evaluation, higher first, -1,000 to 1,000.
             * @default 0
             */
            priority: number;
        };
        /**
         * @description How the findings of a rule are handled. `active` opens incidents; `shadow` records what the rule would have opened, and neither opens nor notifies.
         * @enum {string}
         */
        RuleMode: "active" | "shadow";
        /** @description Mode of a rule in the organization. */
        RuleModeSet: {
            /**
             * @description Null for what the detection file says.
             * @enum {string|null}
             */
            mode: "active" | "shadow" | null;
            /** @description Why, 1 to 500 characters, not only white space. */
            reason: string;
        };
        /** @description How right a rule is. */
        RulePerformance: components["schemas"]["OpeningsMeasured"] & {
            /** @description Id of the rule. */
            ruleId: string;
            mode: components["schemas"]["RuleMode"];
            /** @description The same of what it would have opened. */
            shadow: components["schemas"]["OpeningsMeasured"];
            /**
             * @description Recommended mode.
             * @enum {string}
             */
            recommendation: "promote" | "demote" | "keep";
            /** @description Why, in figures. */
            rationale: string;
        };
        /** @description Decisions of the draft. Nothing is written. */
        RulePreview: {
            /** @description Days that were looked at. */
            lookbackDays: number;
            /** @description Incidents that were looked at, the newest 100,000 of that time at most. */
            evaluated: number;
            /** @description Incidents that it would have merged. */
            merged: number;
            /** @description Incidents that it would have grouped. */
            grouped: number;
            /** @description Incidents that it would have suppressed. */
            suppressed: number;
            /** @description The newest of the pairs that it would have matched, up to 20. */
            samples: components["schemas"]["RulePreviewSample"][];
        };
        /** @description A draft rule to try on past incidents. */
        RulePreviewRequest: {
            /** @description The draft. */
            rule: components["schemas"]["RuleDraft"];
            /**
             * @description Days to look back, 1 to 90.
             * @default 30
             */
            lookbackDays: number;
        };
        /** @description A pair that the draft would have matched. */
        RulePreviewSample: {
            /**
             * Format: uuid
             * @description The newer incident.
             */
            incidentId: string;
            /**
             * Format: uuid
             * @description The existing incident.
             */
            relatedIncidentId: string;
            action: components["schemas"]["CorrelationAction"];
            /** @description The compared values by match field. */
            compared: {
                [key: string]: unknown;
            };
            /** @description Minutes between the two, with one decimal. */
            gapMinutes: number;
            /** @description Why they match. */
            reason: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        RuleUpdate: {
            /** @description Name, 1 to 200 characters. */
            name?: string;
            /** @description Purpose of the rule, up to 2,000 characters. */
            description?: string;
            /** @description Whether it is applied. */
            enabled?: boolean;
            /** @description When two incidents match. Replaces the conditions as a whole. */
            conditions?: components["schemas"]["RuleConditionsInput"];
            action?: components["schemas"]["CorrelationAction"];
            /** @description Order of evaluation, higher first, -1,000 to 1,000. */
            priority?: number;
        };
        /** @description A runbook. */
        Runbook: {
            /**
             * Format: uuid
             * @description Id of the runbook.
             */
            id: string;
            /** @description Short name in the organization. */
            slug: string;
            /** @description Title. */
            title: string;
            /** @description The highest version, dotted. The first one is 1.0.0. */
            latestVersion: string;
            status: components["schemas"]["RunbookStatus"];
            /** @description Remediation action types that it applies to. */
            actionTags: string[];
            /** @description Team that keeps it, or null. */
            ownerTeam: string | null;
            /** @description Markdown text of the latest version, as it was written. Null in a list that shows about 4 MiB of others before it; the runbook by itself always has it. */
            contentMd: string | null;
            /** @description Author of the latest version, as the caller gave it. */
            createdBy: string | null;
            /** @description Name or subject of the token that wrote the latest version. Null for what was written before this was stored. */
            actor?: string | null;
            /** @description Summary of the latest change, or null. */
            changeSummary: string | null;
            /**
             * Format: date-time
             * @description When the runbook was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the runbook last changed.
             */
            updatedAt: string;
        };
        /** @description The runbook is archived. */
        RunbookArchived: {
            /**
             * @description Always true.
             * @constant
             */
            archived: true;
        };
        /** @description A new runbook. */
        RunbookCreate: {
            /** @description Short name, unique in the organization. 1 to 100 lowercase letters, digits and hyphens. */
            slug: string;
            /** @description Title, 1 to 300 characters, not only white space. White space around it is trimmed. */
            title: string;
            /** @description Team that keeps it, up to 200 characters. */
            ownerTeam?: string;
            /** @description Markdown text, up to 200,000 characters. Kept as it is written, and never rendered. */
            contentMd: string;
            /** @description Author, up to 200 characters. Left out, the name or else the subject of the token. */
            createdBy?: string;
            /** @description Summary in one line, up to 1,000 characters. */
            changeSummary?: string;
            /** @description Remediation action types that it applies to, up to 50 of up to 100 characters. */
            actionTags?: string[];
        };
        /** @description The link of a runbook to an incident. */
        RunbookLink: {
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            /**
             * Format: uuid
             * @description The runbook.
             */
            runbookId: string;
            /** @description How the link came about. `manual` where a person made it. */
            source: string;
            /**
             * Format: date-time
             * @description When it was linked.
             */
            createdAt: string;
        };
        /** @description The runbook is linked. */
        RunbookLinked: {
            /**
             * @description Always true.
             * @constant
             */
            linked: true;
        };
        /** @description The runbook is published. */
        RunbookPublished: {
            /**
             * @description Always true.
             * @constant
             */
            published: true;
        };
        /**
         * @description State of a runbook.
         * @enum {string}
         */
        RunbookStatus: "draft" | "published" | "archived";
        /** @description The link is gone. */
        RunbookUnlinked: {
            /**
             * @description Always true.
             * @constant
             */
            unlinked: true;
        };
        /** @description One version of a runbook. */
        RunbookVersion: {
            /**
             * Format: uuid
             * @description Id of the version.
             */
            id: string;
            /**
             * Format: uuid
             * @description The runbook.
             */
            runbookId: string;
            /** @description Dotted version. */
            version: string;
            /** @description Markdown text. */
            contentMd: string;
            /** @description Author, as the caller gave it. */
            createdBy: string;
            /** @description Name or subject of the token that wrote it. Null for what was written before this was stored. */
            actor?: string | null;
            /** @description Summary of the change, or null. */
            changeSummary: string | null;
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
        };
        /** @description A new version of a runbook. */
        RunbookVersionCreate: {
            /** @description Semantic version of three numbers, higher than every earlier one, for example 1.1.0. */
            version: string;
            /** @description Markdown text, up to 200,000 characters. Kept as it is written, and never rendered. */
            contentMd: string;
            /** @description Author, up to 200 characters. Left out, the name or else the subject of the token. */
            createdBy?: string;
            /** @description Summary of the change, up to 1,000 characters. */
            changeSummary?: string;
        };
        /** @description The services that a service calls. */
        ServiceDependencies: {
            /** @description Name of the service. */
            serviceName: string;
            /** @description Services that it calls (downstream), in the order given. */
            dependencies: string[];
            /**
             * Format: date-time
             * @description When the set was last written.
             */
            updatedAt: string;
        };
        /** @description The new name of a service. */
        ServiceRename: {
            /** @description New name, 1 to 200 characters. */
            serviceName: string;
        };
        /**
         * @description How important a service is. `tier-0` is the most important.
         * @enum {string}
         */
        ServiceTier: "tier-0" | "tier-1" | "tier-2" | "tier-3";
        /**
         * @description How bad an incident is.
         * @enum {string}
         */
        Severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @description Incidents by severity. */
        SeverityCounts: {
            /** @description Number of CRITICAL incidents. */
            CRITICAL: number;
            /** @description Number of HIGH incidents. */
            HIGH: number;
            /** @description Number of MEDIUM incidents. */
            MEDIUM: number;
            /** @description Number of LOW incidents. */
            LOW: number;
        };
        /** @description One person's verdict on a shadow opening. */
        ShadowFeedback: {
            /**
             * Format: uuid
             * @description The shadow opening.
             */
            shadowId: string;
            verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, as it was written; null where nothing was. */
            note: string | null;
            /** @description Name or subject of the token. */
            by: string;
            /**
             * Format: date-time
             * @description When that person said so first.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When that person said so last.
             */
            updatedAt: string;
        };
        /** @description An incident that a rule in shadow would have opened. */
        ShadowOpening: {
            /**
             * Format: uuid
             * @description Id of the shadow opening.
             */
            id: string;
            /** @description The rule. */
            ruleId: string;
            /** @description Service that it is about. */
            service: string;
            /** @description Its environment, `unknown` where telemetry names none. */
            environment: string;
            /** @description Title of the incident, one line. */
            title: string;
            /** @description Measured value and threshold. */
            description: string;
            /** @description The highest that it would have had. */
            severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @description When it would have opened.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description When it was observed last.
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it would have resolved by itself; null while its signal goes on.
             */
            closedAt: string | null;
            /** @description How often it was observed. */
            observations: number;
            /**
             * Format: uuid
             * @description The event that showed it, a UUIDv7.
             */
            triggeringEventId: string;
            /**
             * Format: uuid
             * @description An incident of another rule about the same service and environment that was open at the same time. If there were several, the most informative one; null if there was none.
             */
            incidentId: string | null;
            /**
             * @description Verdict; null where there is none.
             * @enum {string|null}
             */
            verdict: "useful" | "noise" | null;
            /**
             * @description Whether people said so, or the incident that was open at the same time does.
             * @enum {string|null}
             */
            verdictFrom: "feedback" | "incident" | null;
        };
        /**
         * @description The kind of signal that opened an incident. `manual` is an incident that a person created.
         * @enum {string}
         */
        SignalType: "log_error_rate" | "log_error_burst" | "log_fatal" | "log_new_pattern" | "metric_threshold" | "metric_anomaly" | "deployment" | "silence" | "manual";
        /** @description Another incident that resembles the given one, and what helped there. */
        SimilarIncident: {
            /**
             * Format: uuid
             * @description Id of the similar incident.
             */
            incidentId: string;
            /** @description Its title. */
            title: string;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["IncidentStatus"];
            /** @description How similar it is, from 0 to 1 with two decimals. It is the sum of the reasons, but for rounding. */
            score: number;
            /** @description The shared features, words first, each with its part of the score. Words are named with the number of incidents that hold them, the rarest first; "about" where that was counted on the newest ones alone. */
            reasons: string[];
            /** @description Types of the remediation actions that completed there by its timeline, each once, the most frequent first, at most five. Empty where none did. Simulated actions are left out: they touched nothing. */
            topSuccessfulActions: string[];
            /** @description Minutes from its creation to its resolution, with one decimal. Null while it is unresolved. */
            mttrMinutes: number | null;
            /**
             * Format: date-time
             * @description When it was resolved, or null.
             */
            resolvedAt: string | null;
        };
        /** @description A service level objective. */
        Slo: {
            /** @description Objective in percent, more than 0 and less than 100, for example 99.9. */
            objectivePct: number;
            /** @description Days over which it is measured, 1 to 365. */
            windowDays: number;
        };
        /** @description Objective and error budget of a service. Zeros where the catalog does not know the service; where it names no objective of it, zeros but for tier and thresholds. */
        SloContext: {
            /**
             * @description Tier of the service, or `unmapped` where it has no catalog entry.
             * @enum {string}
             */
            tier: "tier-0" | "tier-1" | "tier-2" | "tier-3" | "unmapped";
            /** @description Duration in minutes after which the objective is at risk. tier-0 5, tier-1 15, tier-2 60, tier-3 240; 0 without a catalog entry. */
            riskThresholdMinutes: number;
            /** @description Duration in minutes after which the objective is broken. tier-0 15, tier-1 60, tier-2 240, tier-3 1440; 0 without a catalog entry. */
            breachThresholdMinutes: number;
            /** @description Objective, in percent; 0 where the catalog names none. */
            objectiveTargetPct: number;
            /** @description Error budget that is left, in percent of the whole: 100 × (1 - errors / allowed). The errors are the service's logs of the levels error and fatal in the objective's window. The allowed errors are (1 - objective) × its logs there. Negative when overspent, 100 without logs. Without an objective, that is where `objectiveTargetPct` is 0, there is no budget, and this is 0. */
            errorBudgetRemainingPct: number;
            /** @description Error budget spent an hour over `burnWindowHours`, in percent of the whole. 0 without an objective. */
            burnRatePctPerHour: number;
            /** @description Hours until the budget is spent at this rate, 0 where it is spent, or null where it is not being spent. */
            projectedExhaustionHours: number | null;
            /** @description Hours over which the burn rate is measured, the longer window of the rule that gave `burnState`, else 1; 0 without an objective. */
            burnWindowHours: number;
            /**
             * @description State of the error budget, by the multi-window burn rates of Google's SRE workbook. `exhausted` where nothing is left. `fast_burn`: errors come 14.4 times as fast as allowed over 1 hour and 5 minutes, or 6 times over 6 hours and 30 minutes. `slow_burn`: 3 times over 24 and 2 hours, or once over 72 and 6 hours. Fewer than 10 errors aren't acted on, in the objective's window (`exhausted`) or in the longer one of the two.
             * @enum {string}
             */
            burnState: "healthy" | "slow_burn" | "fast_burn" | "exhausted";
            /** @description Whether the duration passed the risk threshold, or `burnState` is `fast_burn` or `exhausted`. */
            atRisk: boolean;
            /** @description Whether the duration passed the breach threshold, or `burnState` is `exhausted`. */
            breached: boolean;
        };
        /** @description An environment that an action is judged in, and who names it. */
        SpokenEnvironment: {
            /** @description Its name in small letters; `prod` is `production`. */
            environment: string;
            /**
             * @description The source of the environment: the service catalog, the incident, the policy's map of namespaces, or the request. `nobody`: none of the first three knows where the target runs, so that production is among them.
             * @enum {string}
             */
            source: "catalog" | "incident" | "namespace" | "action" | "nobody";
            /** @description The service or namespace that it is said of; null for an incident and a request. */
            about: string | null;
        };
        /** @description A new status. */
        StatusChange: {
            status: components["schemas"]["IncidentStatus"];
        };
        /** @description An accepted deployment event. */
        StoredDeployment: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            id: string;
            /**
             * @description Always `deployment`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "deployment";
            /** @description The organization. */
            organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            receivedAt: string;
            /** @description Deployed service, trimmed. */
            service: string;
            /**
             * Format: date-time
             * @description When it was deployed, in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Version or tag. */
            version: string;
            /** @description Environment that it went to. */
            environment: string;
            /** @description Commit that was deployed, or null. */
            gitHash?: string | null;
            /** @description Further values, or null where there are none. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An accepted event. `kind` tells which of the three it is. */
        StoredEvent: components["schemas"]["StoredLog"] | components["schemas"]["StoredMetric"] | components["schemas"]["StoredDeployment"];
        /** @description An accepted log event. */
        StoredLog: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            id: string;
            /**
             * @description Always `log`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "log";
            /** @description The organization. */
            organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            receivedAt: string;
            /** @description Originating service, trimmed. */
            service: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC with milliseconds.
             */
            timestamp: string;
            level: components["schemas"]["LogLevel"];
            /** @description The log line. */
            message: string;
            /** @description Trace that it belongs to, or null. */
            traceId?: string | null;
            /** @description Span that it belongs to, or null. */
            spanId?: string | null;
            /** @description Further values, unknown fields of the event included, or null where there are none. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The pattern of its message. Logs that were stored before there were patterns have none. */
            patternId?: components["schemas"]["PatternId"];
        };
        /** @description An accepted metric data point. */
        StoredMetric: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            id: string;
            /**
             * @description Always `metric`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "metric";
            /** @description The organization. */
            organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            receivedAt: string;
            /** @description Originating service, trimmed. */
            service: string;
            /**
             * Format: date-time
             * @description When it was measured, in UTC with milliseconds.
             */
            timestamp: string;
            /** @description Name of the metric. */
            name: string;
            /** @description The value, in `unit`. */
            value: number;
            /** @description Unit of the value. */
            unit: string;
            /** @description Dimensions, string to string, or null where there are none. */
            labels?: {
                [key: string]: string;
            } | null;
        };
        /** @description The data of one message of the stream. An unnamed message holds an incident, and the event `diagnosis` a progress update. The event `ready` holds the position of the stream. The event `reset` is the notice that missed messages are no longer held. */
        StreamMessage: components["schemas"]["Incident"] | components["schemas"]["DiagnosisProgress"] | components["schemas"]["StreamReady"] | components["schemas"]["StreamReset"];
        /** @description The stream begins with what comes next, the data of the event `ready`. It comes first where no `Last-Event-ID` was given. */
        StreamReady: {
            /** @description Id of the newest change there was, as `Last-Event-ID` takes it; 0 where there was none. */
            lastEventId: string;
        };
        /** @description Messages after the given `Last-Event-ID` are no longer held, the data of the event `reset`. Read the list again. */
        StreamReset: {
            /** @description Reason in one sentence. */
            message: string;
            /**
             * Format: date-time
             * @description When the stream was opened.
             */
            at: string;
        };
        /** @description One suggested fix. A fix that is requested as a remediation always needs a person's approval. */
        SuggestedFix: {
            /** @description Id of the suggestion. A remediation request names it as `suggestionId`. */
            id: string;
            /** @description The fix in one line. */
            title: string;
            /** @description Why and how. */
            description: string;
            /** @description Service that it acts on, which need not be the incident's, or null where it isn't known. */
            service: string | null;
            /** @description Remediation action that does it, or null where a person must. */
            actionType: string | null;
            /** @description Parameters for that action. Empty where it takes none. */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description How much harm the fix may do.
             * @enum {string}
             */
            risk: "low" | "medium" | "high";
            /** @description Confidence that it helps, a fraction from 0 to 1. */
            confidence: number;
            /**
             * Format: uuid
             * @description Runbook that describes it, or null.
             */
            runbookId: string | null;
            /** @description Ids of events that are evidence for it. */
            evidence: string[];
        };
        /** @description A team member to escalate to. */
        SuggestedTarget: {
            /** @description Id of the team member. */
            id: string;
            /** @description Name of the team member. */
            name: string;
            /** @description Email address of the team member. */
            email: string;
            /** @description Why this person. */
            reason: string;
            /** @description Whether the person is on call now. */
            isOnCall: boolean;
        };
        /** @description A correlation rule suppressed the incident, so it was not stored. */
        SuppressedIncident: {
            /**
             * @description Always true., x-extension: true
             * @constant
             */
            suppressed: true;
            /**
             * Format: uuid
             * @description The correlation rule that decided it.
             */
            ruleId: string;
            /**
             * Format: uuid
             * @description The recorded decision, see GET /correlation/decisions.
             */
            decisionId: string;
        };
        /** @description A team member. */
        TeamMember: {
            /**
             * Format: uuid
             * @description Id of the member.
             */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Title, or null. */
            role: string | null;
            /** @description Address of a picture, or null. */
            avatarUrl: string | null;
            /** @description Whether the member is on call now. */
            isOnCall: boolean;
            /**
             * Format: date-time
             * @description When the member was added.
             */
            createdAt: string;
        };
        /** @description A new team member. */
        TeamMemberCreate: {
            /** @description Name, 1 to 200 characters, not only white space. White space around it is trimmed. */
            name: string;
            /**
             * Format: email
             * @description Email address, up to 320 characters. Unique in the organization, whatever its case.
             */
            email: string;
            /** @description Title, up to 200 characters. White space around it is trimmed, and an empty one is none. */
            role?: string;
            /** @description Address of a picture, http or https, up to 2,000 characters. */
            avatarUrl?: string;
        };
        /** @description One entry of an incident's timeline. */
        TimelineEvent: {
            /** @description Id of the entry. */
            id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            type: components["schemas"]["TimelineEventType"];
            /** @description The entry in one line. */
            title: string;
            /** @description More about it. May be empty. */
            detail: string;
            /** @description Further values, by type. Entries of diagnostic tool runs carry `eventKind`. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            createdAt: string;
            /** @description Name or subject of the token, or `system`. */
            actor: string;
        };
        /**
         * @description Kind of timeline entry. `unmerged` and `remediation_checked` are extensions.
         * @enum {string}
         */
        TimelineEventType: "incident_created" | "duplicate_observed" | "status_changed" | "assigned" | "escalated" | "comment_added" | "merged" | "grouped" | "unmerged" | "diagnosis_started" | "diagnosis_completed" | "diagnosis_failed" | "remediation_requested" | "remediation_approved" | "remediation_rejected" | "remediation_executing" | "remediation_completed" | "remediation_failed" | "remediation_checked" | "runbook_linked" | "runbook_unlinked" | "postmortem_drafted" | "stakeholder_update_sent" | "stakeholder_update_drafted" | "handoff" | "note" | "war_room_opened" | "war_room_closed";
        /** @description Counts over the tool runs of an incident. */
        ToolMetrics: {
            /** @description Hours that were looked at. */
            windowHours: number;
            /** @description All runs. */
            total: number;
            /** @description Runs that succeeded. */
            success: number;
            /** @description Runs that failed. */
            failed: number;
            /** @description Runs that still run. */
            running: number;
            /** @description Runs whose output was cut. */
            truncated: number;
            /** @description The same counts by provider. */
            byProvider: components["schemas"]["ToolProviderCounts"][];
            /** @description The tool that failed most often, or null where none failed. */
            topFailingTool: components["schemas"]["FailingTool"] | null;
            /** @description Reasons of failure, the most frequent first. */
            failurePatterns: components["schemas"]["FailurePattern"][];
            /** @description The same counts by tool type. */
            byTool: components["schemas"]["ToolTypeCounts"][];
        };
        /** @description Counts of one provider. */
        ToolProviderCounts: {
            /** @description The provider, for example `kubernetes` or `aws`. */
            provider: string;
            /** @description All runs. */
            total: number;
            /** @description Runs that succeeded. */
            success: number;
            /** @description Runs that failed. */
            failed: number;
            /** @description Runs that still run. */
            running: number;
            /** @description Runs whose output was cut. */
            truncated: number;
        };
        /** @description A run of a diagnostic tool. */
        ToolRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            toolType: components["schemas"]["ToolType"];
            status: components["schemas"]["ToolRunStatus"];
            /** @description Summary of the output. */
            summary: string;
            /** @description Patterns that stand out in the output. */
            keyPatterns: string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            outputRef: string | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the run ended, or null while it is running.
             */
            completedAt: string | null;
            /** @description Why the run failed, or null. */
            error: string | null;
        };
        /** @description A run of a diagnostic tool, with its parameters and the beginning of its output. */
        ToolRunDetail: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            incidentId: string;
            toolType: components["schemas"]["ToolType"];
            status: components["schemas"]["ToolRunStatus"];
            /** @description The tool object as it was submitted. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Summary of the output. */
            summary: string;
            /** @description Patterns that stand out in the output. */
            keyPatterns: string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            outputRef: string | null;
            /** @description The beginning of the output, redacted, or null where there is none. */
            rawOutputPreview: string | null;
            /** @description Whether an output is stored. */
            hasRawOutput: boolean;
            /**
             * Format: date-time
             * @description When the run began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the run ended, or null while it is running.
             */
            completedAt: string | null;
            /** @description Why the run failed, or null. */
            error: string | null;
        };
        /** @description The outcome of a run. The output is stored and referred to, not returned. */
        ToolRunResult: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            toolRunId: string;
            /** @description Summary of the output, or the reason of a failed run. */
            summary: string;
            /** @description Patterns that stand out in the output. */
            keyPatterns: string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            rawRef: string | null;
            status: components["schemas"]["ToolRunStatus"];
        };
        /**
         * @description State of a tool run.
         * @enum {string}
         */
        ToolRunStatus: "success" | "failed" | "running";
        /**
         * @description A read-only diagnostic tool. `getPodProcesses` lists processes only.
         * @enum {string}
         */
        ToolType: "getPodLogs" | "describePod" | "getPodResources" | "getPodProcesses" | "checkHttpHealth" | "getCloudLogs" | "getManagedDbHealth" | "getLoadBalancer5xxMetrics" | "getFunctionErrors" | "getQueueBacklog" | "getContainerServiceHealth";
        /** @description Counts of one tool type. */
        ToolTypeCounts: {
            toolType: components["schemas"]["ToolType"];
            /** @description All runs. */
            total: number;
            /** @description Runs that succeeded. */
            success: number;
            /** @description Runs that failed. */
            failed: number;
            /** @description Runs that still run. */
            running: number;
            /** @description Runs whose output was cut. */
            truncated: number;
        };
        /** @description A recommendation for one rule. */
        TuningRecommendation: {
            /**
             * Format: uuid
             * @description The rule.
             */
            ruleId: string;
            /** @description Name of the rule. */
            name: string;
            /** @description Its priority now. */
            currentPriority: number;
            /** @description The priority that is suggested. */
            suggestedPriority: number;
            /** @description Suggested change: `increase`, `decrease` or `keep`. */
            recommendation: string;
            /** @description How often the rule merged, grouped or suppressed. At most the newest 10,000 decisions are looked at, or with more than five rules an even share of 50,000. */
            usageCount: number;
            /** @description How many of those decisions ended well. The incident that stands for the newer one is resolved or closed now. That is the parent of a merged one, the existing incident where one was suppressed, and a grouped one itself. A merge that was undone never ends well. */
            resolvedCount: number;
            /** @description `resolvedCount` divided by `usageCount`, a fraction from 0 to 1. */
            successRate: number;
            /** @description Why, with the numbers and the interval in which the true rate lies. */
            rationale: string;
        };
        /** @description Recommendations for the priorities of the rules. */
        TuningRecommendations: {
            /** @description Days that were looked at. */
            lookbackDays: number;
            /** @description One for each rule that decided about an incident in that time. Those first that suggest a change, and of these the ones with the most decisions. */
            recommendations: components["schemas"]["TuningRecommendation"][];
        };
        /** @description A marker for the timeline. */
        WorkflowEventCreate: {
            /**
             * @description Kind of workflow event.
             * @enum {string}
             */
            type: "stakeholder_update_sent" | "stakeholder_update_drafted" | "handoff" | "note" | "war_room_opened" | "war_room_closed";
            /** @description Details for the reader, up to 20,000 characters. */
            detail: string;
            /** @description Further values, for example `templateKey`, `channel` and `target`. At most 100 keys, 32 levels and 16 KiB of JSON. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description The marker is on the timeline. */
        WorkflowEventCreated: {
            /**
             * @description Always true.
             * @constant
             */
            created: true;
        };
        /** @description Whether an address answers, how fast, and how long its certificate is valid. */
        checkHttpHealth: {
            /**
             * @description Always `checkHttpHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "checkHttpHealth";
            /** @description Address on an allowed host, up to 2,000 characters. */
            url: string;
        };
        /** @description State, containers, conditions and events of a pod. */
        describePod: {
            /**
             * @description Always `describePod`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "describePod";
            /** @description An allowed namespace, up to 63 characters. */
            namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            pod: string;
        };
        /** @description Lines of a log group. Needs `resourceId` or `resourceArn`. */
        getCloudLogs: {
            /**
             * @description Always `getCloudLogs`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getCloudLogs";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
            /** @description Words that a line must hold, up to 200 characters. Plain text, no expression. */
            contains?: string;
        };
        /** @description Wanted and running tasks of a container service, and its events. Needs `resourceId` or `resourceArn`. */
        getContainerServiceHealth: {
            /**
             * @description Always `getContainerServiceHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getContainerServiceHealth";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
        };
        /** @description Errors and throttles of a function. Needs `resourceId` or `resourceArn`. */
        getFunctionErrors: {
            /**
             * @description Always `getFunctionErrors`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getFunctionErrors";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
        };
        /** @description Answers with a 5xx status of a load balancer. Needs `resourceId` or `resourceArn`. */
        getLoadBalancer5xxMetrics: {
            /**
             * @description Always `getLoadBalancer5xxMetrics`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getLoadBalancer5xxMetrics";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
        };
        /** @description State and load of a managed database. Needs `resourceId` or `resourceArn`. */
        getManagedDbHealth: {
            /**
             * @description Always `getManagedDbHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getManagedDbHealth";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
        };
        /** @description Lines of a container's log. */
        getPodLogs: {
            /**
             * @description Always `getPodLogs`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getPodLogs";
            /** @description An allowed namespace, up to 63 characters. */
            namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            pod: string;
            /** @description Name of the container, up to 63 characters. Left out, the first one. */
            container?: string;
            /** @description Number of lines from the end, 1 to 5,000. */
            tailLines?: number;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
            /** @description True for the container that ran before the last restart. */
            previous?: boolean;
        };
        /** @description The processes of a container. It lists them and runs nothing else. */
        getPodProcesses: {
            /**
             * @description Always `getPodProcesses`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getPodProcesses";
            /** @description An allowed namespace, up to 63 characters. */
            namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            pod: string;
            /** @description Name of the container, up to 63 characters. Left out, the first one. */
            container?: string;
        };
        /** @description CPU and memory of a pod: requests, limits and usage. */
        getPodResources: {
            /**
             * @description Always `getPodResources`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getPodResources";
            /** @description An allowed namespace, up to 63 characters. */
            namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            pod: string;
        };
        /** @description Messages that wait in a queue, and for how long. Needs `resourceId` or `resourceArn`. */
        getQueueBacklog: {
            /**
             * @description Always `getQueueBacklog`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "getQueueBacklog";
            /** @description Provider of the mapped resource, up to 100 characters. */
            provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            sinceSeconds?: number;
        };
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
            /** @description Any further values. Diagnoses read `commits`, the list of deployed commits, the newest last. Each has `sha`, `message`, `files` (a list of paths) and `diff`, or the fields of GitHub's push events. */
            metadata?: {
                [key: string]: unknown;
            };
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
        /** @description The request does not fit the current state. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 409,
                 *       "code": "already_exists",
                 *       "error": "Conflict",
                 *       "message": "The slug restart-checkout already belongs to a runbook."
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
        /** @description The organization has no resource with this id. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 404,
                 *       "code": "incident_not_found",
                 *       "error": "Not Found",
                 *       "message": "Incident 019353e1-7c1a-7000-8000-1b2c3d4e5f60 not found."
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
        /** @description The request is valid and not allowed; `violations` names the policy rules. Or its Idempotency-Key was sent before with another path, query or body. */
        UnprocessableOrOtherBody: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 422,
                 *       "code": "idempotency_key_reused",
                 *       "error": "Unprocessable Entity",
                 *       "message": "This Idempotency-Key was sent before with another path, query or body. Send a new key with a new request."
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
    };
    parameters: {
        /** @description Id of a remediation action. */
        ActionId: string;
        /** @description Most rows to answer, 1 to 500. */
        ActionLimit: number;
        /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
        ActionStatusFilter: string;
        /** @description Only runbooks that apply to this remediation action type. */
        ActionTypeFilter: string;
        /** @description Id of an incident. */
        AssignedIncidentId: string;
        /** @description Only incidents that are assigned to this team member. */
        AssigneeFilter: string;
        /** @description Id of a notification channel. */
        ChannelId: string;
        /** @description Id of a comment. */
        CommentId: string;
        /** @description Most comments to answer, 1 to 1,000. Fewer where they are large. */
        CommentLimit: number;
        /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
        Cursor: string;
        /** @description Id of a dead letter. */
        DeadLetterId: string;
        /** @description Most dead letters to answer, 1 to 500. Fewer where they are large. */
        DeadLetterLimit: number;
        /** @description Only decisions of this kind. */
        DecisionActionFilter: components["schemas"]["DecisionAction"];
        /** @description Only decisions about this incident, as the newer or the existing one. A merge that was found through a child of this incident names that child; the incident's timeline has all merges. */
        DecisionIncident: string;
        /** @description Most decisions to answer, 1 to 500. */
        DecisionLimit: number;
        /** @description Only decisions of this rule. */
        DecisionRule: string;
        /** @description `true` hides incidents that were merged into another one. */
        Deduplicated: "true" | "false";
        /** @description Only deliveries to this channel. */
        DeliveryChannelFilter: string;
        /** @description Id of a delivery. */
        DeliveryId: string;
        /** @description Only deliveries about this incident. */
        DeliveryIncidentFilter: string;
        /** @description Most deliveries to answer, 1 to 500. */
        DeliveryLimit: number;
        /** @description Only deliveries in this state. */
        DeliveryStatusFilter: components["schemas"]["DeliveryStatus"];
        /** @description Id of a detection rule. */
        DetectionRuleId: string;
        /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
        EnvironmentFilter: string;
        /** @description Id of an event. */
        EventId: string;
        /** @description Only events of this kind. */
        EventKindFilter: components["schemas"]["EventKind"];
        /** @description Only log events of this level. */
        EventLevel: components["schemas"]["LogLevel"];
        /** @description Only log events whose message is of this pattern. With `service`, also under the other ids that the pattern has there. */
        EventPatternId: components["schemas"]["PatternId"];
        /** @description Words to find in the message, up to 500 characters. */
        EventQuery: string;
        /** @description Only events of exactly this service. */
        EventService: string;
        /** @description Most rows to answer, 1 to 10,000. */
        ExportLimit: number;
        /** @description Only decisions of this time or later. ISO 8601 with an offset or Z. */
        FromCreated: string;
        /** @description Only events that happened at this time or later. ISO 8601 with an offset or Z. */
        FromHappened: string;
        /** @description Only what opened at this time or later. ISO 8601 with an offset or Z. */
        FromOpened: string;
        /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
        FromStarted: string;
        /** @description Most held back to answer, 1 to 500. */
        HeldLimit: number;
        /** @description Id of an incident. */
        HistoryIncidentId: string;
        /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
        IdempotencyKeyOfChange: string;
        /** @description Id of an incident. */
        IncidentId: string;
        /** @description Most incidents to answer, 1 to 500. */
        IncidentLimit: number;
        /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
        IncidentSearch: string;
        /** @description Id of the last message that was seen, that of `ready` included. The stream goes on after it. */
        LastEventId: string;
        /** @description Most windows to answer, 1 to 500. */
        MaintenanceLimit: number;
        /** @description Only windows for exactly this service, among others. */
        MaintenanceService: string;
        /** @description Only windows in this state. */
        MaintenanceStateFilter: components["schemas"]["MaintenanceState"];
        /** @description Id of a maintenance window. */
        MaintenanceWindowId: string;
        /** @description Id of a team member. */
        MemberId: string;
        /** @description Hours to look back, 1 to 744. */
        MetricsHours: number;
        /** @description Only patterns of this environment; `unknown` for logs that name none. */
        PatternEnvironment: string;
        /** @description Only patterns that came at this level. */
        PatternLevel: components["schemas"]["LogLevel"];
        /** @description The service whose patterns are listed. */
        PatternService: string;
        /** @description Only patterns that were seen at this time or later. ISO 8601 with an offset or Z. */
        PatternSince: string;
        /** @description Only patterns of this trend. */
        PatternTrendFilter: components["schemas"]["PatternTrend"];
        /** @description Id of a report run. */
        ReportRunId: string;
        /** @description Most runs to answer, 1 to 500. */
        ReportRunLimit: number;
        /** @description Only runs in this status. */
        ReportStatusFilter: components["schemas"]["ReportRunStatus"];
        /** @description Id of a correlation rule. */
        RuleId: string;
        /** @description Id of a tool run. */
        RunId: string;
        /** @description Most runs to answer, 1 to 100. */
        RunLimit: number;
        /** @description Id of a runbook. */
        RunbookId: string;
        /** @description Id of a runbook. */
        RunbookIdParameter: string;
        /** @description Most runbooks to answer, 1 to 1,000. */
        RunbookLimit: number;
        /** @description Only runbooks in this status. */
        RunbookStatusFilter: components["schemas"]["RunbookStatus"];
        /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
        SearchLimit: number;
        /** @description Only incidents that affect exactly this service. */
        ServiceFilter: string;
        /** @description Name of a service, 1 to 200 characters. */
        ServiceName: string;
        /** @description Only incidents of this severity. */
        SeverityFilter: components["schemas"]["Severity"];
        /** @description Most shadow openings to answer, 1 to 500. */
        ShadowLimit: number;
        /** @description Id of a shadow opening. */
        ShadowOpeningId: string;
        /** @description Most incidents to answer, from 1 to 20; 5 where it is left out. */
        SimilarLimit: number;
        /** @description `recency` lists the newest first, `severity` the critical first. */
        SortBy: "recency" | "severity";
        /** @description Days to look back, 1 to 3,650. Left out, all time. */
        StatsDays: number;
        /** @description Only incidents in this status. */
        StatusFilter: components["schemas"]["IncidentStatus"];
        /** @description Hours to look back, 1 to 744. */
        TimelineHours: number;
        /** @description Only decisions of this time or earlier. ISO 8601 with an offset or Z. */
        ToCreated: string;
        /** @description Only events that happened at this time or earlier. ISO 8601 with an offset or Z. */
        ToHappened: string;
        /** @description Only what opened at this time or earlier. ISO 8601 with an offset or Z. */
        ToOpened: string;
        /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
        ToStarted: string;
        /** @description Most versions to answer, 1 to 500. Fewer where they are large. */
        VersionLimit: number;
        /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
        IdempotencyKey: string;
        /** @description `refuse` refuses the whole batch for one bad element. `skip` accepts the good ones and keeps the bad ones as dead letters. */
        OnInvalid: "refuse" | "skip";
        /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
        OrganizationId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Hash of the newest entry of the audit log, hexadecimal. */
        AuditHead: string;
        /** @description How to authenticate. */
        Authenticate: string;
        /** @description `attachment` with the name of the file. */
        ContentDisposition: string;
        /** @description Address of the next page as `<…>; rel="next"`. Missing on the last page. */
        Link: string;
        /** @description Id of the request, as the log of the server has it. */
        RequestId: string;
        /** @description Whole seconds to wait before the next try. */
        RetryAfter: number;
        /** @description Number of incidents that pass the filters, over all pages. */
        TotalCount: number;
        /** @description `eq` when `X-Total-Count` is exact, `gte` when there are at least as many. */
        TotalCountRelation: "eq" | "gte";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listIncidents: {
        parameters: {
            query?: {
                /** @description Only incidents in this status. */
                status?: components["parameters"]["StatusFilter"];
                /** @description Only incidents of this severity. */
                severity?: components["parameters"]["SeverityFilter"];
                /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
                search?: components["parameters"]["IncidentSearch"];
                /** @description Only incidents that affect exactly this service. */
                service?: components["parameters"]["ServiceFilter"];
                /** @description Only incidents that are assigned to this team member. */
                assigneeId?: components["parameters"]["AssigneeFilter"];
                /** @description `recency` lists the newest first, `severity` the critical first. */
                sortBy?: components["parameters"]["SortBy"];
                /** @description `true` hides incidents that were merged into another one. */
                deduplicated?: components["parameters"]["Deduplicated"];
                /** @description Most incidents to answer, 1 to 500. */
                limit?: components["parameters"]["IncidentLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incidents of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    "X-Total-Count-Relation": components["headers"]["TotalCountRelation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentCreate"];
            };
        };
        responses: {
            /** @description A correlation rule suppressed the incident. Nothing was stored but the decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressedIncident"];
                };
            };
            /** @description The created incident. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exportIncidents: {
        parameters: {
            query?: {
                /** @description Only incidents in this status. */
                status?: components["parameters"]["StatusFilter"];
                /** @description Only incidents of this severity. */
                severity?: components["parameters"]["SeverityFilter"];
                /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
                search?: components["parameters"]["IncidentSearch"];
                /** @description Only incidents that affect exactly this service. */
                service?: components["parameters"]["ServiceFilter"];
                /** @description Only incidents that are assigned to this team member. */
                assigneeId?: components["parameters"]["AssigneeFilter"];
                /** @description `recency` lists the newest first, `severity` the critical first. */
                sortBy?: components["parameters"]["SortBy"];
                /** @description `true` hides incidents that were merged into another one. */
                deduplicated?: components["parameters"]["Deduplicated"];
                /** @description Most rows to answer, 1 to 10,000. */
                limit?: components["parameters"]["ExportLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incidents, the file incidents-export.csv. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id,title,severity,status,environment,primaryService,affectedServices,assigneeId,deduplicationKey,duplicateCount,createdAt,updatedAt,resolvedAt */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getIncidentStats: {
        parameters: {
            query?: {
                /** @description Days to look back, 1 to 3,650. Left out, all time. */
                days?: components["parameters"]["StatsDays"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentStats"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getIncidentTimeline: {
        parameters: {
            query?: {
                /** @description Hours to look back, 1 to 744. */
                hours?: components["parameters"]["TimelineHours"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HourCount"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    streamIncidents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last message that was seen, that of `ready` included. The stream goes on after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. It goes on until the reader leaves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    changeIncidentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusChange"];
            };
        };
        responses: {
            /** @description The incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRelatedIncidents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The related incidents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listSimilarIncidents: {
        parameters: {
            query?: {
                /** @description Most incidents to answer, from 1 to 20; 5 where it is left out. */
                limit?: components["parameters"]["SimilarLimit"];
            };
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The similar incidents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarIncident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    diagnoseIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diagnosis is queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagnosisQueued"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    addWorkflowEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowEventCreate"];
            };
        };
        responses: {
            /** @description The marker was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowEventCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listIncidentEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    draftPostmortem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Postmortem: Checkout answers 503
                     *
                     *     ## Summary
                     */
                    "text/markdown": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getEscalationPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationPlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getPrioritySignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrioritySignal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getPreventiveSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreventiveSignal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getChangeRisk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The risk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRisk"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDeploymentRisk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The risk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentRisk"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    escalateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EscalateRequest"];
            };
        };
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Escalation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    runDiagnosticTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Omit<components["schemas"]["DiagnosticTool"], "type">;
            };
        };
        responses: {
            /** @description The outcome of the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listDiagnosticRuns: {
        parameters: {
            query?: {
                /** @description Most runs to answer, 1 to 100. */
                limit?: components["parameters"]["RunLimit"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToStarted"];
            };
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDiagnosticRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
                /** @description Id of a tool run. */
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDiagnosticRunOutput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
                /** @description Id of a tool run. */
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output. */
            200: {
                headers: {
                    /** @description An attachment with the id of the run as its name. */
                    "Content-Disposition"?: string;
                    /** @description Always `nosniff`. */
                    "X-Content-Type-Options"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDiagnosticMetrics: {
        parameters: {
            query?: {
                /** @description Hours to look back, 1 to 744. */
                hours?: components["parameters"]["MetricsHours"];
            };
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolMetrics"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listIncidentResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentResource"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    replaceIncidentResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceSet"];
            };
        };
        responses: {
            /** @description The resources that are now mapped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourcesReplaced"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listIncidentRunbooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Links and runbooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentRunbooks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    recommendRunbooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recommendation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecommendedRunbooks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    linkRunbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
                /** @description Id of a runbook. */
                runbookId: components["parameters"]["RunbookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runbook is linked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookLinked"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unlinkRunbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
                /** @description Id of a runbook. */
                runbookId: components["parameters"]["RunbookIdParameter"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookUnlinked"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listIncidentFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdicts on the incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentFeedback"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    giveIncidentFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackGive"];
            };
        };
        responses: {
            /** @description The verdict, in place of an earlier one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentFeedback"];
                };
            };
            /** @description The verdict. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentFeedback"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description Most comments to answer, 1 to 1,000. Fewer where they are large. */
                limit?: components["parameters"]["CommentLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    addComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The created comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
                /** @description Id of a comment. */
                commentId: components["parameters"]["CommentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listCorrelationRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrelationRule"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createCorrelationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleCreate"];
            };
        };
        responses: {
            /** @description The created rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    previewCorrelationRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulePreviewRequest"];
            };
        };
        responses: {
            /** @description Decisions of the draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getTuningRecommendations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recommendations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TuningRecommendations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    applyTuningRecommendation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AutoApplyRequest"];
            };
        };
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoApplyResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getCorrelationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a correlation rule. */
                id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateCorrelationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a correlation rule. */
                id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleUpdate"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteCorrelationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a correlation rule. */
                id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listCorrelationDecisions: {
        parameters: {
            query?: {
                /** @description Only decisions about this incident, as the newer or the existing one. A merge that was found through a child of this incident names that child; the incident's timeline has all merges. */
                incidentId?: components["parameters"]["DecisionIncident"];
                /** @description Only decisions of this rule. */
                ruleId?: components["parameters"]["DecisionRule"];
                /** @description Only decisions of this kind. */
                action?: components["parameters"]["DecisionActionFilter"];
                /** @description Only decisions of this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromCreated"];
                /** @description Only decisions of this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToCreated"];
                /** @description Most decisions to answer, 1 to 500. */
                limit?: components["parameters"]["DecisionLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decisions of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrelationDecision"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unmergeIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of an incident. */
                id: components["parameters"]["IncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The detached incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberCreate"];
            };
        };
        responses: {
            /** @description The added member. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listOnCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members on call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    assignIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                incidentId: components["parameters"]["AssignedIncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Assignment"];
            };
        };
        responses: {
            /** @description The incident. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    setOnCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a team member. */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OnCallChange"];
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a team member. */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRunbooks: {
        parameters: {
            query?: {
                /** @description Only runbooks in this status. */
                status?: components["parameters"]["RunbookStatusFilter"];
                /** @description Only runbooks that apply to this remediation action type. */
                actionType?: components["parameters"]["ActionTypeFilter"];
                /** @description Most runbooks to answer, 1 to 1,000. */
                limit?: components["parameters"]["RunbookLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runbooks of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runbook"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createRunbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunbookCreate"];
            };
        };
        responses: {
            /** @description The created runbook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runbook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRunbook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a runbook. */
                id: components["parameters"]["RunbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runbook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Runbook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRunbookVersions: {
        parameters: {
            query?: {
                /** @description Most versions to answer, 1 to 500. Fewer where they are large. */
                limit?: components["parameters"]["VersionLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Id of a runbook. */
                id: components["parameters"]["RunbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookVersion"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    addRunbookVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a runbook. */
                id: components["parameters"]["RunbookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunbookVersionCreate"];
            };
        };
        responses: {
            /** @description The added version. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    publishRunbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a runbook. */
                id: components["parameters"]["RunbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runbook is published. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookPublished"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    archiveRunbook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a runbook. */
                id: components["parameters"]["RunbookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runbook is archived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunbookArchived"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    requestRemediation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemediationRequest"];
            };
        };
        responses: {
            /** @description The created row of the audit log. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationAction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    previewRemediation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemediationRequest"];
            };
        };
        responses: {
            /** @description Plan and verdict of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRemediationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRemediationActions: {
        parameters: {
            query?: {
                /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
                status?: components["parameters"]["ActionStatusFilter"];
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                environment?: components["parameters"]["EnvironmentFilter"];
                /** @description Most rows to answer, 1 to 500. */
                limit?: components["parameters"]["ActionLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationAction"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRemediationAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a remediation action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationAction"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRemediationAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a remediation action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listRemediationHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an incident. */
                incidentId: components["parameters"]["HistoryIncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationAction"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRemediationStats: {
        parameters: {
            query?: {
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                environment?: components["parameters"]["EnvironmentFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationStats"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getRemediationPriority: {
        parameters: {
            query?: {
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                environment?: components["parameters"]["EnvironmentFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemediationPriority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exportRemediationActions: {
        parameters: {
            query?: {
                /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
                status?: components["parameters"]["ActionStatusFilter"];
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                environment?: components["parameters"]["EnvironmentFilter"];
                /** @description Most rows to answer, 1 to 10,000. */
                limit?: components["parameters"]["ExportLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, the file remediation-audit-export.csv. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "x-tocsin-audit-head": components["headers"]["AuditHead"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    verifyRemediationAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    approveRemediation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a remediation action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecisionReason"];
            };
        };
        responses: {
            /** @description The status of the action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    rejectRemediation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a remediation action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DecisionReason"];
            };
        };
        responses: {
            /** @description The action is rejected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectionResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getReportingSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportingSettings"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateReportingSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportingSettingsUpdate"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportingSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listReportRuns: {
        parameters: {
            query?: {
                /** @description Only runs in this status. */
                status?: components["parameters"]["ReportStatusFilter"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToStarted"];
                /** @description Most runs to answer, 1 to 500. */
                limit?: components["parameters"]["ReportRunLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportRun"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    startReportRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created run. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exportReportRuns: {
        parameters: {
            query?: {
                /** @description Only runs in this status. */
                status?: components["parameters"]["ReportStatusFilter"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToStarted"];
                /** @description Most rows to answer, 1 to 10,000. */
                limit?: components["parameters"]["ExportLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs, the file remediation-report-runs.csv. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "x-tocsin-audit-head": components["headers"]["AuditHead"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id,organizationId,cadence,recipients,deliveredCount,failedDeliveryCount,deliveryFailures,deletedCount,totalActions,failedActions,pendingApprovals,queuedExecutions,status,error,startedAt,completedAt */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    retryReportRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a report run. */
                runId: components["parameters"]["ReportRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    enforceRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers of deleted rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listNotificationChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createNotificationChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChannelCreate"];
            };
        };
        responses: {
            /** @description The created channel. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a notification channel. */
                id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a notification channel. */
                id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateNotificationChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a notification channel. */
                id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChannelUpdate"];
            };
        };
        responses: {
            /** @description The changed channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    testNotificationChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a notification channel. */
                id: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Result of the test message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listNotificationDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                status?: components["parameters"]["DeliveryStatusFilter"];
                /** @description Only deliveries to this channel. */
                channelId?: components["parameters"]["DeliveryChannelFilter"];
                /** @description Only deliveries about this incident. */
                incidentId?: components["parameters"]["DeliveryIncidentFilter"];
                /** @description Most deliveries to answer, 1 to 500. */
                limit?: components["parameters"]["DeliveryLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    replayNotificationDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a delivery. */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery waits again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogEntry"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a service, 1 to 200 characters. */
                serviceName: components["parameters"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a service, 1 to 200 characters. */
                serviceName: components["parameters"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogEntryUpdate"];
            };
        };
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    removeService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a service, 1 to 200 characters. */
                serviceName: components["parameters"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    setServiceDependencies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a service, 1 to 200 characters. */
                serviceName: components["parameters"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DependenciesUpdate"];
            };
        };
        responses: {
            /** @description The dependencies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDependencies"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    renameService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Name of a service, 1 to 200 characters. */
                serviceName: components["parameters"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceRename"];
            };
        };
        responses: {
            /** @description The entry under its new name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    searchEvents: {
        parameters: {
            query?: {
                /** @description Words to find in the message, up to 500 characters. */
                q?: components["parameters"]["EventQuery"];
                /** @description Only events of exactly this service. */
                service?: components["parameters"]["EventService"];
                /** @description Only log events of this level. */
                level?: components["parameters"]["EventLevel"];
                /** @description Only events of this kind. */
                kind?: components["parameters"]["EventKindFilter"];
                /** @description Only log events whose message is of this pattern. With `service`, also under the other ids that the pattern has there. */
                patternId?: components["parameters"]["EventPatternId"];
                /** @description Only events that happened at this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromHappened"];
                /** @description Only events that happened at this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToHappened"];
                /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
                limit?: components["parameters"]["SearchLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listLogPatterns: {
        parameters: {
            query: {
                /** @description The service whose patterns are listed. */
                service: components["parameters"]["PatternService"];
                /** @description Only patterns of this environment; `unknown` for logs that name none. */
                environment?: components["parameters"]["PatternEnvironment"];
                /** @description Only patterns that came at this level. */
                level?: components["parameters"]["PatternLevel"];
                /** @description Only patterns of this trend. */
                trend?: components["parameters"]["PatternTrendFilter"];
                /** @description Only patterns that were seen at this time or later. ISO 8601 with an offset or Z. */
                since?: components["parameters"]["PatternSince"];
                /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
                limit?: components["parameters"]["SearchLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The patterns of this page; none where the service wrote no logs. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPattern"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listIngestionRefusals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused telemetry; an empty list where nothing was refused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionRefusal"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description Most dead letters to answer, 1 to 500. Fewer where they are large. */
                limit?: components["parameters"]["DeadLetterLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dead letters of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a dead letter. */
                id: components["parameters"]["DeadLetterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterReplayed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an event. */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listDetectionRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRule"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    checkDetectionRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectionCheckRequest"];
            };
        };
        responses: {
            /** @description Rules of the file, or its errors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    previewDetectionRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectionPreviewRequest"];
            };
        };
        responses: {
            /** @description Openings of the draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    setDetectionRuleMode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                ruleId: components["parameters"]["DetectionRuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleModeSet"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDetectionPerformance: {
        parameters: {
            query?: {
                /** @description Number of past days, 1 to 90. */
                days?: number;
                /** @description Only this rule. */
                ruleId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, in the order of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePerformance"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listShadowOpenings: {
        parameters: {
            query?: {
                /** @description Only of this rule. */
                ruleId?: string;
                /** @description Only about this service. */
                service?: string;
                /** @description Only what opened at this time or later. ISO 8601 with an offset or Z. */
                from?: components["parameters"]["FromOpened"];
                /** @description Only what opened at this time or earlier. ISO 8601 with an offset or Z. */
                to?: components["parameters"]["ToOpened"];
                /** @description Most shadow openings to answer, 1 to 500. */
                limit?: components["parameters"]["ShadowLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shadow openings of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowOpening"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getShadowOpening: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a shadow opening. */
                id: components["parameters"]["ShadowOpeningId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shadow opening. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowOpening"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    giveShadowFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a shadow opening. */
                id: components["parameters"]["ShadowOpeningId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackGive"];
            };
        };
        responses: {
            /** @description The verdict, in place of an earlier one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowFeedback"];
                };
            };
            /** @description The verdict. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShadowFeedback"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description Only windows for exactly this service, among others. */
                service?: components["parameters"]["MaintenanceService"];
                /** @description Only windows in this state. */
                state?: components["parameters"]["MaintenanceStateFilter"];
                /** @description Most windows to answer, 1 to 500. */
                limit?: components["parameters"]["MaintenanceLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The windows of this page. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceWindowCreate"];
            };
        };
        responses: {
            /** @description The scheduled window. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrKeyInUse"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a maintenance window. */
                id: components["parameters"]["MaintenanceWindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a maintenance window. */
                id: components["parameters"]["MaintenanceWindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a maintenance window. */
                id: components["parameters"]["MaintenanceWindowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceWindowUpdate"];
            };
        };
        responses: {
            /** @description The changed window. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    endMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            path: {
                /** @description Id of a maintenance window. */
                id: components["parameters"]["MaintenanceWindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended window. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrKeyInUse"];
            422: components["responses"]["UnprocessableOrOtherBody"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listHeldCandidates: {
        parameters: {
            query?: {
                /** @description Most held back to answer, 1 to 500. */
                limit?: components["parameters"]["HeldLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Id of a maintenance window. */
                id: components["parameters"]["MaintenanceWindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of candidates that are held back. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldCandidate"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
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
}
