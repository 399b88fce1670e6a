// Generated from openapi/; do not edit: npm run generate.

export interface paths {
    readonly "/incidents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List incidents
         * @description The incidents of the caller's organization that pass all given filters, newest first unless `sortBy` says otherwise. Children that were merged into another incident are listed too, unless `deduplicated` is true.
         *
         *     The body is a plain array. Page with the header `Link`, whose address carries the cursor of the next page.
         */
        readonly get: operations["listIncidents"];
        readonly put?: never;
        /**
         * Create an incident
         * @description Creates a manual incident. `triggeringEventId` becomes `manual:` and the id, `primaryService` the first affected service.
         *
         *     Correlation rules apply to it as to a detected one. Where a rule suppresses it, the answer is 200 and nothing is stored but the decision.
         */
        readonly post: operations["createIncident"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/export/csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export incidents as CSV
         * @description The same filters as the list, in its order. Columns, in this order - id, title, severity, status, environment, primaryService, affectedServices, assigneeId, deduplicationKey, duplicateCount, createdAt, updatedAt, resolvedAt. Services are joined with `;`, and null is an empty cell.
         *
         *     The file follows RFC 4180 in UTF-8, with CR LF at the end of lines. Cells with commas, quotes or line ends are quoted. Cells that a spreadsheet would take for a formula get a leading apostrophe.
         *
         *     Rows are sent as they are read. If reading fails, the server resets the connection, so that a file that ends normally is complete. The server disconnects a reader that reads nothing for a minute.
         */
        readonly get: operations["exportIncidents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count incidents by state and severity
         * @description Counts over the incidents that were created in the last `days` times 24 hours, to the millisecond, or of all time. CLOSED counts as recovered. One that was reopened is active again. Incidents that were merged into another one count too.
         */
        readonly get: operations["getIncidentStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count incidents by hour
         * @description Incidents by the hour (UTC) in which they were created, one element an hour. The oldest hour is first, the current one last. Hours with no incidents have the count 0.
         */
        readonly get: operations["getIncidentTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
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
        readonly get: operations["streamIncidents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an incident
         * @description One incident with its diagnosis. An id of another organization answers 404, as if it did not exist.
         */
        readonly get: operations["getIncident"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the status
         * @description Accepts any of the five values from any of the five. The same status again changes nothing. The first move into RESOLVED or CLOSED sets `resolvedAt`, a move back out clears it.
         *
         *     A move into RESOLVED or CLOSED takes the open incidents along that were merged into this one. A merged one that is opened again reopens its parent, and is detached from a parent that is CLOSED.
         */
        readonly patch: operations["changeIncidentStatus"];
        readonly trace?: never;
    };
    readonly "/incidents/{id}/related": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List related incidents
         * @description Parent, siblings, children, and the incidents that a correlation rule grouped with this one. The newest first, each once and at most 200, the parent always among them.
         */
        readonly get: operations["listRelatedIncidents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/similar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
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
        readonly get: operations["listSimilarIncidents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnose": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a diagnosis
         * @description Queues a diagnosis and answers at once. `diagnosisStatus` becomes PENDING, RUNNING when the diagnosis starts, and COMPLETED, INCONCLUSIVE or FAILED when it ends. Until then the incident has no diagnosis. A second request while one waits or runs changes nothing; after its end it starts a new one. An OPEN incident moves to INVESTIGATING when the diagnosis starts.
         *
         *     The stream reports progress as the event `diagnosis`, in the stages `queued`, `gathering`, `analysing`, `asking_model` (where a model is configured), and `finished` or `failed`. An organization has at most 1,000 waiting diagnoses; one more answers 429.
         */
        readonly post: operations["diagnoseIncident"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/workflow-event": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add a marker to the timeline
         * @description Records what people did, for example an update that was sent to stakeholders. The entry stands on the timeline (GET /incidents/{id}/events) with `detail` and `metadata` as given, and with the caller as its actor. The incident stays as it is. A timeline takes 1,000 such entries, one more answers 409.
         */
        readonly post: operations["addWorkflowEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the timeline
         * @description Workflow markers and everything that happened to the incident, the oldest first.
         */
        readonly get: operations["listIncidentEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/postmortem": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Draft a postmortem
         * @description A Markdown draft from the incident, its timeline, its diagnosis and its merged incidents. Sections are facts and durations, summary, impact, root cause, chronology, response, missing facts, and sections to fill in. Texts are escaped, so that none of them changes the structure of the draft.
         *
         *     Time to acknowledge is from `createdAt` to the first assignment or the first move out of OPEN by a person, whichever comes first. Time to recovery is from `createdAt` to `resolvedAt`. The chronology has the first and the last 500 entries of a longer timeline.
         *
         *     The first draft leaves the entry `postmortem_drafted` on the timeline; reading it again changes nothing.
         */
        readonly get: operations["draftPostmortem"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/escalation-plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the escalation plan
         * @description People to notify with deadlines, from the severity, the service catalog and the people on call. Answers 200 also where the catalog and the team are empty; `reason` then says what is missing. Assigning somebody acknowledges an incident, and so does a person's move out of OPEN; moves by the platform do not. POST /incidents/{id}/escalate escalates it. An incident that is neither resolved nor escalated by the second deadline is `escalate_due`, even if it was acknowledged. Reopening resets the plan, except for the current assignee.
         */
        readonly get: operations["getEscalationPlan"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/priority-signal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the priority signal
         * @description The level starts from the severity: CRITICAL P1, HIGH P2, MEDIUM P3, LOW P4. Pressure raises it by one: 100 errors that are 5 % of the logs, 60 minutes, or 3 services. A service of tier-0 raises it by one, and so does an objective at risk; the sum is at most two. Tier-3 lowers it by one. `reason` names each step.
         *
         *     Telemetry is counted by minute and service, by its own timestamps. A window includes every minute that it overlaps, and whole hours beyond three days. A resolved incident is measured at the time of its resolution. Without a catalog entry or an objective, the numbers of the error budget are 0 and `reason` says so.
         */
        readonly get: operations["getPrioritySignal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/preventive-signal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the preventive signal
         * @description Repeated failures of the primary service in the last 720 hours, and steps that prevent the next. `critical` from 10 incidents, 5 unresolved or 3 CRITICAL ones on, `high` from 5, 3 or 2, `moderate` from 2, else `low`. Each action has a fact behind it: a repeated failure, deployments before most incidents, or incidents open for more than a day. Other facts are the error budget and a missing catalog entry. Repeated failures are searched in the newest 500 incidents. Without data, the answer has zeros and a reason.
         */
        readonly get: operations["getPreventiveSignal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/change-risk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the change risk
         * @description How likely a recent change caused the incident. Candidates are deployments in the 24 hours before the incident, of its services and of the nearest 200 that they call. The environment must be the same or unknown.
         *
         *     The confidence of a candidate is a product of four factors. Time is 0.5 ^ (hours before ÷ 2). Relation is 1 for the primary service, 0.9 for another affected one, 0.7 for a direct dependency, 0.4 for an indirect one. Environment is 0.8 where it is unknown, else 1. Signal is 1 where a deployment rule opened the incident on that service, else 0.85.
         *
         *     The score is 100 × the highest confidence × 1, 0.9, 0.75 or 0.5 for CRITICAL to LOW. It is `moderate` from 25, `high` from 50, `critical` from 75. Without a change, the answer has zeros and a reason.
         */
        readonly get: operations["getChangeRisk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/deployment-risk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the deployment risk
         * @description How risky deployments of the primary service are, from its newest 1,000 deployments in the last 168 hours. The score adds three parts. The first is 50 × min(1, incidents after a deployment / deployments). The second is 30 × min(1, unresolved incidents / 3). The third is 20 where the latest deployment is less than 60 minutes old. It is `critical` from 75 on, `high` from 50, `moderate` from 25. Without a deployment, the answer has zeros and a reason.
         */
        readonly get: operations["getDeploymentRisk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/escalate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Escalate an incident
         * @description Assigns the incident to the given team member, or to the first suggested target that does not have it. Each repetition goes on to the next target. An unknown `targetId` answers 404. Without a target, or for a resolved or closed incident, `escalated` is false, `nextStep` says why, and nothing is written.
         */
        readonly post: operations["escalateIncident"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnostic-tools/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run a diagnostic tool
         * @description Runs one tool of the allowlist. Arbitrary commands are refused. Pod tools take only pods of the incident's services in allowed namespaces, cloud tools only resources that are mapped to the incident. A run that is not allowed answers 403 and isn't recorded.
         *
         *     The output is summarised and stored by reference. Every run adds a timeline event `diagnosis_completed` or `diagnosis_failed`. Where no cluster can be reached, the answer is 200 with the status `failed` and the reason.
         */
        readonly post: operations["runDiagnosticTool"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnostic-tools/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List tool runs
         * @description The runs of this incident, the latest first.
         */
        readonly get: operations["listDiagnosticRuns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnostic-tools/runs/{runId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a tool run
         * @description One run with its parameters and the beginning of its output. A run is found under its own incident alone.
         */
        readonly get: operations["getDiagnosticRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnostic-tools/runs/{runId}/output": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the output of a tool run
         * @description The stored output, redacted and without control characters, at most as long as outputs may be. 404 where the run has none, it is too old to be kept, or another process of the daemon keeps it.
         */
        readonly get: operations["getDiagnosticRunOutput"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/diagnostic-tools/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count tool runs
         * @description Counts over the runs of this incident that began in the last hours.
         */
        readonly get: operations["getDiagnosticMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/resources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the mapped resources
         * @description The resources that cloud tools may look at for this incident.
         */
        readonly get: operations["listIncidentResources"];
        /**
         * Replace the mapped resources
         * @description Replaces the set. Duplicates by provider, type, id or name, and region are removed.
         */
        readonly put: operations["replaceIncidentResources"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/runbooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the linked runbooks
         * @description The links of this incident and the runbooks behind them, in the order in which they were linked. A runbook that was archived since stays linked.
         */
        readonly get: operations["listIncidentRunbooks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/runbooks/recommended": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Recommend runbooks
         * @description Published runbooks that the diagnosis names, that apply to its action types, or that are linked to similar incidents, the best first; `ranking` tells why. Drafts and archived ones are not offered. One that is linked to this incident already may be among them.
         */
        readonly get: operations["recommendRunbooks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/runbooks/{runbookId}/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a runbook
         * @description Links a runbook of any status by hand, and writes the timeline event `runbook_linked`. Linking twice changes nothing. An incident has at most 100 linked runbooks; one more answers 409.
         */
        readonly post: operations["linkRunbook"];
        /**
         * Unlink a runbook
         * @description Removes the link of this runbook alone, and writes the timeline event `runbook_unlinked`. Where it is not linked, nothing changes and the answer is the same.
         */
        readonly delete: operations["unlinkRunbook"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/feedback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what people think of an incident
         * @description One verdict a person, the last one, the newest first; up to 1,000.
         */
        readonly get: operations["listIncidentFeedback"];
        readonly put?: never;
        /**
         * Say whether an incident was useful or noise
         * @description The caller's verdict. There is one a person, by the token's `sub`, and the last one counts. A new verdict answers 201, and one that replaces another answers 200, without a change of the incident. The majority of verdicts, and in a tie the latest, measures the rule that opened the incident. It also measures the rules of the incidents merged into it, each once. After `noise` the condition doesn't open again at the level that it had reached, until the verdict is `useful`; half as much again opens. The verdict is added to the timeline as a `note`. An incident with 1,000 people's verdicts takes no more and answers 409.
         */
        readonly post: operations["giveIncidentFeedback"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List comments
         * @description The comments of an incident, the most recent first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of comments at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        readonly get: operations["listComments"];
        readonly put?: never;
        /**
         * Add a comment
         * @description Adds a comment, and the timeline event `comment_added` with the first 200 characters of it. The body names the author, and the timeline the owner of the token. An incident with 10,000 comments takes no more and answers 409.
         */
        readonly post: operations["addComment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/comments/{commentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a comment
         * @description Removes the comment, and the words of it that the timeline quotes. It is found under its own incident alone; a second time answers 404.
         */
        readonly delete: operations["deleteComment"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List correlation rules
         * @description All rules of the organization in the order in which they are tried, the highest priority first and of equal ones the oldest.
         */
        readonly get: operations["listCorrelationRules"];
        readonly put?: never;
        /**
         * Create a correlation rule
         * @description The rule is applied to incidents that come later, detected and manual ones. Each is held against the incidents that are there when it opens. The enabled rules are tried in their order, the highest priority first. The first one that finds a matching incident decides alone, with the newest that matches. An incident that is RESOLVED or CLOSED can only be grouped with, since what is over can't stand for what is happening.
         *
         *     Merges are flat. An incident that matches a child is merged into the child's parent. A parent shows the highest severity of its children, and doesn't resolve by itself while one of them is open. Resolving or closing it takes its open children along. A child whose signal comes back reopens a resolved parent, and leaves a closed one.
         *
         *     An organization has at most 100 rules. One more answers 409.
         */
        readonly post: operations["createCorrelationRule"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/rules/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Try a draft rule on past incidents
         * @description Answers what the rule, alone, would have merged, grouped and suppressed in the last days. Writes nothing. The stored incidents are gone through in the order in which they opened, as if the rule had stood from the first of them on. An incident counts as over from its `resolvedAt`. Incidents that other rules suppressed aren't stored, so they aren't seen. Incidents that other rules merged are seen as they opened. At most the newest 100,000 incidents are looked at.
         */
        readonly post: operations["previewCorrelationRule"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/rules/tuning/recommendations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Recommend priorities for the rules
         * @description Looks at the decisions of the last 30 days and how their incidents ended. The rate of those that ended well is known only within an interval (Wilson score, 95 %). A higher priority is suggested where even the interval's lower end is above 0.8, a lower one where even its upper end is below 0.5. Incidents that haven't ended yet widen the interval, since they could end either way. A suggestion is one step of 5, within 0 to 100. A priority outside of that range is only ever moved towards it. Changes nothing.
         */
        readonly get: operations["getTuningRecommendations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/rules/tuning/auto-apply": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Apply the top safe recommendation
         * @description Changes the priority of one rule by one step where the guardrails pass, and says why not where they do not. If several suggestions pass, the one with the most decisions is applied. The guardrails require an enabled rule with at least 20 decisions about at least 5 incidents, and a suggestion to change it. They also require that nobody, and no earlier call of this operation, changed the rule in the last 24 hours. The change is listed among the decisions, with the action `none` and without an incident.
         */
        readonly post: operations["applyTuningRecommendation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/rules/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a correlation rule
         * @description One rule of the organization.
         */
        readonly get: operations["getCorrelationRule"];
        /**
         * Change a correlation rule
         * @description Changes the given fields; what is left out stays. `conditions` are replaced as a whole. Earlier decisions of the rule stay as they are.
         */
        readonly put: operations["updateCorrelationRule"];
        readonly post?: never;
        /**
         * Delete a correlation rule
         * @description Removes the rule. Its decisions stay and go on naming it, and merged incidents stay merged.
         */
        readonly delete: operations["deleteCorrelationRule"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/correlation/decisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List correlation decisions
         * @description Every verdict about an incident that was about to open, with the rule, the compared values, the gap and the reason. Also for a suppressed incident, which itself is not stored, and where nothing was done. The newest first. Decisions are kept for 400 days.
         */
        readonly get: operations["listCorrelationDecisions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/incidents/{id}/unmerge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Detach a merged incident
         * @description Detaches a child from its parent and lowers the parent's `duplicateCount` by the child's share, which is 1 and the child's own `duplicateCount`. The child isn't merged again by itself. Answers 409 for an incident that has no parent.
         */
        readonly post: operations["unmergeIncident"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List team members
         * @description All members of the organization's team, in the order in which they were added. A team has at most 1,000.
         */
        readonly get: operations["listTeamMembers"];
        readonly put?: never;
        /**
         * Add a team member
         * @description Adds a person, who is not on call yet. An email address belongs to one member of the organization, whatever its case. One that is taken answers 409 with `/email` in `details`. A member beyond the thousandth answers 409 without it.
         */
        readonly post: operations["addTeamMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/on-call": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List who is on call
         * @description The members that are on call now, in the order in which they were added.
         */
        readonly get: operations["listOnCall"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/incidents/{incidentId}/assign": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Assign an incident
         * @description Assigns the incident to a team member, or to nobody with null, and answers it. An OPEN incident that is assigned moves to INVESTIGATING. The timeline gets the event `assigned`, and the stream the incident; assigning to the same member again changes nothing. A member that is not visible answers 404.
         */
        readonly patch: operations["assignIncident"];
        readonly trace?: never;
    };
    readonly "/team/{id}/on-call": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Put a member on call or take them off
         * @description Sets the on-call state of one member.
         */
        readonly patch: operations["setOnCall"];
        readonly trace?: never;
    };
    readonly "/team/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a team member
         * @description Removes the member from the team and from on-call. A second time answers 404.
         *
         *     Open incidents of the member become unassigned within seconds, each with an event in its timeline. Resolved and closed ones keep the id of the member.
         */
        readonly delete: operations["removeTeamMember"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runbooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List runbooks
         * @description The runbooks of the organization, the newest first, archived ones included unless `status` says otherwise.
         *
         *     Page with the header `Link`. A page shows about 4 MiB of texts; runbooks beyond have `contentMd` null there, and are read one by one.
         */
        readonly get: operations["listRunbooks"];
        readonly put?: never;
        /**
         * Create a runbook
         * @description Creates a draft with the version 1.0.0. A slug that exists answers 409 with `/slug` in `details`, as does a runbook beyond the 10,000th without it.
         */
        readonly post: operations["createRunbook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runbooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a runbook
         * @description The runbook with the text of its latest version, whatever its status.
         */
        readonly get: operations["getRunbook"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runbooks/{id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the versions of a runbook
         * @description Every version with its text, the latest first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of texts at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        readonly get: operations["listRunbookVersions"];
        readonly put?: never;
        /**
         * Add a version
         * @description Appends a version, which becomes the latest. It must be higher than the latest one, as semantic versions are compared (1.10.0 is higher than 1.9.0). Otherwise the answer is 409 with `/version` in `details`. If several callers append the same version at once, one succeeds. A runbook has at most 1,000 versions.
         */
        readonly post: operations["addRunbookVersion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runbooks/{id}/publish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Publish a runbook
         * @description Makes a runbook of any state published, so that it is recommended. A second time changes nothing.
         */
        readonly post: operations["publishRunbook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runbooks/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Archive a runbook
         * @description Makes a runbook of any state archived. It stays readable, and linked where it is, and is no longer recommended. A second time changes nothing.
         */
        readonly post: operations["archiveRunbook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a remediation
         * @description Records a request; it does not mean that the fix completed. Where policy asks for approval the row is PENDING_APPROVAL, otherwise QUEUED or a later status.
         *
         *     The answer is 400 where a field is invalid, and 404 for an incident that is not visible. It is 422 with `violations` where policy or a guardrail blocks the action. It is 429 where 100,000 actions wait for approval already. None of these creates a row.
         */
        readonly post: operations["requestRemediation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask what policy says
         * @description Answers the plan, the verdict and every matching rule of a request, and writes nothing. A request that policy or a guardrail blocks is an answer here, and no error.
         */
        readonly post: operations["previewRemediation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the remediation policy
         * @description The policy that holds for the organization now - rules in their order, guardrails, windows and action types.
         */
        readonly get: operations["getRemediationPolicy"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List remediation actions
         * @description Rows of the audit log, the latest first. The list of statuses is open-ended; one that is unknown answers an empty array.
         */
        readonly get: operations["listRemediationActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/actions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a remediation action
         * @description One row of the audit log.
         */
        readonly get: operations["getRemediationAction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/actions/{id}/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what happened to an action
         * @description The entries of the hash-chained audit log about one action, the oldest first - who did what and why, and whether it helped. At most 1,000.
         */
        readonly get: operations["listRemediationAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/history/{incidentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the actions of an incident
         * @description Rows of the audit log for one incident, the latest first. This is the source of truth for the status of an action.
         */
        readonly get: operations["listRemediationHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count remediation actions
         * @description Counts by status, for one environment where it is given. Simulated actions are counted too; `simulated` says how many there are, and `live` has the counts without them.
         */
        readonly get: operations["getRemediationStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/priority-signal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the remediation priority
         * @description How much the remediation needs attention, from waiting approvals, failures and executions.
         */
        readonly get: operations["getRemediationPriority"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/export/csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the audit log as CSV
         * @description Columns, in this order - id, incidentId, actionType, status, performedBy, serviceName, environment, createdAt, updatedAt, details, error. The header `x-tocsin-audit-head` holds the hash of the newest entry.
         *
         *     `status` is the contract's, also of simulated actions: the `details` of these begin with `mode` and with `shownAs`, the status for people, such as SIMULATED.
         *
         *     Cells that a spreadsheet would take for a formula get a leading apostrophe.
         */
        readonly get: operations["exportRemediationActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/audit/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check the audit log
         * @description Checks the keyed hash chain of the organization's audit log from its last checkpoint to its head. Checks every action against the newest entry about it, too. A chain that was computed again without the daemon's key, or whose newest entries were cut off, is broken.
         */
        readonly get: operations["verifyRemediationAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/{id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Approve an action
         * @description Queues a waiting action. Where a guardrail blocks it and no reason is given, the action still waits, and the answer is 200 with the status POLICY_VIOLATION. A reason overrides the guardrail and is recorded with the violations. An empty reason is none.
         *
         *     An action that does not wait any more answers its current status, and nothing more is queued. The person who requested it may not approve it where the policy requires four eyes (403). A plan that no longer matches the current state of its target answers 409.
         */
        readonly post: operations["approveRemediation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/{id}/reject": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reject an action
         * @description Rejects a waiting action; nothing is queued. An action that is not PENDING_APPROVAL answers 400 naming its status.
         */
        readonly post: operations["rejectRemediation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/reporting/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the reporting settings
         * @description The settings of the organization. Where none were made, the defaults, whose times are 1970-01-01T00:00:00.000Z.
         */
        readonly get: operations["getReportingSettings"];
        /**
         * Change the reporting settings
         * @description Changes the given fields; what is left out stays.
         */
        readonly put: operations["updateReportingSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/reporting/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List report runs
         * @description Runs of the report, the newest first.
         */
        readonly get: operations["listReportRuns"];
        readonly put?: never;
        /**
         * Run the report now
         * @description Makes a run outside the schedule, about the last day or week as the cadence has it. It answers at once, with status `running`; the run's deliveries follow. Without a mail server they fail with that reason.
         */
        readonly post: operations["startReportRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/reporting/runs/export/csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export report runs as CSV
         * @description The same filters as the list. Columns are the fields of a report run, in their order.
         *
         *     Cells that a spreadsheet would take for a formula get a leading apostrophe. The header `x-tocsin-audit-head` holds the hash of the newest entry of the audit log.
         */
        readonly get: operations["exportReportRuns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/reporting/runs/{runId}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deliver a report again
         * @description Delivers the report of an earlier run again, as a new run about the same period. It goes to the recipients whose delivery failed, or to all if none failed. A run without recipients goes to those of the settings.
         */
        readonly post: operations["retryReportRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/remediation/reporting/enforce-retention": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete what is past its retention
         * @description Deletes finished audit rows, report runs and stored probe output that last changed before the cutoff. Rows of unfinished actions stay; the hash chain keeps a checkpoint.
         */
        readonly post: operations["enforceRetention"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notifications/channels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List notification channels
         * @description The channels of the organization, by name. Secrets are never answered.
         */
        readonly get: operations["listNotificationChannels"];
        readonly put?: never;
        /**
         * Create a notification channel
         * @description Events that happen from now on and pass its filters are sent to it, at least once and in the order of each incident. Addresses on loopback, link-local and private networks are refused unless the server allows that host.
         *
         *     An organization has at most 20 channels; one more answers 409, as does a name that exists.
         */
        readonly post: operations["createNotificationChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notifications/channels/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a notification channel
         * @description One channel of the organization. Secrets are never answered.
         */
        readonly get: operations["getNotificationChannel"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a notification channel
         * @description Deletes the channel and what waits for it.
         */
        readonly delete: operations["deleteNotificationChannel"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a notification channel
         * @description Changes the given fields; what is left out stays. `enabled: true` also closes the circuit of one that was dead, so that it is tried at once. The kind stays.
         */
        readonly patch: operations["updateNotificationChannel"];
        readonly trace?: never;
    };
    readonly "/notifications/channels/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test through a channel
         * @description Sends one test message now and answers its result. It is tried once, and never kept as a delivery.
         */
        readonly post: operations["testNotificationChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notifications/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description Notifications that were sent, wait or were abandoned, the newest first. Delivered ones are kept for 7 days, dead ones for 90.
         *
         *     Page with the header `Link`.
         */
        readonly get: operations["listNotificationDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notifications/deliveries/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a dead delivery again
         * @description Puts a delivery that was given up back in line, with the same id. One that is not dead answers 409.
         */
        readonly post: operations["replayNotificationDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/services/catalog": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the service catalog
         * @description All services of the organization's catalog, by name; 10,000 at most. Services that only occur in the dependencies of others are not listed.
         */
        readonly get: operations["listServices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/services/catalog/{serviceName}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a catalog entry
         * @description One service of the catalog, with what it calls. A service without an entry answers 404.
         */
        readonly get: operations["getService"];
        /**
         * Write a catalog entry
         * @description Creates the entry or replaces it whole; what is left out is null afterwards. Its dependencies stay. An organization can have 10,000 entries, more answer 409. Manual incidents of the service take its environment.
         */
        readonly put: operations["updateService"];
        readonly post?: never;
        /**
         * Remove a catalog entry
         * @description Removes the entry and what the service calls. That others call it stays; those edges become unmapped. Incidents of the service stay as they are.
         */
        readonly delete: operations["removeService"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/services/catalog/{serviceName}/dependencies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Say what a service calls
         * @description Replaces the set of downstream services, with or without a catalog entry of the service itself. A service without a catalog entry may be named; the edge to it counts as unmapped. A name given twice counts once, and the service's own name is left out. An empty list removes the set. An organization can have 100,000 dependencies, more answer 409.
         */
        readonly put: operations["setServiceDependencies"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/services/catalog/{serviceName}/rename": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rename a service of the catalog
         * @description Gives the entry another name, and with it what the service calls and that others call it. Where the new name has dependencies already, the sets become one. A new name that has an entry answers 409. Incidents keep the name that they were opened under.
         */
        readonly post: operations["renameService"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search events
         * @description The accepted events of the organization that pass all given filters, the newest first. A window whose `from` is later than its `to` holds none.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of events at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        readonly get: operations["searchEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/patterns": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List patterns of logs
         * @description The log patterns of a service, the most frequent first. A pattern is the constant part of log messages that differ only in numbers, ids and other values. Each environment has its own. The list follows the logs by some ten seconds. A pattern that wasn't seen for 30 days leaves it. Where a service writes more patterns than are kept, the one seen least recently leaves. An environment that detection forgets for another leaves with all of its patterns.
         *
         *     Page with the header `Link`. Counts grow meanwhile, so a pattern may be missed, or come twice.
         */
        readonly get: operations["listLogPatterns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/refusals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what ingestion refused
         * @description Valid telemetry of the organization that ingestion refused in the last 24 hours, by reason, the most recent reason first. The list follows ingestion by some seconds.
         *
         *     Telemetry without the header `x-organization-id` belongs to the organization `default`, which holds few services. Callers of other organizations that have `policy:update` see how often a service of it was refused, and when, without names.
         */
        readonly get: operations["listIngestionRefusals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/dead-letters": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List dead letters
         * @description Events that a lenient batch left out or that could not be processed, the newest first.
         *
         *     Page with the header `Link`. A page holds about 8 MiB of dead letters at most, and then fewer than `limit`; only where `Link` is missing is it the last.
         */
        readonly get: operations["listDeadLetters"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/dead-letters/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a dead letter
         * @description Validates the event again and queues it. An event that is still invalid answers 422 with `details`, and the dead letter stays.
         */
        readonly post: operations["replayDeadLetter"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an event
         * @description One accepted event as it was sent, with id, kind, organization and time of receipt.
         */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the detection rules in force
         * @description The rules that turn events into incidents, built in or from the detection file.
         */
        readonly get: operations["listDetectionRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a detection file
         * @description Checks the text of a detection file as the daemon does when it starts. Answers every problem with line and column, or the rules as they would be in force. A file that isn't valid is answered 200 too. Reads and writes nothing else. Costs the reading of the text, some milliseconds for what people write and a second at the most where it is large and hostile.
         */
        readonly post: operations["checkDetectionRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Try draft detection rules on stored telemetry
         * @description Answers what the enabled rules of a draft, alone, would have opened in a range of the stored telemetry. It runs the code of live detection, with the present sensitivity of services. Writes nothing. The rules begin without history, and read as much telemetry before the range as they look back. `metric-anomaly` therefore knows less of a series than it does live. Telemetry counts as having come when it did, but at most a minute after its time; a backfill opens nothing. Maintenance windows and correlation rules, and what people resolved, closed or reopened, aren't looked at. Openings are held against the first 100,000 incidents from a day before the range on. Costs some 10 microseconds for each event; ends after 500,000 events or 20 seconds and answers what was covered until then. Each organization has one preview at a time (429), and a process two (503). A preview whose caller leaves ends. A draft that isn't valid is answered 400.
         */
        readonly post: operations["previewDetectionRules"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/rules/{ruleId}/mode": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set whether a rule opens incidents or only watches
         * @description Sets the mode of a rule for the organization, over what the detection file says; `null` goes back to that. The mode applies to telemetry from now on. Openings that a rule in shadow already has continue, and resolve as they would have. The openings of the rule are counted from zero again, unless the mode stays the same. To make a rule active that hasn't earned it is allowed, and its reason says so.
         */
        readonly put: operations["setDetectionRuleMode"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/performance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Measure how right the rules are
         * @description Every rule in force with what it opened and how that was judged; for a rule in shadow, with what it would have opened. A verdict is what people said, else what they did. Somebody took it up and it was resolved is useful. Somebody resolved or closed it within five minutes and did nothing else, or closed it untouched, is noise. An incident that nobody touched isn't judged. Openings count from when the rule's mode was set. `promote` is recommended for a rule in shadow with at least ten judged openings whose interval lies above 0.7. `demote` is recommended for an active rule with at least 20 whose interval lies below 0.3. Both need openings on at least five occasions.
         */
        readonly get: operations["getDetectionPerformance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Report the openings of rules, and those of other sensitivities
         * @description Every rule in force with the incidents that it opened in the last days, merged ones included. A report counts the newest 10,000 incidents; `countedFrom` is later than `from` if there were more. Somebody acknowledged an incident who took it up, was assigned, commented, escalated it or requested a remediation. That of a parent counts for the incidents merged into it. Night is from 23:00 to 07:00 in the time zone. The time from onset counts from the timestamp of the first telemetry that shows the condition. It is measured on the newest 50 openings of each rule, if their telemetry is stored. With `compareHours`, the stored telemetry of the last hours is replayed with each sensitivity for all services, and with the present settings. Such a replay works and is bounded as that of `POST /detection/preview`; its bounds hold for all of them together. It follows the first 250 services. Only openings from `from` to `coveredUntil` of the comparison count.
         */
        readonly get: operations["getDetectionReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/sensitivity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the sensitivity of detection
         * @description The sensitivity of the organization, and those that were set for single services.
         */
        readonly get: operations["getDetectionSensitivity"];
        /**
         * Set the sensitivity of detection
         * @description Sets how much evidence detection demands, for the organization or for one service. That of a service comes before that of the organization. `null` removes the setting. It applies to all telemetry that is processed from then on. Incidents that are open stay open. Up to 500 services have a setting of their own.
         */
        readonly put: operations["setDetectionSensitivity"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/shadow": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what rules in shadow would have opened
         * @description The newest first. They are kept for 90 days, of each rule up to 1,000 a day.
         *
         *     Page with the header `Link`.
         */
        readonly get: operations["listShadowOpenings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/shadow/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get one shadow opening
         * @description An incident that a rule in shadow would have opened.
         */
        readonly get: operations["getShadowOpening"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/detection/shadow/{id}/feedback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say whether a shadow opening would have been useful or noise
         * @description The caller's verdict. There is one a person, by the token's `sub`, and the last one counts. A new one is answered 201, one that takes the place of another 200. It goes before what incidents of the same time say. One with 1,000 people's verdicts takes no more and answers 409.
         */
        readonly post: operations["giveShadowFeedback"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/maintenance-windows": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List maintenance windows
         * @description The windows of the organization, the latest start first. One that is over can be read for 400 days.
         *
         *     Page with the header `Link`.
         */
        readonly get: operations["listMaintenanceWindows"];
        readonly put?: never;
        /**
         * Schedule a maintenance window
         * @description While the window is active, what detection finds about its services is held back where it would open or reopen an incident. Incidents that are open go on: they count what is seen, and resolve when their signal stays normal. Incidents that people open are never held back.
         *
         *     When the window is over, candidates that still fire open within seconds, with a note in the timeline that they were held. Those that have stopped are dropped and counted in `droppedCount`. If the worker was down, a candidate stays held until it is known whether it still fires.
         *
         *     An organization has at most 1,000 windows that are not over; one more answers 409 and isn't stored. It holds at most 10,000 candidates at a time; further ones open.
         */
        readonly post: operations["createMaintenanceWindow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/maintenance-windows/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a maintenance window
         * @description One window of the organization.
         */
        readonly get: operations["getMaintenanceWindow"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a maintenance window that has not begun
         * @description Only before it begins. A window that has begun stays on record and answers 409; `POST /maintenance-windows/{id}/end` ends it.
         */
        readonly delete: operations["deleteMaintenanceWindow"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a maintenance window
         * @description Moves its end or gives another reason. One that is over answers 409. To end one now, see `POST /maintenance-windows/{id}/end`.
         */
        readonly patch: operations["updateMaintenanceWindow"];
        readonly trace?: never;
    };
    readonly "/maintenance-windows/{id}/end": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a maintenance window now
         * @description Ends an active window before its time: what it holds back and still fires opens within seconds. The window stays on record as ended. One that is over already is answered as it is; one that has not begun answers 409, delete it.
         */
        readonly post: operations["endMaintenanceWindow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/maintenance-windows/{id}/held": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what a maintenance window holds back
         * @description Candidates that would be incidents now without the window, the latest one held first. After the window, those that are not decided yet.
         *
         *     Page with the header `Link`.
         */
        readonly get: operations["listHeldCandidates"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that the process runs
         * @description Answers 200 as long as the process can answer at all. Needs no token.
         */
        readonly get: operations["checkLiveness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that the process takes requests
         * @description Answers 200 when the process takes requests, also to HEAD, and 503 while it starts or stops, or its database or queue is away. Needs no token.
         */
        readonly get: operations["checkReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the metrics
         * @description Metrics of the process as Prometheus text. Needs no token.
         */
        readonly get: operations["readMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a log event
         * @description Answers 202 once the event is durable. Whitespace around `service` is trimmed. Unknown fields are kept under `metadata`; wrong types and unknown levels are refused with a message that begins with `Invalid log event`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        readonly post: operations["sendLog"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/logs/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send many log events
         * @description An array of log events, or one log event a line as application/x-ndjson. A batch is all or nothing: one bad element answers 400 with `details` naming its index, and none is stored. With `onInvalid=skip` the good ones are accepted and the bad ones kept as dead letters, lines of application/x-ndjson that are no JSON among them.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. A batch has at most 16 MiB on the wire, 32 MiB after decompression, 10,000 events and 256 KiB an event (settings). A larger one answers 413, and an empty one 202.
         *
         *     A batch that would pass the service limit answers 403 as a whole; with `onInvalid=skip` only those events are left out.
         */
        readonly post: operations["sendLogs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a metric data point
         * @description Answers 202 once the data point is durable. Refused ones answer 400 with a message that begins with `Invalid metric data point`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        readonly post: operations["sendMetric"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/events/deployments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a deployment event
         * @description Answers 202 once the event is durable. Refused ones answer 400 with a message that begins with `Invalid deployment event`.
         *
         *     The body may be compressed with gzip, deflate, br or zstd. At most 16 MiB on the wire, 32 MiB after decompression and 256 KiB an event (settings); more answers 413.
         */
        readonly post: operations["sendDeployment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description State of a remediation action. If its `mode` is `simulate`, COMPLETED means that it was simulated: nothing was touched.
         * @enum {string}
         */
        readonly ActionStatus: "PENDING_APPROVAL" | "QUEUED" | "EXECUTING" | "COMPLETED" | "FAILED" | "REJECTED";
        /** @description The outcome of an approval. `status` tells which of the two it is. */
        readonly ApprovalResult: components["schemas"]["ApprovalStatus"] | components["schemas"]["ApprovalViolation"];
        /** @description The status that the action has now. */
        readonly ApprovalStatus: {
            readonly status: components["schemas"]["ActionStatus"];
            /**
             * @description The mode of the action; one of `simulate` touches nothing.
             * @enum {string}
             */
            readonly mode: "simulate" | "live";
        };
        /** @description A guardrail blocks the approval. The action still waits. */
        readonly ApprovalViolation: {
            /**
             * @description Always `POLICY_VIOLATION`.
             * @constant
             */
            readonly status: "POLICY_VIOLATION";
            /** @description The guardrails that block it. */
            readonly violations: readonly string[];
            /** @description Next step. */
            readonly detail: string;
        };
        /** @description The assignee of an incident. */
        readonly Assignment: {
            /**
             * Format: uuid
             * @description Id of a team member, or null to unassign. One that is not visible answers 404.
             */
            readonly assigneeId: string | null;
        };
        /** @description One entry of the audit log. Entries are only ever added. */
        readonly AuditEntry: {
            /**
             * Format: uuid
             * @description Id of the entry.
             */
            readonly id: string;
            /** @description Place in the organization's log, counted from 1. */
            readonly seq: number;
            /** @description The action, or null where the entry is about none. */
            readonly actionId: string | null;
            /** @description Event, for example `requested`, `approved`, `executing`. */
            readonly event: string;
            /** @description Name or subject of the token; `system` for the daemon. */
            readonly actor: string;
            /**
             * Format: date-time
             * @description When.
             */
            readonly at: string;
            /** @description Decision or step, with its reason. */
            readonly content: {
                readonly [key: string]: unknown;
            };
            /** @description Hash of the entry before, hexadecimal. */
            readonly previousHash: string;
            /** @description Hash of this entry, hexadecimal. */
            readonly hash: string;
        };
        /** @description The outcome of checking the hash chain of the audit log. */
        readonly AuditVerification: {
            /** @description The organization. */
            readonly organizationId: string;
            /** @description Whether every entry fits the one before, and every action its newest entry. */
            readonly valid: boolean;
            /** @description Entries that were checked. */
            readonly checked: number;
            /** @description Hash of the newest entry, hexadecimal, or null for an empty log. */
            readonly headHash: string | null;
            /** @description Id of the first entry that does not fit, or of the action whose row the log does not know. `head` or `checkpoint` if the log does not end or begin as it should. Null if everything fits. */
            readonly firstBroken: string | null;
        };
        /** @description A recommendation was applied. */
        readonly AutoApplied: {
            /**
             * @description Always true.
             * @constant
             */
            readonly applied: true;
            /** @description Days that were looked at. */
            readonly lookbackDays: number;
            /**
             * Format: uuid
             * @description The rule that was changed.
             */
            readonly ruleId: string;
            /** @description Name of the rule. */
            readonly name: string;
            /** @description Its priority before. */
            readonly previousPriority: number;
            /** @description Its priority now. */
            readonly appliedPriority: number;
            /** @description Applied change: `increase` or `decrease`. */
            readonly recommendation: string;
        };
        /** @description Nothing was applied. */
        readonly AutoApplyDeclined: {
            /**
             * @description Always false.
             * @constant
             */
            readonly applied: false;
            /** @description Days that were looked at. */
            readonly lookbackDays: number;
            /** @description Why nothing was applied, naming the guardrail. */
            readonly reason: string;
        };
        /** @description How far to look back. */
        readonly AutoApplyRequest: {
            /**
             * @description Days to look back, 1 to 90.
             * @default 30
             */
            readonly lookbackDays: number;
        };
        /** @description The outcome. `applied` tells which of the two it is. */
        readonly AutoApplyResult: components["schemas"]["AutoApplied"] | components["schemas"]["AutoApplyDeclined"];
        /** @description A service of the catalog. */
        readonly CatalogEntry: {
            /** @description Name of the service. */
            readonly serviceName: string;
            /** @description Team that owns it. */
            readonly ownerTeam: string;
            readonly tier: components["schemas"]["ServiceTier"];
            /** @description Name of its escalation policy, or null. */
            readonly escalationPolicy: string | null;
            /** @description Environment that it runs in, or null. */
            readonly environment: string | null;
            /** @description Its objective, or null. */
            readonly slo: components["schemas"]["Slo"] | null;
            /** @description Services that it calls, in the order given. */
            readonly dependencies: readonly string[];
            /**
             * Format: date-time
             * @description When the entry or its dependencies were last written.
             */
            readonly updatedAt: string;
        };
        /** @description An entry of the catalog. Replaces what was there; the dependencies stay. */
        readonly CatalogEntryUpdate: {
            /** @description Team that owns it, 1 to 200 characters. Members whose role or name holds its words are suggested for escalation. */
            readonly ownerTeam: string;
            readonly tier: components["schemas"]["ServiceTier"];
            /** @description Name of its escalation policy, up to 200 characters, or null. */
            readonly escalationPolicy?: string | null;
            /** @description Environment that it runs in, up to 100 characters, or null. */
            readonly environment?: string | null;
            /** @description Its objective, or null. */
            readonly slo?: components["schemas"]["Slo"] | null;
        };
        /** @description How likely a recent change is behind the incident. */
        readonly ChangeRisk: {
            readonly state: components["schemas"]["RiskState"];
            /** @description Risk from 0 to 100. */
            readonly score: number;
            /** @description The finding in one sentence. */
            readonly summary: string;
            /** @description Reasons for the state. */
            readonly reasons: readonly string[];
            /** @description Recommended step. */
            readonly recommendation: string;
            /** @description Changes that were correlated with the incident. */
            readonly changeCount: number;
            /** @description Confidence in the most suspicious change, a fraction from 0 to 1. 0 where there is none. */
            readonly maxChangeConfidence: number;
            /** @description Why that change is suspicious, or null where there is none. */
            readonly topChangeReason: string | null;
        };
        /** @description How deliveries fare. */
        readonly ChannelHealth: {
            /**
             * @description `open` where it failed so often that it is tried only now and then.
             * @enum {string}
             */
            readonly state: "ok" | "failing" | "open";
            /** @description Tries that failed since the last that succeeded. */
            readonly consecutiveFailures: number;
            /** @description Why the last try failed, or null. */
            readonly lastError: string | null;
            /**
             * Format: date-time
             * @description When something was last delivered, or null.
             */
            readonly lastDeliveredAt: string | null;
            /**
             * Format: date-time
             * @description When an open circuit is tried again, or null.
             */
            readonly nextTryAt: string | null;
            /** @description Deliveries that wait, counted up to 10,000. */
            readonly waiting: number;
            /** @description Deliveries that were given up, counted up to 10,000. */
            readonly dead: number;
        };
        /**
         * @description Where a channel leads. `github` and `jira` keep a ticket for each incident.
         * @enum {string}
         */
        readonly ChannelKind: "webhook" | "slack" | "email" | "github" | "jira";
        /** @description Settings by kind. `webhook` and `slack`: `url`, of which only scheme and host are answered. `email`: `recipients`. `github`: `repository` (owner/name), `labels` and `apiUrl`. `jira`: `baseUrl`, `project`, `issueType`, `email` and `closeTransition`. */
        readonly ChannelSettings: {
            /** @description Address that messages are posted to. */
            readonly url?: string;
            /** @description Email addresses. */
            readonly recipients?: readonly string[];
            /** @description Repository that issues are opened in, owner/name. */
            readonly repository?: string;
            /** @description Labels of the issues. */
            readonly labels?: readonly string[];
            /** @description Address of the API, for a server of your own. */
            readonly apiUrl?: string;
            /** @description Address of the Jira site. */
            readonly baseUrl?: string;
            /** @description Key of the Jira project. */
            readonly project?: string;
            /** @description Type of the issues; `Task` where it is left out. */
            readonly issueType?: string;
            /** @description Account that the token belongs to. */
            readonly email?: string;
            /** @description Transition that closes an issue; `Done` where it is left out. */
            readonly closeTransition?: string;
        };
        /** @description A comment on an incident. */
        readonly Comment: {
            /**
             * Format: uuid
             * @description Id of the comment.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /** @description Name of the commenter, as the caller gave it. */
            readonly author: string;
            /** @description Name or subject of the token that wrote it. Null for what was written before this was stored. */
            readonly actor?: string | null;
            /** @description Text of the comment, as it was written. */
            readonly body: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            readonly updatedAt: string;
        };
        /** @description A new comment. */
        readonly CommentCreate: {
            /** @description Name of the commenter, 1 to 200 characters, not only white space. */
            readonly author: string;
            /** @description Text of the comment, 1 to 20,000 characters, not only white space. Kept as it is written. */
            readonly body: string;
        };
        /**
         * @description The action of a rule on the newer of two matching incidents. `merge`: it becomes a child of the existing one, whose `duplicateCount` grows, or of that one's parent. `group`: both stay independent and are found through `related`. `suppress`: it is not stored. A rule merges and suppresses only if the older incident is neither RESOLVED nor CLOSED.
         * @enum {string}
         */
        readonly CorrelationAction: "merge" | "group" | "suppress";
        /** @description A verdict of the correlation, also where it kept an incident unstored or did nothing, or a change of a rule's priority by tuning. */
        readonly CorrelationDecision: {
            /**
             * Format: uuid
             * @description Id of the decision.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The newer incident. Where it was suppressed, no incident is stored under this id. Null where tuning changed a rule, which is about no incident.
             */
            readonly incidentId: string | null;
            /**
             * Format: uuid
             * @description The existing incident that it was compared with, or null. The newer one was merged into that incident, or into its parent where it was merged itself.
             */
            readonly relatedIncidentId: string | null;
            /**
             * Format: uuid
             * @description The rule that decided or that tuning changed, or null where none matched or the built-in correlation decided.
             */
            readonly ruleId: string | null;
            /** @description Name of that rule at that time, `built-in` where the built-in correlation decided, or null. */
            readonly ruleName: string | null;
            readonly action: components["schemas"]["DecisionAction"];
            /** @description The compared values by match field. Where the built-in correlation decided, `by` (what shows it), `service` and `relatedService`. Where tuning changed a rule, `previousPriority`, `appliedPriority`, `usageCount`, `resolvedCount`, `successRate` and `lookbackDays`. */
            readonly compared: {
                readonly [key: string]: unknown;
            };
            /** @description Minutes between the two incidents, with one decimal, or null where there was no other. */
            readonly gapMinutes: number | null;
            /** @description Why it was decided so. */
            readonly reason: string;
            /**
             * Format: date-time
             * @description When it was decided.
             */
            readonly createdAt: string;
            /** @description How often the same was decided again. A signal that goes on while it is suppressed is one decision, as long as no hour passes in between. */
            readonly repeats: number;
            /**
             * Format: date-time
             * @description When the same was decided last.
             */
            readonly lastAt: string;
        };
        /** @description A correlation rule. */
        readonly CorrelationRule: {
            /**
             * Format: uuid
             * @description Id of the rule.
             */
            readonly id: string;
            /** @description Name. */
            readonly name: string;
            /** @description Purpose of the rule. */
            readonly description: string;
            /** @description Whether it is applied. */
            readonly enabled: boolean;
            /** @description When two incidents match. */
            readonly conditions: components["schemas"]["RuleConditions"];
            readonly action: components["schemas"]["CorrelationAction"];
            /** @description Order of evaluation, higher first. */
            readonly priority: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            readonly updatedAt: string;
        };
        /** @description An event that was left out or could not be processed. */
        readonly DeadLetter: {
            /**
             * Format: uuid
             * @description Id of the dead letter.
             */
            readonly id: string;
            /** @description The organization. */
            readonly organizationId: string;
            readonly kind: components["schemas"]["EventKind"];
            /**
             * Format: date-time
             * @description When the event arrived.
             */
            readonly receivedAt: string;
            /** @description Why it is here. */
            readonly reason: string;
            /** @description How often processing it was tried. */
            readonly attempts: number;
            /** @description The event as it arrived, whatever it was. */
            readonly payload: unknown;
        };
        /** @description The event was queued again and the dead letter is gone. */
        readonly DeadLetterReplayed: {
            /**
             * @description Always true.
             * @constant
             */
            readonly replayed: true;
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            readonly eventId: string;
        };
        /**
         * @description The decision. `none` means that no rule matched, or that tuning changed the named rule.
         * @enum {string}
         */
        readonly DecisionAction: "merge" | "group" | "suppress" | "none";
        /** @description The reason of a decision. */
        readonly DecisionReason: {
            /** @description Reason, up to 2,000 characters. With an approval, a reason that is not empty overrides guardrails. */
            readonly reason?: string;
        };
        /** @description The resource is gone. */
        readonly Deleted: {
            /**
             * @description Always true.
             * @constant
             */
            readonly deleted: true;
        };
        /** @description A delivery that failed. */
        readonly DeliveryFailure: {
            /** @description Email address. */
            readonly recipient: string;
            /** @description Why it failed. */
            readonly reason: string;
        };
        /**
         * @description State of a delivery. `dead` was given up and can be replayed.
         * @enum {string}
         */
        readonly DeliveryStatus: "pending" | "delivered" | "dead";
        /** @description The whole set of services that a service calls. */
        readonly DependenciesUpdate: {
            /** @description Services that it calls (downstream), up to 500 names of 1 to 200 characters. */
            readonly dependencies: readonly string[];
        };
        /** @description How risky deployments of the primary service are now. */
        readonly DeploymentRisk: {
            readonly state: components["schemas"]["RiskState"];
            /** @description Risk from 0 to 100. */
            readonly score: number;
            /** @description The finding in one sentence. */
            readonly summary: string;
            /** @description Reasons for the state. */
            readonly reasons: readonly string[];
            /** @description Recommended step. */
            readonly recommendation: string;
            /** @description Hours that were looked at. */
            readonly windowHours: number;
            /** @description Deployments of the primary service in the window. */
            readonly deploymentCount: number;
            /** @description Incidents of the primary service that are neither RESOLVED nor CLOSED. A merged child counts with its parent. */
            readonly unresolvedIncidents: number;
            /** @description Incidents of the primary service that began within 60 minutes after one of these deployments, counted up to 10,000. */
            readonly postDeployIncidents: number;
            /**
             * Format: date-time
             * @description When the latest deployment took place, or null where there was none.
             */
            readonly latestDeploymentAt: string | null;
        };
        /** @description An incident that detection opened. */
        readonly DetectedIncident: {
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /** @description The rule that opened it. */
            readonly ruleId: string;
            /** @description Its primary service. */
            readonly service: string;
            /**
             * Format: date-time
             * @description When it opened.
             */
            readonly createdAt: string;
        };
        /** @description Rules of a detection file, or its errors. */
        readonly DetectionCheck: {
            /** @description Whether the daemon would start with this file. */
            readonly valid: boolean;
            /** @description Errors in the order of the file, up to 100. */
            readonly problems: readonly components["schemas"]["DetectionFileProblem"][];
            /** @description The rules as they would be in force, with all that the file leaves out; empty where it isn't valid. */
            readonly rules: readonly components["schemas"]["DetectionRule"][];
            /** @description Ids of rules with the deprecated field `pattern`, which is called `type` now. */
            readonly deprecated: readonly string[];
        };
        /** @description A detection file to be judged. */
        readonly DetectionCheckRequest: {
            readonly rules: components["schemas"]["DetectionFileText"];
        };
        /** @description Something wrong in a detection file. */
        readonly DetectionFileProblem: {
            /** @description Line, from 1 on. */
            readonly line: number;
            /** @description Column, from 1 on. */
            readonly column: number;
            /** @description The error and the allowed values. */
            readonly message: string;
        };
        /** @description Text of a detection file in YAML, up to 131,072 characters, as `TOCSIN_DETECTION_FILE` names one. It may extend the built-in rules. */
        readonly DetectionFileText: string;
        /** @description An incident that a draft rule would have opened. */
        readonly DetectionOpening: {
            /** @description Id of the rule. */
            readonly ruleId: string;
            /** @description Service that it is about. */
            readonly service: string;
            /** @description Its environment, `unknown` where telemetry names none. */
            readonly environment: string;
            /** @description The highest that it would have had. */
            readonly severity: components["schemas"]["Severity"];
            /** @description Title of the incident, one line. */
            readonly title: string;
            /** @description Why it opens, as a word. */
            readonly reason: string;
            /** @description Measured value and threshold. */
            readonly description: string;
            /**
             * Format: date-time
             * @description When what it shows began, by the telemetry.
             */
            readonly at: string;
            /**
             * Format: date-time
             * @description When it would have opened.
             */
            readonly openedAt: string;
            /**
             * Format: date-time
             * @description When it was said last.
             */
            readonly lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it would have resolved by itself; null where it was open at the end of the range.
             */
            readonly closedAt: string | null;
            /** @description How often it was observed. */
            readonly observations: number;
            /** @description How often it would have come back within 60 minutes after it resolved. */
            readonly reopened: number;
            /**
             * Format: uuid
             * @description The event that showed it, a UUIDv7.
             */
            readonly triggeringEventId: string;
            /** @description An incident that detection did open for the service and was open at that time; null where there is none. */
            readonly overlap: components["schemas"]["DetectionOverlap"] | null;
        };
        /** @description An incident that was open when an opening would have been. */
        readonly DetectionOverlap: {
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /** @description The rule that opened it. */
            readonly ruleId: string;
            /** @description Whether both have the same deduplication key: rule, service, environment and what is wrong. */
            readonly sameTrouble: boolean;
        };
        /** @description Openings of draft rules. Nothing is written. */
        readonly DetectionPreview: {
            /**
             * Format: date-time
             * @description Begin of the range.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the range.
             */
            readonly to: string;
            /**
             * Format: date-time
             * @description End of the telemetry that was read; `to` unless the answer is truncated.
             */
            readonly coveredUntil: string;
            /**
             * Format: date-time
             * @description Telemetry was read from here on, so that the rules know what is usual when the range begins. Incidents that opened before the range aren't answered.
             */
            readonly warmUpFrom: string;
            /** @description Whether `coveredUntil` lies before `to`. */
            readonly truncated: boolean;
            /**
             * @description The limit that ended the reading: 500,000 events, 20 seconds or 20,000 openings. Null where everything was read.
             * @enum {string|null}
             */
            readonly truncatedBy: "events" | "time" | "openings" | null;
            /** @description Events that were read, those of the warm-up too. */
            readonly events: number;
            /** @description Events among them that were six hours old or older when they came, and open nothing. */
            readonly backfilled: number;
            /** @description Events of services beyond the first 1,000 that spoke, which were passed over. */
            readonly eventsLeftOut: number;
            /** @description Every rule that was tried, in the order of the file. */
            readonly rules: readonly components["schemas"]["DetectionPreviewRule"][];
            /** @description Openings, the oldest first, up to 1,000. */
            readonly openings: readonly components["schemas"]["DetectionOpening"][];
            /** @description Openings that are counted with their rules and not listed. */
            readonly openingsLeftOut: number;
            /** @description Incidents that detection did open within the range, for which none of the openings stands. The oldest first, up to 200. */
            readonly missedIncidents: readonly components["schemas"]["DetectedIncident"][];
            /** @description Such incidents that are not listed. */
            readonly missedIncidentsLeftOut: number;
        };
        /** @description Draft rules to try on stored telemetry. */
        readonly DetectionPreviewRequest: {
            readonly rules: components["schemas"]["DetectionFileText"];
            /** @description Begin of the range. ISO 8601 with an offset or Z. Left out, 24 hours before its end. */
            readonly from?: string;
            /** @description End of the range, at most 31 days after its begin. ISO 8601 with an offset or Z. Left out, or in the future, now. */
            readonly to?: string;
            /** @description Only the telemetry of this service. */
            readonly service?: string;
            /** @description Only these rules of the file; ids that it doesn't hold are refused. */
            readonly ruleIds?: readonly string[];
        };
        /** @description Openings of one rule. */
        readonly DetectionPreviewRule: {
            /** @description Id of the rule. */
            readonly ruleId: string;
            /** @description Mode in the file. A rule in shadow opens no incidents. */
            readonly mode: components["schemas"]["RuleMode"];
            readonly signalType: components["schemas"]["SignalType"];
            /** @description Incidents that it would have opened. */
            readonly openings: number;
            /** @description The same a day, by the time that was covered; two decimals. */
            readonly perDay: number;
            /** @description Services that they would have been about. */
            readonly services: number;
            /** @description How often it would have seen something, repeats included. */
            readonly observations: number;
            /** @description Openings for which there was an incident. */
            readonly overlapping: number;
        };
        /** @description The openings of all rules in a period. */
        readonly DetectionReport: {
            /**
             * Format: date-time
             * @description Start of the period.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period.
             */
            readonly to: string;
            /**
             * Format: date-time
             * @description Openings are counted from here on. Later than `from` if there were more than 10,000.
             */
            readonly countedFrom: string;
            /** @description Time zone of the nights. */
            readonly timeZone: string;
            /** @description Local time at which a night begins. */
            readonly nightFrom: string;
            /** @description Local time at which a night ends. */
            readonly nightTo: string;
            /** @description Rules in force, in the order of the file. */
            readonly rules: readonly components["schemas"]["RuleReport"][];
            /** @description The replays of stored telemetry; null without `compareHours`. */
            readonly comparison: components["schemas"]["SensitivityComparison"] | null;
        };
        /** @description A detection rule. */
        readonly DetectionRule: {
            /** @description Id of the rule. */
            readonly id: string;
            readonly signalType: components["schemas"]["SignalType"];
            /** @description Whether it is applied. */
            readonly enabled: boolean;
            /** @description Mode of the rule in the organization. For a draft, the mode in its file. */
            readonly mode: components["schemas"]["RuleMode"];
            /** @description Mode in the detection file. */
            readonly fileMode: components["schemas"]["RuleMode"];
            /**
             * Format: date-time
             * @description When the organization's mode was set last; its openings count from then on. Null where it never was.
             */
            readonly modeSince: string | null;
            /** @description Name of the person that set the mode; `system` for an automatic demotion, null where nobody did. */
            readonly modeBy: string | null;
            /** @description Why; null where nobody set it. */
            readonly modeReason: string | null;
            /** @description Whether it may go to shadow by itself where it is mostly noise. */
            readonly autoDemote: boolean;
            /**
             * @description Whether it is built in, a built-in one that the detection file changes, or the file's own.
             * @enum {string}
             */
            readonly source: "built-in" | "changed" | "file";
            /** @description Description of the rule. */
            readonly description: string;
            readonly severity: components["schemas"]["Severity"];
            /** @description Minutes that the signal must stay normal until the incident is resolved by itself. */
            readonly resolveAfterMinutes: number;
            /** @description Thresholds and windows of the rule, with units in their names. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
        };
        /** @description The sensitivity of the organization and of its services. */
        readonly DetectionSensitivity: {
            readonly sensitivity: components["schemas"]["Sensitivity"];
            /**
             * Format: date-time
             * @description When it was set or removed; null if it never was.
             */
            readonly since: string | null;
            /** @description Name or subject of the token; null if it was never set. */
            readonly by: string | null;
            /** @description Why; null if it was never set. */
            readonly reason: string | null;
            /** @description Services for which it was set or removed, by name. */
            readonly services: readonly components["schemas"]["ServiceSensitivity"][];
        };
        /** @description Findings of the analyser or the model. Every claim names evidence by its id. */
        readonly Diagnosis: {
            /** @description The most likely cause. Empty where the diagnosis is inconclusive. */
            readonly rootCause: string;
            /** @description The finding in a few sentences. */
            readonly summary: string;
            /** @description Names of the services that the cause reaches. */
            readonly impactedServices: readonly string[];
            /** @description Suggested fixes, the most promising first. */
            readonly suggestedFixes: readonly components["schemas"]["SuggestedFix"][];
            /** @description Confidence in the root cause, a fraction from 0 to 1. */
            readonly confidenceScore: number;
            /** @description The causes that were weighed, the most likely first. */
            readonly hypotheses: readonly components["schemas"]["Hypothesis"][];
            /** @description True if a change explains the incident, and false if changes were looked at and none explains it. Null if none could be looked at or the question stays open. */
            readonly changeAtFault: boolean | null;
            /** @description Evidence of the diagnosis. */
            readonly evidence: readonly components["schemas"]["Evidence"][];
            /**
             * Format: date-time
             * @description When the trouble began, as the evidence shows it, or null where nothing does.
             */
            readonly onsetAt: string | null;
            /** @description Evidence that was left out because of its size or age, a sentence each. */
            readonly omitted: readonly string[];
            /** @description The model's part in the diagnosis; null where none is configured. */
            readonly model: components["schemas"]["DiagnosisModel"] | null;
        };
        /** @description The part of a model in a diagnosis. */
        readonly DiagnosisModel: {
            /** @description Name of the model. */
            readonly name: string;
            /**
             * @description `used`: the diagnosis holds what it said. Else the built-in diagnosis stands.
             * @enum {string}
             */
            readonly status: "used" | "skipped" | "failed";
            /** @description Why it was skipped or failed, or null. */
            readonly reason: string | null;
            /** @description Tokens that it was given. */
            readonly promptTokens: number;
            /** @description Tokens that it answered. */
            readonly completionTokens: number;
            /** @description Claims of the model that were dropped for lack of evidence, a sentence each. */
            readonly dropped: readonly string[];
        };
        /** @description Progress of a diagnosis, the data of the event `diagnosis`. */
        readonly DiagnosisProgress: {
            /**
             * Format: uuid
             * @description The incident that is diagnosed.
             */
            readonly incidentId: string;
            readonly diagnosisStatus: components["schemas"]["DiagnosisStatus"];
            /** @description The step at hand, for example `collecting` or `weighing`. */
            readonly stage: string;
            /** @description The step in one sentence. */
            readonly message: string;
            /**
             * Format: date-time
             * @description When the step began.
             */
            readonly at: string;
        };
        /** @description The diagnosis was started. */
        readonly DiagnosisQueued: {
            /**
             * @description Always true.
             * @constant
             */
            readonly queued: true;
        };
        /**
         * @description The state of the diagnosis. INCONCLUSIVE means that the evidence does not carry a root cause.
         * @enum {string}
         */
        readonly DiagnosisStatus: "PENDING" | "RUNNING" | "COMPLETED" | "INCONCLUSIVE" | "FAILED";
        /** @description A tool and its parameters. The first four tool types look at pods, `checkHttpHealth` at an address, the others at cloud resources that are mapped to the incident. */
        readonly DiagnosticTool: {
            readonly type: components["schemas"]["ToolType"];
        } & (components["schemas"]["getPodLogs"] | components["schemas"]["describePod"] | components["schemas"]["getPodResources"] | components["schemas"]["getPodProcesses"] | components["schemas"]["checkHttpHealth"] | components["schemas"]["getCloudLogs"] | components["schemas"]["getManagedDbHealth"] | components["schemas"]["getLoadBalancer5xxMetrics"] | components["schemas"]["getFunctionErrors"] | components["schemas"]["getQueueBacklog"] | components["schemas"]["getContainerServiceHealth"]);
        /** @description An environment that an action is judged in, and who names it. */
        readonly EnvironmentClaim: {
            /** @description Its name in small letters; `prod` is `production`. */
            readonly environment: string;
            /**
             * @description The source of the environment: the service catalog, the incident, the policy's map of namespaces, or the request. `nobody`: none of the first three knows where the target runs, so that production is among them.
             * @enum {string}
             */
            readonly source: "catalog" | "incident" | "namespace" | "action" | "nobody";
            /** @description The service or namespace that it is said of; null for an incident and a request. */
            readonly about: string | null;
        };
        /**
         * @description Cause of the error, for programs. docs/errors.md explains each code and the next step. New versions may add codes.
         * @enum {string}
         */
        readonly ErrorCode: "invalid_request" | "invalid_json" | "invalid_cursor" | "invalid_event" | "invalid_organization_id" | "invalid_action_parameters" | "unknown_action_type" | "missing_action_target" | "action_not_pending" | "corrupt_compression" | "incomplete_body" | "malformed_request" | "headers_too_large" | "missing_token" | "invalid_token" | "token_expired" | "token_revoked" | "token_lifetime_exceeded" | "invalid_api_key" | "missing_permission" | "organization_not_allowed" | "organization_mismatch" | "service_limit_reached" | "cross_site_request" | "target_not_allowed" | "resource_not_mapped" | "self_approval" | "override_permission_missing" | "path_not_found" | "incident_not_found" | "comment_not_found" | "event_not_found" | "dead_letter_not_found" | "detection_rule_not_found" | "shadow_opening_not_found" | "correlation_rule_not_found" | "team_member_not_found" | "runbook_not_found" | "catalog_entry_not_found" | "maintenance_window_not_found" | "channel_not_found" | "delivery_not_found" | "action_not_found" | "suggested_fix_not_found" | "diagnostic_run_not_found" | "report_run_not_found" | "output_not_found" | "method_not_allowed" | "already_exists" | "limit_reached" | "version_not_higher" | "incident_not_merged" | "maintenance_window_state" | "delivery_not_dead" | "channel_deleted" | "report_run_in_progress" | "plan_changed" | "idempotency_key_in_use" | "idempotency_outcome_unknown" | "idempotency_answer_lost" | "body_too_large" | "batch_too_large" | "event_too_large" | "compression_ratio_exceeded" | "unsupported_media_type" | "unsupported_content_encoding" | "unsupported_expectation" | "host_not_allowed" | "policy_violation" | "ambiguous_name" | "idempotency_key_reused" | "provider_unavailable" | "dead_letter_still_invalid" | "event_quota_exceeded" | "diagnostic_rate_exceeded" | "too_many_running" | "too_many_pending_actions" | "too_many_streams" | "internal_error" | "unsupported_transfer_encoding" | "not_ready" | "storage_unavailable" | "queue_full" | "too_many_organizations" | "overloaded" | "request_too_slow" | "identity_provider_unavailable" | "target_unavailable";
        /** @description One refused field. */
        readonly ErrorDetail: {
            /** @description JSON pointer into the body, for example `/3/level`, or the name of the parameter. */
            readonly path: string;
            /** @description The rule that the field breaks. */
            readonly message: string;
        };
        /** @description The body of every error of both interfaces. */
        readonly ErrorResponse: {
            /** @description HTTP status of the answer. */
            readonly statusCode: number;
            readonly code: components["schemas"]["ErrorCode"];
            /** @description Name of the status, for example `Not Found`. */
            readonly error: string;
            /** @description The cause of the error and the next step, for people. Contains nothing internal. */
            readonly message: string;
            /** @description The refused fields, where the error is about fields. */
            readonly details?: readonly components["schemas"]["ErrorDetail"][];
            /** @description The policy rules or guardrails that block the request (status 422 of a remediation request). */
            readonly violations?: readonly string[];
        };
        /** @description The person to escalate to. */
        readonly EscalateRequest: {
            /** @description Id of a team member, up to 128 characters. Left out, the first suggested target is taken. */
            readonly targetId?: string;
        };
        /** @description The outcome of an escalation. */
        readonly Escalation: {
            /** @description True when the incident was assigned to a target. False when there is nobody to escalate to, or when the incident is over. */
            readonly escalated: boolean;
            /** @description The person that the incident is now assigned to, or null where there is nobody. */
            readonly target: components["schemas"]["EscalationTarget"] | null;
            readonly state: components["schemas"]["EscalationState"];
            /** @description Next step. */
            readonly nextStep: string;
        };
        /** @description A deadline. */
        readonly EscalationClock: {
            /**
             * Format: date-time
             * @description When it is due.
             */
            readonly dueAt: string;
            /** @description Minutes until then, with one decimal. Negative when it is past. */
            readonly minutesRemaining: number;
            /** @description Whether the deadline passed before the step was taken, and before the incident was over. */
            readonly breached: boolean;
        };
        /** @description People to notify, with times. */
        readonly EscalationPlan: {
            readonly state: components["schemas"]["EscalationState"];
            /** @description The service at the centre of the incident. Empty where the incident names none. */
            readonly primaryService: string;
            /** @description Team that owns the primary service, from the catalog. Empty where the catalog does not know it. */
            readonly ownerTeam: string;
            /** @description Escalation policy of the primary service, from the catalog. Empty where the catalog does not know it. */
            readonly escalationPolicy: string;
            /** @description Distinct services that the primary service reaches over downstream edges, directly and indirectly, unmapped ones included. */
            readonly blastRadiusCount: number;
            /** @description Why the plan says so. Speaks of the blast radius and of unmapped edges. */
            readonly reason: string;
            /** @description Next step. */
            readonly nextStep: string;
            /** @description Time to acknowledge, counted from `createdAt`. CRITICAL 5, HIGH 15, MEDIUM 60, LOW 240 minutes. */
            readonly timeToAcknowledge: components["schemas"]["EscalationClock"];
            /** @description Time to escalate, counted from `createdAt`. CRITICAL 15, HIGH 30, MEDIUM 240, LOW 1440 minutes. */
            readonly timeToEscalate: components["schemas"]["EscalationClock"];
            /** @description Team members to escalate to, the best first. */
            readonly suggestedTargets: readonly components["schemas"]["SuggestedTarget"][];
            /** @description Services that call the primary service. */
            readonly dependents: readonly string[];
        };
        /**
         * @description Where the escalation of an incident stands.
         * @enum {string}
         */
        readonly EscalationState: "on_track" | "acknowledge_due" | "escalate_due" | "escalated" | "closed";
        /** @description The person it was escalated to. */
        readonly EscalationTarget: {
            /** @description Id of the team member. */
            readonly id: string;
            /** @description Name of the team member. */
            readonly name: string;
            /** @description Email address of the team member. */
            readonly email: string;
        };
        /**
         * @description Kind of an event.
         * @enum {string}
         */
        readonly EventKind: "log" | "metric" | "deployment";
        /** @description One piece of evidence. */
        readonly Evidence: {
            /** @description Unique within the diagnosis. It is the id of the telemetry event, incident or tool run. For counted or absent evidence it is a short name such as `errors:checkout`. */
            readonly id: string;
            /**
             * @description Kind of evidence.
             * @enum {string}
             */
            readonly kind: "log" | "metric" | "errors" | "silence" | "deployment" | "catalog" | "dependency" | "incident" | "probe";
            /** @description Service that it is about, or null. */
            readonly service: string | null;
            /** @description Finding in one sentence. */
            readonly summary: string;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly at: string;
            /** @description Path on this interface whose GET shows it, for example `/events/…`, or null where there is nothing to open. */
            readonly ref: string | null;
        };
        /** @description The tool that failed most often. */
        readonly FailingTool: {
            readonly toolType: components["schemas"]["ToolType"];
            /** @description How often it failed. */
            readonly failed: number;
        };
        /** @description One reason of failure. */
        readonly FailurePattern: {
            /** @description The reason, without what varies. */
            readonly pattern: string;
            /** @description How often it was met. */
            readonly count: number;
        };
        /** @description A verdict on an incident or a shadow opening. */
        readonly FeedbackGive: {
            readonly verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, up to 2,000 characters. */
            readonly note?: string;
        };
        /**
         * @description Whether it was worth somebody's attention.
         * @enum {string}
         */
        readonly FeedbackVerdict: "useful" | "noise";
        /** @description One trouble that a window holds back; all that was seen of it counts on the same one. */
        readonly HeldCandidate: {
            /** @description The key that its incident would have. */
            readonly deduplicationKey: string;
            /** @description The trouble in one line. May quote telemetry. */
            readonly title: string;
            /** @description Measured value and threshold. */
            readonly description: string;
            /** @description The highest that was seen. */
            readonly severity: components["schemas"]["Severity"];
            /** @description The service that it is about. */
            readonly service: string;
            /** @description The environment that it was seen in. Null where none was named. */
            readonly environment: string | null;
            /**
             * Format: date-time
             * @description When it was first held back.
             */
            readonly heldSince: string;
            /**
             * Format: date-time
             * @description When it was last seen.
             */
            readonly lastSeenAt: string;
            /** @description How often it was seen. */
            readonly observations: number;
        };
        /** @description The incidents created in one hour, without merged children. */
        readonly HourCount: {
            /**
             * Format: date-time
             * @description Start of the hour, in UTC.
             */
            readonly hour: string;
            /** @description Incidents created in that hour. 0 where there were none. */
            readonly count: number;
        };
        /** @description One cause that was weighed. */
        readonly Hypothesis: {
            /** @description Place in the order, 1 is the most likely. */
            readonly rank: number;
            /** @description The cause, in one sentence. */
            readonly cause: string;
            /** @description Service that it lies in, or null. */
            readonly service: string | null;
            /** @description Metric that shows it, or null. */
            readonly metric: string | null;
            /** @description Git hash or id of the deployment event of the change behind it, or null. */
            readonly change: string | null;
            /** @description Confidence, a fraction from 0 to 1. */
            readonly confidence: number;
            /** @description Ids of the evidence for it. */
            readonly evidence: readonly string[];
            /** @description Ids of the evidence against it. */
            readonly counterEvidence: readonly string[];
        };
        /** @description An incident. */
        readonly Incident: {
            /**
             * Format: uuid
             * @description Id of the incident.
             */
            readonly id: string;
            /** @description One line that names the problem. */
            readonly title: string;
            /** @description Description of the incident. */
            readonly description: string;
            readonly severity: components["schemas"]["Severity"];
            readonly status: components["schemas"]["IncidentStatus"];
            /** @description Names of the services concerned. */
            readonly affectedServices: readonly string[];
            /** @description Id of the event that caused the incident. For a manual incident `manual:` and the id of the incident. */
            readonly triggeringEventId: string;
            /**
             * Format: uuid
             * @description Team member who works on it, or null.
             */
            readonly assigneeId: string | null;
            /** @description Signals with the same key are the same problem and raise `duplicateCount`. */
            readonly deduplicationKey: string;
            /** @description Number of further observations and merged children. Starts at 0. */
            readonly duplicateCount: number;
            /**
             * Format: date-time
             * @description When the problem was last observed.
             */
            readonly lastSeenAt: string;
            /**
             * Format: uuid
             * @description The incident that this one was merged into, or null.
             */
            readonly parentIncidentId: string | null;
            readonly diagnosisStatus: components["schemas"]["DiagnosisStatus"];
            /** @description The diagnosis. Null until `diagnosisStatus` is COMPLETED or INCONCLUSIVE. */
            readonly diagnosis: components["schemas"]["Diagnosis"] | null;
            /**
             * Format: date-time
             * @description When the incident was created.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When the incident last changed.
             */
            readonly updatedAt: string;
            /** @description Environment of the primary service, from the catalog or the events. `unknown` where nothing says it; policy treats that as production. */
            readonly environment: string;
            /** @description The service at the centre of the incident, or null where it names none. */
            readonly primaryService: string | null;
            /**
             * Format: date-time
             * @description When the incident first became RESOLVED or CLOSED. Null while it is neither.
             */
            readonly resolvedAt: string | null;
            /** @description The organization that the incident belongs to. */
            readonly organizationId: string;
            readonly signalType: components["schemas"]["SignalType"];
        };
        /** @description A new incident. */
        readonly IncidentCreate: {
            /** @description One line that names the problem, 1 to 500 characters, not only white space. White space around it is trimmed. */
            readonly title: string;
            /** @description Description, up to 20,000 characters. */
            readonly description: string;
            readonly severity: components["schemas"]["Severity"];
            /** @description Names of the services concerned, up to 100 names of 1 to 200 characters, none of white space only. White space around them is trimmed. The first one is the primary service. */
            readonly affectedServices: readonly string[];
        };
        /** @description One person's verdict on an incident. */
        readonly IncidentFeedback: {
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            readonly verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, as it was written; null where nothing was. */
            readonly note: string | null;
            /** @description Name or subject of the token. */
            readonly by: string;
            /**
             * Format: date-time
             * @description When that person said so first.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When that person said so last.
             */
            readonly updatedAt: string;
        };
        /** @description A resource of a platform that is mapped to an incident. */
        readonly IncidentResource: {
            /**
             * Format: uuid
             * @description Id of the mapping.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /** @description The organization. */
            readonly organizationId: string;
            /** @description The kind of platform that it lives on, for example `aws` or `kubernetes`. */
            readonly provider: string;
            /** @description Kind of resource. */
            readonly resourceType: string;
            /** @description Id of the resource, or null where `resourceArn` names it. */
            readonly resourceId: string | null;
            /** @description Cloud resource name, or null where `resourceId` names it. */
            readonly resourceArn: string | null;
            /** @description Region that it lives in. */
            readonly region: string;
            /**
             * Format: date-time
             * @description When it was mapped.
             */
            readonly createdAt: string;
        };
        /** @description The runbooks that are linked to an incident. */
        readonly IncidentRunbooks: {
            /** @description The links. */
            readonly links: readonly components["schemas"]["RunbookLink"][];
            /** @description The linked runbooks. */
            readonly runbooks: readonly components["schemas"]["Runbook"][];
        };
        /** @description Counts over the incidents of a window. A merged child counts with its parent. */
        readonly IncidentStats: {
            /** @description Incidents that are OPEN, INVESTIGATING or REMEDIATING. */
            readonly activeCount: number;
            /** @description Incidents that are RESOLVED or CLOSED. */
            readonly resolvedCount: number;
            /** @description All incidents of the window without merged children. */
            readonly totalCount: number;
            /** @description Mean minutes from `createdAt` to `resolvedAt` of those that are RESOLVED or CLOSED, with one decimal. 0 where none has recovered. */
            readonly avgRecoveryMinutes: number;
            /** @description The incidents of `totalCount` by severity. */
            readonly bySeverity: components["schemas"]["SeverityCounts"];
            /** @description Merged children of the window, which no other count contains. Left out where there are none. */
            readonly mergedCount?: number;
            /** @description Services of the active incidents and their merged children in the order of their names, the first 1,000. */
            readonly affectedServices: readonly string[];
            /** @description Services of all incidents of the window and their merged children in the order of their names, the first 1,000. */
            readonly allServices: readonly string[];
        };
        /**
         * @description The state of an incident.
         * @enum {string}
         */
        readonly IncidentStatus: "OPEN" | "INVESTIGATING" | "REMEDIATING" | "RESOLVED" | "CLOSED";
        /** @description Telemetry of one organization that ingestion refused for one reason. */
        readonly IngestionRefusal: {
            /** @description The organization that the telemetry was sent to. */
            readonly organizationId: string;
            /**
             * @description `default_service_limit` and `service_limit`: the organization holds no more services; answered 403, or left out of a lenient batch. `organization_rate` and `organization_backlog`: the organization has used up a quota of the settings. The answer is 429, or 413 if the batch is larger than the quota ever holds. The answer for other reasons is 503. Most shippers send the events again after a 429 or 503 answer. `organizations_per_minute` and `organizations_max`: the organization is new, and the server takes no more for now. `queue_share`: the organization takes up its share of the queue.
             * @enum {string}
             */
            readonly reason: "default_service_limit" | "service_limit" | "organizations_per_minute" | "organizations_max" | "queue_share" | "organization_rate" | "organization_backlog";
            /** @description How many requests it concerned. */
            readonly count: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            readonly firstAt: string;
            /**
             * Format: date-time
             * @description When it happened last.
             */
            readonly lastAt: string;
            /** @description Some of the services that were refused; none of another organization. */
            readonly services: readonly string[];
            /** @description Next step. */
            readonly advice: string;
        };
        /** @description Counts over the actions that act, without those that are simulated. Show these to people. */
        readonly LiveRemediationStats: {
            /** @description All actions that act. */
            readonly total: number;
            /** @description Actions in PENDING_APPROVAL. */
            readonly pending: number;
            /** @description Actions in QUEUED or EXECUTING. */
            readonly executing: number;
            /** @description Actions in COMPLETED. */
            readonly completed: number;
            /** @description Actions in FAILED. */
            readonly failed: number;
            /** @description Completed actions of those completed and failed, in percent with one decimal; null where there are none. */
            readonly successRate: number | null;
        };
        /** @description The process runs. */
        readonly Liveness: {
            /**
             * @description Always `live`.
             * @constant
             */
            readonly status: "live";
        };
        /**
         * @description Level of a log event.
         * @enum {string}
         */
        readonly LogLevel: "debug" | "info" | "warn" | "error" | "fatal";
        /** @description A kind of log message of one environment of a service. */
        readonly LogPattern: {
            readonly patternId: components["schemas"]["PatternId"];
            /** @description Ids of patterns that turned out to be this one. Logs that came before keep them; a search for any of these ids within the service finds them all. */
            readonly aliases: readonly components["schemas"]["PatternId"][];
            /** @description The service. */
            readonly service: string;
            /** @description The environment, in lower case; `unknown` for logs that name none. */
            readonly environment: string;
            /** @description The common part of its messages, with placeholders for variable parts. More messages may change it. */
            readonly template: string;
            /** @description The most severe level that it was seen at. */
            readonly level: components["schemas"]["LogLevel"];
            /** @description Occurrences by level. */
            readonly levels: {
                /** @description Debug logs. */
                readonly debug: number;
                /** @description Informational logs. */
                readonly info: number;
                /** @description Warnings. */
                readonly warn: number;
                /** @description Errors. */
                readonly error: number;
                /** @description Fatal errors. */
                readonly fatal: number;
            };
            /** @description Occurrences since it was first seen. */
            readonly count: number;
            /**
             * Format: date-time
             * @description When it came first.
             */
            readonly firstSeenAt: string;
            /**
             * Format: date-time
             * @description When it came last.
             */
            readonly lastSeenAt: string;
            /** @description Occurrences a minute. */
            readonly ratePerMinute: {
                /** @description Over the last five to ten minutes. */
                readonly now: number;
                /** @description Over a day, or since it is known; null where that is less than five minutes. */
                readonly usual: number | null;
            };
            readonly trend: components["schemas"]["PatternTrend"];
            /**
             * Format: uuid
             * @description The last event that it came in.
             */
            readonly sampleEventId: string;
        };
        /**
         * @description `scheduled` before it begins, `active` while it holds back what fires, `ended` afterwards.
         * @enum {string}
         */
        readonly MaintenanceState: "scheduled" | "active" | "ended";
        /** @description Planned work on services, while which nothing of theirs opens an incident. */
        readonly MaintenanceWindow: {
            /**
             * Format: uuid
             * @description Id of the window.
             */
            readonly id: string;
            /** @description Organization that it belongs to. */
            readonly organizationId: string;
            /** @description The services that are worked on, by their names in telemetry. */
            readonly services: readonly string[];
            readonly state: components["schemas"]["MaintenanceState"];
            /**
             * Format: date-time
             * @description When it begins.
             */
            readonly startsAt: string;
            /**
             * Format: date-time
             * @description When it ends by the plan.
             */
            readonly endsAt: string;
            /**
             * Format: date-time
             * @description When it was over, which is before `endsAt` where somebody ended it. Null until then.
             */
            readonly endedAt: string | null;
            /** @description Name of the person that ended it early; null where nobody did. */
            readonly endedBy: string | null;
            /** @description Reason for the maintenance. */
            readonly reason: string;
            /** @description Name or subject of the token that scheduled it. */
            readonly createdBy: string;
            /**
             * Format: date-time
             * @description When it was scheduled.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When somebody last changed or ended it.
             */
            readonly updatedAt: string;
            /** @description How many different troubles it holds back now, each of which would be an incident. */
            readonly heldCount: number;
            /** @description How many of those that it held still fired after it and went the way of all others. They opened, reopened or counted on an incident, or a correlation rule suppressed them. */
            readonly openedCount: number;
            /** @description How many of those that it held came to nothing, since they had stopped firing. */
            readonly droppedCount: number;
        };
        /** @description A window to schedule. */
        readonly MaintenanceWindowCreate: {
            /** @description The services that are worked on, by their exact names in telemetry. 1 to 100 names of up to 200 characters. */
            readonly services: readonly string[];
            /** @description When it begins. ISO 8601 with an offset or Z. Left out, or in the past, now. */
            readonly startsAt?: string;
            /** @description When it ends. ISO 8601 with an offset or Z. In the future, after `startsAt`, at most 30 days after it. */
            readonly endsAt: string;
            /** @description Reason for the maintenance, 1 to 1,000 characters. Incidents that were held back quote it. */
            readonly reason: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        readonly MaintenanceWindowUpdate: {
            /** @description When it ends instead. ISO 8601 with an offset or Z. In the future, at most 30 days after `startsAt`. */
            readonly endsAt?: string;
            /** @description Reason for the maintenance, 1 to 1,000 characters. */
            readonly reason?: string;
        };
        /**
         * @description A field of two incidents that is compared.
         * @enum {string}
         */
        readonly MatchField: "service" | "signalType" | "severity";
        /** @description The environment of the namespaces that the pattern fits. */
        readonly NamespaceEnvironment: {
            /** @description A namespace; `*` stands for anything. */
            readonly namespace: string;
            /** @description Its name in small letters; `prod` is `production`. */
            readonly environment: string;
        };
        /** @description Where notifications go. */
        readonly NotificationChannel: {
            /**
             * Format: uuid
             * @description Id of the channel.
             */
            readonly id: string;
            /** @description The organization. */
            readonly organizationId: string;
            /** @description Name that tells it from others. */
            readonly name: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /** @description Whether anything is sent. */
            readonly enabled: boolean;
            /** @description Kinds of events that are sent; empty for all. */
            readonly events: readonly components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above, or null for all.
             * @enum {string|null}
             */
            readonly minSeverity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services; empty for all. */
            readonly services: readonly string[];
            /** @description Settings by kind; of an address that is a secret itself, scheme and host alone. */
            readonly settings: {
                readonly [key: string]: unknown;
            };
            /** @description Whether a secret is kept for it. */
            readonly secretSet: boolean;
            /** @description A secret that was made for it, in the answer of its creation alone; else null. */
            readonly secret: string | null;
            readonly health: components["schemas"]["ChannelHealth"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            readonly updatedAt: string;
        };
        /** @description A channel to create. */
        readonly NotificationChannelCreate: {
            /** @description Name, up to 100 characters. */
            readonly name: string;
            readonly kind: components["schemas"]["ChannelKind"];
            /**
             * @description Whether anything is sent.
             * @default true
             */
            readonly enabled: boolean;
            /** @description Kinds of events that are sent; empty or left out for all. */
            readonly events?: readonly components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above.
             * @enum {string|null}
             */
            readonly minSeverity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services. */
            readonly services?: readonly string[];
            readonly settings: components["schemas"]["ChannelSettings"];
            /** @description Key that a webhook is signed with, or token for GitHub or Jira. Kept sealed and never answered. A webhook that is created without one gets one, which only this answer shows. */
            readonly secret?: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        readonly NotificationChannelUpdate: {
            /** @description Name, up to 100 characters. */
            readonly name?: string;
            /** @description Whether anything is sent. */
            readonly enabled?: boolean;
            /** @description Kinds of events that are sent; empty for all. */
            readonly events?: readonly components["schemas"]["NotificationEvent"][];
            /**
             * @description Only about incidents of this severity and above, or null for all.
             * @enum {string|null}
             */
            readonly minSeverity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | null;
            /** @description Only about incidents of these services. */
            readonly services?: readonly string[];
            /** @description Replaces all settings. */
            readonly settings?: components["schemas"]["ChannelSettings"];
            /** @description Replaces the secret. Where settings send a token for GitHub or Jira to another address, it has to be given again. */
            readonly secret?: string;
        };
        /** @description One notification to one channel. */
        readonly NotificationDelivery: {
            /**
             * Format: uuid
             * @description Id of the delivery, the same at every try.
             */
            readonly id: string;
            /** @description The organization. */
            readonly organizationId: string;
            /** @description The channel. */
            readonly channelId: string;
            /** @description Name of the channel. */
            readonly channelName: string;
            /** @description The incident. */
            readonly incidentId: string;
            readonly event: components["schemas"]["NotificationEvent"];
            readonly status: components["schemas"]["DeliveryStatus"];
            /** @description Tries so far. */
            readonly attempts: number;
            /** @description Why the last try failed, or null. */
            readonly lastError: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When it is tried next, or null.
             */
            readonly nextTryAt: string | null;
            /**
             * Format: date-time
             * @description When it was taken, or null.
             */
            readonly deliveredAt: string | null;
        };
        /**
         * @description The event that is notified. `severity_raised`: it was seen again, or another one was merged into it, and it is more severe now. `rule_demoted`: the detection rule that opened it was mostly noise, and only watches from now on.
         * @enum {string}
         */
        readonly NotificationEvent: "incident_created" | "status_changed" | "assigned" | "escalated" | "comment_added" | "merged" | "severity_raised" | "diagnosis_completed" | "diagnosis_failed" | "approval_requested" | "approval_expiring" | "remediation_approved" | "remediation_rejected" | "remediation_executing" | "remediation_completed" | "remediation_failed" | "remediation_checked" | "rule_demoted";
        /** @description Result of a test message. */
        readonly NotificationTest: {
            /** @description Whether it was taken. */
            readonly delivered: boolean;
            /** @description Why it was not taken, or null. */
            readonly reason: string | null;
        };
        /** @description The on-call state to set. */
        readonly OnCallChange: {
            /** @description Whether the member is on call. */
            readonly isOnCall: boolean;
        };
        /** @description The time from the first telemetry of a condition to its opening. */
        readonly OnsetToOpening: {
            /** @description Openings that were measured. */
            readonly measured: number;
            /** @description Their median. */
            readonly medianSeconds: number;
            /** @description The longest one. */
            readonly worstSeconds: number;
        };
        /** @description Openings of a replay. A rule in shadow counts as if it were active. */
        readonly OpeningsBySensitivity: {
            /** @description With the present settings. */
            readonly present: number;
            /** @description With `quiet` for all services. */
            readonly quiet: number;
            /** @description With `normal` for all services. */
            readonly normal: number;
            /** @description With `early` for all services. */
            readonly early: number;
        };
        /** @description Openings of a rule and their verdicts; the newest 10,000. */
        readonly OpeningsMeasured: {
            /**
             * Format: date-time
             * @description Openings are counted from here on.
             */
            readonly from: string;
            /** @description Openings. */
            readonly opened: number;
            /** @description Those that were useful. */
            readonly useful: number;
            /** @description Those that were noise. */
            readonly noise: number;
            /** @description Those of which nobody knows. */
            readonly unjudged: number;
            /** @description How many services on how many days the judged ones are about, each service and day once. */
            readonly occasions: number;
            readonly precision: components["schemas"]["Precision"];
        };
        /**
         * @description Id of a pattern of log messages, which are alike but for numbers, ids and the like. The same kind of message has mostly the same id in every service.
         * @example 5f0c2a91
         */
        readonly PatternId: string;
        /**
         * @description The frequency of a pattern against its baseline. `new`: it was first seen within the last day, when its service was known for half an hour already. `rising` and `falling`: in the last five minutes at least twice as frequent as ever, or half as frequent. This also holds against the other logs of its service. `missing`: it paused twice as long as ever while its service went on writing. `steady`: anything else. A pattern becomes steady when it wasn't seen for ten minutes after it rose or fell, since its service is silent. It stays steady while less than two hours of it are known.
         * @enum {string}
         */
        readonly PatternTrend: "new" | "rising" | "falling" | "missing" | "steady";
        /** @description An action type that can be requested. */
        readonly PolicyAction: {
            /** @description The action type. */
            readonly type: string;
            /** @description Effect of the action. */
            readonly description: string;
            /**
             * @description Executor of the action.
             * @enum {string}
             */
            readonly executedBy: "tocsin" | "webhook";
            /** @description Parameters that it takes. */
            readonly parameters: readonly {
                /** @description Its name. */
                readonly name: string;
                /**
                 * @description Type of the value.
                 * @enum {string}
                 */
                readonly type: "string" | "number" | "integer" | "boolean";
                /** @description Whether it has to be given. */
                readonly required: boolean;
                /** @description Description of the parameter. */
                readonly description: string;
                /** @description The values that it may have, or null for any. */
                readonly values: readonly (string | number | boolean)[] | null;
            }[];
            /** @description How to undo it, or null. */
            readonly rollback: string | null;
        };
        /** @description Bounds; null where there is none. */
        readonly PolicyGuardrails: {
            /** @description Actions let through on a target in an hour. */
            readonly actionsPerHour: number | null;
            /** @description Minutes between the same action on a target. */
            readonly cooldownMinutes: number | null;
            /** @description Actions of the organization that wait for execution or are under way. */
            readonly concurrent: number | null;
            /** @description The same of a target. */
            readonly concurrentPerService: number | null;
            /** @description Replicas that `scale-service` may ask for. */
            readonly maxReplicas: number | null;
            /** @description To so many times the replicas that there are, or one of so many. */
            readonly replicasChangeFactor: number | null;
            /** @description Services that call the one acted on. */
            readonly blastRadius: number | null;
            /** @description Whether an incident that is RESOLVED or CLOSED keeps its actions back. */
            readonly openIncidentOnly: boolean;
        };
        /** @description A rule of the policy. A list that is empty holds for everything. */
        readonly PolicyRule: {
            /** @description Name of the rule. */
            readonly name: string;
            readonly verdict: components["schemas"]["PolicyVerdict"];
            /** @description Action types. */
            readonly actions: readonly string[];
            /** @description Environments; `prod` and unknown ones are `production`. */
            readonly environments: readonly string[];
            /** @description Severities. */
            readonly severities: readonly components["schemas"]["Severity"][];
            /** @description Services; `*` stands for anything. */
            readonly services: readonly string[];
            /** @description Whether somebody else than who requested an action has to approve it. */
            readonly fourEyes: boolean;
            /** @description How long an action waits for approval. */
            readonly approvalTtlMinutes: number;
            /** @description Why. */
            readonly reason: string;
        };
        /**
         * @description Whether an action runs by itself, after an approval, or not at all.
         * @enum {string}
         */
        readonly PolicyVerdict: "auto" | "manual" | "deny";
        /** @description A window in which nothing is changed, or nothing by itself. It recurs by `cron`, or is once, from one time to another. */
        readonly PolicyWindow: {
            /** @description Name of the window. */
            readonly name: string;
            /**
             * @description `deny` blocks actions, `manual` makes them wait for approval.
             * @enum {string}
             */
            readonly effect: "deny" | "manual";
            /** @description Why. */
            readonly reason: string;
            /** @description Environments; empty for all. */
            readonly environments: readonly string[];
            /**
             * Format: date-time
             * @description Its beginning, or null where it recurs.
             */
            readonly from: string | null;
            /**
             * Format: date-time
             * @description Its end, or null where it recurs.
             */
            readonly to: string | null;
            /** @description Minute, hour, day, month and day of week of its beginnings, or null. */
            readonly cron: string | null;
            /** @description Time zone of `cron`, or null. */
            readonly timeZone: string | null;
            /** @description How long it lasts each time, or null. */
            readonly durationMinutes: number | null;
            /** @description Whether it is open now. */
            readonly open: boolean;
            /**
             * Format: date-time
             * @description When that changes, or null where it never does.
             */
            readonly changesAt: string | null;
        };
        /** @description The share of judged openings that were useful, and where the true share lies (Wilson interval, 95 %). */
        readonly Precision: {
            /** @description The share; null where none is judged. */
            readonly value: number | null;
            /** @description Lower end of the interval. */
            readonly lower: number;
            /** @description Upper end of the interval. */
            readonly upper: number;
        };
        /** @description A step that would help to prevent the next failure. */
        readonly PreventiveAction: {
            /** @description Id of the step. */
            readonly id: string;
            /** @description The step in one line. */
            readonly title: string;
            /** @description Reason for the step. */
            readonly why: string;
            /**
             * @description When to do it.
             * @enum {string}
             */
            readonly priority: "now" | "next" | "later";
            /** @description Kind of step, for example `root-cause` or `deployment`. */
            readonly category: string;
        };
        /** @description Repeated failures of the primary service, and what would prevent the next. */
        readonly PreventiveSignal: {
            readonly state: components["schemas"]["RiskState"];
            /** @description The finding in one sentence. */
            readonly summary: string;
            /** @description Reasons for the state. */
            readonly reasons: readonly string[];
            /** @description Recommended step. */
            readonly recommendation: string;
            /** @description Steps that would help, the most pressing first. */
            readonly actions: readonly components["schemas"]["PreventiveAction"][];
            /** @description Hours that were looked at. */
            readonly windowHours: number;
            /** @description Incidents of the primary service in the window, this one included. A merged child counts with its parent. */
            readonly sameServiceIncidents: number;
            /** @description Those of them that are neither RESOLVED nor CLOSED. */
            readonly unresolvedIncidents: number;
            /** @description Those of them that are CRITICAL. */
            readonly criticalIncidents: number;
        };
        /** @description How urgent an incident is. */
        readonly PrioritySignal: {
            /**
             * @description Urgency, P1 is the highest.
             * @enum {string}
             */
            readonly level: "P1" | "P2" | "P3" | "P4" | "P5";
            /** @description The level as text. */
            readonly label: string;
            /** @description Reason for the level. */
            readonly reason: string;
            /** @description Logs, metric points and deployments of the affected services from the first evidence of the incident to its resolution. The count is by whole minutes, and by whole hours from three days later on. At most the first 20 services and the last 30 days are counted; `reason` names such a limit. */
            readonly eventCount: number;
            /** @description Minutes since the incident was created, until its resolution where it is resolved, with one decimal. */
            readonly durationMinutes: number;
            /** @description Number of affected services. */
            readonly serviceCount: number;
            /** @description Service tier, objective and error budget of the primary service. */
            readonly sloContext: components["schemas"]["SloContext"];
        };
        /** @description Why a runbook is recommended. */
        readonly RankedRunbook: {
            /**
             * Format: uuid
             * @description The runbook.
             */
            readonly runbookId: string;
            /** @description A sum with two decimals. It adds 1 if a suggested fix names the runbook. It adds 1/n if the n-th action type of the diagnosis is the first that the runbook applies to. It adds the similarity of each linked similar incident, halved if that incident has not recovered. */
            readonly score: number;
            /** @description Parts of the score, one sentence each. */
            readonly reasons: readonly string[];
        };
        /** @description The process takes requests. */
        readonly Readiness: {
            /**
             * @description Always `ready`. A process that is not ready answers 503.
             * @constant
             */
            readonly status: "ready";
            /** @description The parts that this process runs. */
            readonly roles: readonly ("ingest" | "core" | "worker")[];
            /** @description Problems that an operator has to look at, though the process takes requests. Mostly empty. */
            readonly warnings: readonly string[];
        };
        /** @description Facts behind a recommendation of runbooks. */
        readonly RecommendationSources: {
            /** @description Action types of the diagnosis' suggested fixes, the best fix first. */
            readonly actionTypes: readonly string[];
            /** @description Similar incidents whose links were counted, those with a link to a published runbook. */
            readonly similarIncidentCount: number;
        };
        /** @description The runbooks that may help. */
        readonly RecommendedRunbooks: {
            /** @description The recommended runbooks, the best first, at most 10. Drafts and archived ones are not offered. */
            readonly runbooks: readonly components["schemas"]["Runbook"][];
            /** @description Ids of the runbooks that are already linked. */
            readonly linkedRunbookIds: readonly string[];
            /** @description Facts behind the recommendation. */
            readonly sources: components["schemas"]["RecommendationSources"];
            /** @description Why each of the runbooks is recommended, in their order. */
            readonly ranking: readonly components["schemas"]["RankedRunbook"][];
        };
        /** @description The action was rejected. */
        readonly RejectionResult: {
            /**
             * @description Always `REJECTED`.
             * @constant
             */
            readonly status: "REJECTED";
        };
        /** @description A row of the audit log. */
        readonly RemediationAction: {
            /**
             * Format: uuid
             * @description Id of the action.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /** @description Type of the action. */
            readonly actionType: string;
            readonly status: components["schemas"]["ActionStatus"];
            /** @description Subject of the token that requested it. */
            readonly performedBy: string;
            /** @description Service that it acts on, or null. */
            readonly serviceName: string | null;
            /** @description Environment that it acts in, or null. */
            readonly environment: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When the row last changed.
             */
            readonly updatedAt: string;
            /** @description Approval, override reason, violations and outcome. */
            readonly details: {
                readonly [key: string]: unknown;
            };
            /** @description Why it failed, or null. */
            readonly error: string | null;
            /** @description The organization., x-extension: true */
            readonly organizationId: string;
            readonly severity: components["schemas"]["Severity"];
            /** @description Parameters of the action. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Where the request came from. `suggestion` where it named a suggested fix.
             * @enum {string}
             */
            readonly origin: "person" | "suggestion" | "policy";
            /**
             * @description `live` acts. `simulate` touches nothing, and writes down what it would send; show such an action as simulated, never as done.
             * @enum {string}
             */
            readonly mode: "simulate" | "live";
            /** @description The plan, fixed at the time of the request. */
            readonly plan: components["schemas"]["RemediationPlan"];
            /** @description SHA-256 of the plan, hexadecimal. An approval binds to it. */
            readonly planHash: string;
            /**
             * Format: date-time
             * @description When a waiting approval lapses into REJECTED, or null where none is waited for.
             */
            readonly approvalExpiresAt: string | null;
            /** @description Whether it helped. Null until it is COMPLETED. */
            readonly verification: components["schemas"]["RemediationVerification"] | null;
        };
        /** @description The frozen plan of an action. */
        readonly RemediationPlan: {
            /** @description Type of the action. */
            readonly actionType: string;
            /**
             * @description Whether it only writes what it would send, or acts.
             * @enum {string}
             */
            readonly mode: "simulate" | "live";
            /** @description Target, for example service, environment and workload. */
            readonly target: {
                readonly [key: string]: unknown;
            };
            /** @description Parameters as they will be sent. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
            /** @description Services that depend on the outcome, from the service catalog. */
            readonly blastRadius: number;
            /** @description How to undo it, or null where it cannot be undone. */
            readonly rollback: string | null;
        };
        /** @description The policy that holds for the organization. */
        readonly RemediationPolicy: {
            /**
             * @description Where it comes from.
             * @enum {string}
             */
            readonly source: "built-in" | "file";
            /** @description SHA-256 of its text, hexadecimal. */
            readonly version: string;
            /**
             * @description Mode of the actions that are requested now; `simulate` touches nothing.
             * @enum {string}
             */
            readonly mode: "simulate" | "live";
            /**
             * Format: date-time
             * @description When it was read.
             */
            readonly loadedAt: string;
            /** @description Rules in their order. The first that fits decides; where none fits, an action is denied. */
            readonly rules: readonly components["schemas"]["PolicyRule"][];
            readonly guardrails: components["schemas"]["PolicyGuardrails"];
            /** @description Freeze windows and whether they are open now. */
            readonly windows: readonly components["schemas"]["PolicyWindow"][];
            /** @description Action types that can be requested. Addresses and secrets of webhooks are left out. */
            readonly actions: readonly components["schemas"]["PolicyAction"][];
            /** @description How long an action waits for approval. */
            readonly approvalTtlMinutes: number;
            /** @description Whether somebody else than who requested an action has to approve it. */
            readonly fourEyes: boolean;
            /** @description Permission that an approver needs to override a guardrail. */
            readonly overridePermission: string;
            /** @description Which environment namespaces belong to. */
            readonly namespaces: readonly components["schemas"]["NamespaceEnvironment"][];
            /** @description When a completed action is judged by the signal that opened the incident. */
            readonly verification: {
                /** @description Minutes that what was under way has to settle. */
                readonly settleMinutes: number;
                /** @description Minutes that the signal has to stay away. */
                readonly quietMinutes: number;
                /** @description Actions in a row that did not help, after which those of the service wait for approval. */
                readonly ineffectiveInARow: number;
            };
        };
        /** @description Plan and verdict of a request that was not made. */
        readonly RemediationPreview: {
            readonly verdict: components["schemas"]["PolicyVerdict"];
            /**
             * @description Status that the row would have, or null where no row would be made.
             * @enum {string|null}
             */
            readonly status: "PENDING_APPROVAL" | "QUEUED" | null;
            /** @description Every rule that spoke, the strictest first, then what makes a person look, then guardrails. */
            readonly rules: readonly components["schemas"]["RuleResult"][];
            /** @description Environments that it is judged in, and who names each. The strictest verdict holds. */
            readonly environments: readonly components["schemas"]["EnvironmentClaim"][];
            /** @description Rules that block the action; empty where none does. */
            readonly violations: readonly string[];
            readonly plan: components["schemas"]["RemediationPlan"];
            /** @description SHA-256 of the plan, hexadecimal. */
            readonly planHash: string;
            /** @description Whether somebody else has to approve it. */
            readonly fourEyes: boolean;
            /** @description How long it would wait for approval. */
            readonly approvalTtlMinutes: number;
        };
        /** @description How much the remediation needs attention. */
        readonly RemediationPriority: {
            /**
             * @description Pressure from approvals, failures and executions.
             * @enum {string}
             */
            readonly level: "normal" | "elevated" | "high" | "critical";
            /** @description The level as text. */
            readonly label: string;
            /** @description Reason for the priority. */
            readonly reason: string;
            /** @description Actions that wait for approval. */
            readonly pendingApprovals: number;
            /** @description Actions in QUEUED or EXECUTING. */
            readonly activeExecutions: number;
            /** @description Actions that failed in the last 24 hours. Simulated ones are left out. */
            readonly failedInLast24h: number;
        };
        /** @description A remediation to request. */
        readonly RemediationRequest: {
            /**
             * Format: uuid
             * @description The incident. One that is not visible answers 404.
             */
            readonly incidentId: string;
            /** @description `restart-service`, `scale-service`, `rollback-deployment`, `delete-pod`, or an action of the policy file. Up to 100 characters. */
            readonly actionType: string;
            /** @description Parameters by action. `scale-service` needs `replicas`, `delete-pod` needs `pod`, `rollback-deployment` takes `toRevision`. At most 50 keys. */
            readonly parameters?: {
                readonly [key: string]: unknown;
            };
            /** @description Service to act on, up to 200 characters. Left out, the primary service of the incident. */
            readonly serviceName?: string;
            /** @description Environment to act in, up to 100 characters. Left out, that of the incident. Naming one never makes the verdict milder: it is judged besides what the catalog, the incident and the policy's map of namespaces say. */
            readonly environment?: string;
            /** @description Left out, that of the incident. */
            readonly severity?: components["schemas"]["Severity"];
            /** @description Id of a suggested fix of the incident's diagnosis. Such an action always needs a person's approval. Up to 128 characters. */
            readonly suggestionId?: string;
        };
        /** @description Counts over the actions, by status. Simulated actions are among them. */
        readonly RemediationStats: {
            /** @description All actions. */
            readonly total: number;
            /** @description Actions in PENDING_APPROVAL. */
            readonly pending: number;
            /** @description Actions in QUEUED or EXECUTING. */
            readonly executing: number;
            /** @description Actions in COMPLETED. */
            readonly completed: number;
            /** @description Actions in FAILED. */
            readonly failed: number;
            /** @description Completed actions of those completed and failed, in percent with one decimal. 0 where there are none. */
            readonly successRate: number;
            /** @description How many of `total` are simulated, and touch nothing. */
            readonly simulated: number;
            /** @description The same counts without simulated actions. */
            readonly live: components["schemas"]["LiveRemediationStats"];
        };
        /** @description Whether a completed action helped, judged by the signal that opened the incident. */
        readonly RemediationVerification: {
            /**
             * @description The verdict.
             * @enum {string}
             */
            readonly status: "pending" | "verified" | "ineffective" | "inconclusive";
            /**
             * Format: date-time
             * @description When it was last checked, or null.
             */
            readonly checkedAt: string | null;
            /** @description Reason for the verdict, or null. */
            readonly reason: string | null;
        };
        /**
         * @description How often a report is sent.
         * @enum {string}
         */
        readonly ReportCadence: "daily" | "weekly";
        /** @description One run of the report. */
        readonly ReportRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            readonly id: string;
            /** @description The organization. */
            readonly organizationId: string;
            /** @description `daily` or `weekly`, as set at that time. */
            readonly cadence: string;
            /** @description Email addresses that it went to. */
            readonly recipients: readonly string[];
            /** @description Deliveries that succeeded. */
            readonly deliveredCount: number;
            /** @description Deliveries that failed. */
            readonly failedDeliveryCount: number;
            /** @description The deliveries that failed. */
            readonly deliveryFailures: readonly components["schemas"]["DeliveryFailure"][];
            /** @description Audit rows that retention deleted in this run. */
            readonly deletedCount: number;
            /** @description Actions that were requested in the reported time. */
            readonly totalActions: number;
            /** @description Actions that failed in the reported time. Simulated ones are left out. */
            readonly failedActions: number;
            /** @description Actions that waited for approval when the report was made. */
            readonly pendingApprovals: number;
            /** @description Actions that were queued when the report was made. */
            readonly queuedExecutions: number;
            readonly status: components["schemas"]["ReportRunStatus"];
            /** @description Why the run failed, or null. */
            readonly error: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            readonly startedAt: string;
            /**
             * Format: date-time
             * @description When it ended, or null while it is running.
             */
            readonly completedAt: string | null;
        };
        /**
         * @description State of a report run.
         * @enum {string}
         */
        readonly ReportRunStatus: "running" | "success" | "failed";
        /** @description Reporting settings of an organization. */
        readonly ReportingSettings: {
            /** @description The organization. */
            readonly organizationId: string;
            /** @description Days that finished audit rows are kept, 7 to 3,650. */
            readonly retentionDays: number;
            /** @description Whether reports are sent on schedule. */
            readonly scheduledReportEnabled: boolean;
            readonly reportCadence: components["schemas"]["ReportCadence"];
            /** @description Email addresses, at most 20. */
            readonly reportRecipients: readonly string[];
            /**
             * Format: date-time
             * @description When the last report was sent, or null.
             */
            readonly lastReportAt: string | null;
            /**
             * Format: date-time
             * @description When the settings were made.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When the settings last changed.
             */
            readonly updatedAt: string;
        };
        /** @description The settings to change. Settings that are left out stay. */
        readonly ReportingSettingsUpdate: {
            /** @description Days that finished audit rows are kept, 7 to 3,650. */
            readonly retentionDays?: number;
            /** @description Whether reports are sent on schedule. */
            readonly scheduledReportEnabled?: boolean;
            readonly reportCadence?: components["schemas"]["ReportCadence"];
            /** @description Email addresses, at most 20. */
            readonly reportRecipients?: readonly string[];
        };
        /** @description A resource to map. Needs `resourceId` or `resourceArn`. */
        readonly ResourceInput: {
            /** @description The kind of platform that it lives on, 1 to 100 characters. */
            readonly provider: string;
            /** @description Kind of resource, 1 to 100 characters. */
            readonly resourceType: string;
            /** @description Region that it lives in, 1 to 100 characters. */
            readonly region: string;
            /** @description Id of the resource, 1 to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name, 1 to 2,000 characters. */
            readonly resourceArn?: string;
        };
        /** @description The resources of an incident, all of them. */
        readonly ResourceSet: {
            /** @description The whole set, up to 200 resources. */
            readonly resources: readonly components["schemas"]["ResourceInput"][];
        };
        /** @description The set was replaced. */
        readonly ResourcesReplaced: {
            /**
             * @description Always true.
             * @constant
             */
            readonly updated: true;
            /** @description The resources that are now mapped, without duplicates. */
            readonly resources: readonly components["schemas"]["IncidentResource"][];
        };
        /** @description Numbers of deleted rows. */
        readonly RetentionResult: {
            /** @description The organization. */
            readonly organizationId: string;
            /** @description Days that are kept. */
            readonly retentionDays: number;
            /**
             * Format: date-time
             * @description Rows that last changed before this time were deleted.
             */
            readonly cutoff: string;
            /** @description Audit rows that were deleted. */
            readonly deletedCount: number;
        };
        /**
         * @description How high the risk is.
         * @enum {string}
         */
        readonly RiskState: "low" | "moderate" | "high" | "critical";
        /** @description When two incidents match. The service compared is `primaryService`. An incident without one matches none by it. */
        readonly RuleConditions: {
            /** @description The fields that must be equal. */
            readonly matchFields: readonly components["schemas"]["MatchField"][];
            /** @description Longest gap between the two incidents, in minutes. */
            readonly timeWindowMinutes: number;
            /** @description The rule applies only to incidents with these severities. Null means all. */
            readonly severities: readonly components["schemas"]["Severity"][] | null;
            /** @description The rule applies only to these signal types. Null means all. */
            readonly signalTypes: readonly string[] | null;
        };
        /** @description When two incidents match. All listed fields must be equal, and the gap no longer than the window. */
        readonly RuleConditionsInput: {
            /** @description The fields that must be equal, 1 to 3 of them. */
            readonly matchFields: readonly components["schemas"]["MatchField"][];
            /** @description Longest gap between the creation times of the two incidents in minutes, more than 0 and at most 43,200 (30 days). */
            readonly timeWindowMinutes: number;
            /** @description The rule applies only where both incidents have one of these severities. Left out or empty, to all. */
            readonly severities?: readonly components["schemas"]["Severity"][];
            /** @description The rule applies only where both incidents have one of these signal types, up to 50. Left out or empty, to all. */
            readonly signalTypes?: readonly string[];
        };
        /** @description A new correlation rule. It is enabled unless it says otherwise. */
        readonly RuleCreate: {
            /** @description Name, 1 to 200 characters. */
            readonly name: string;
            /** @description Purpose of the rule, up to 2,000 characters. */
            readonly description: string;
            /** @description When two incidents match. */
            readonly conditions: components["schemas"]["RuleConditionsInput"];
            readonly action: components["schemas"]["CorrelationAction"];
            /**
             * @description Order of evaluation, higher first, -1,000 to 1,000.
             * @default 0
             */
            readonly priority: number;
            /**
             * @description Whether it is applied.
             * @default true
             */
            readonly enabled: boolean;
        };
        /** @description A correlation rule that is not stored. */
        readonly RuleDraft: {
            /** @description Name, up to 200 characters. */
            readonly name?: string;
            /** @description When two incidents match. */
            readonly conditions: components["schemas"]["RuleConditionsInput"];
            readonly action: components["schemas"]["CorrelationAction"];
            /**
             * @description Order of evaluation, higher first, -1,000 to 1,000.
             * @default 0
             */
            readonly priority: number;
        };
        /**
         * @description How the findings of a rule are handled. `active` opens incidents; `shadow` records what the rule would have opened, and neither opens nor notifies.
         * @enum {string}
         */
        readonly RuleMode: "active" | "shadow";
        /** @description Mode of a rule in the organization. */
        readonly RuleModeSet: {
            /**
             * @description Null for what the detection file says.
             * @enum {string|null}
             */
            readonly mode: "active" | "shadow" | null;
            /** @description Why, 1 to 500 characters, not only white space. */
            readonly reason: string;
        };
        /** @description How right a rule is. */
        readonly RulePerformance: components["schemas"]["OpeningsMeasured"] & {
            /** @description Id of the rule. */
            readonly ruleId: string;
            readonly mode: components["schemas"]["RuleMode"];
            /** @description The same of what it would have opened. */
            readonly shadow: components["schemas"]["OpeningsMeasured"];
            /**
             * @description Recommended mode.
             * @enum {string}
             */
            readonly recommendation: "promote" | "demote" | "keep";
            /** @description Why, in figures. */
            readonly rationale: string;
        };
        /** @description Decisions of the draft. Nothing is written. */
        readonly RulePreview: {
            /** @description Days that were looked at. */
            readonly lookbackDays: number;
            /** @description Incidents that were looked at, the newest 100,000 of that time at most. */
            readonly evaluated: number;
            /** @description Incidents that it would have merged. */
            readonly merged: number;
            /** @description Incidents that it would have grouped. */
            readonly grouped: number;
            /** @description Incidents that it would have suppressed. */
            readonly suppressed: number;
            /** @description The newest of the pairs that it would have matched, up to 20. */
            readonly samples: readonly components["schemas"]["RulePreviewSample"][];
        };
        /** @description A draft rule to try on past incidents. */
        readonly RulePreviewRequest: {
            /** @description The draft. */
            readonly rule: components["schemas"]["RuleDraft"];
            /**
             * @description Days to look back, 1 to 90.
             * @default 30
             */
            readonly lookbackDays: number;
        };
        /** @description A pair that the draft would have matched. */
        readonly RulePreviewSample: {
            /**
             * Format: uuid
             * @description The newer incident.
             */
            readonly incidentId: string;
            /**
             * Format: uuid
             * @description The existing incident.
             */
            readonly relatedIncidentId: string;
            readonly action: components["schemas"]["CorrelationAction"];
            /** @description The compared values by match field. */
            readonly compared: {
                readonly [key: string]: unknown;
            };
            /** @description Minutes between the two, with one decimal. */
            readonly gapMinutes: number;
            /** @description Why they match. */
            readonly reason: string;
        };
        /** @description The openings of a rule. */
        readonly RuleReport: {
            /** @description Id of the rule. */
            readonly ruleId: string;
            readonly mode: components["schemas"]["RuleMode"];
            /** @description Incidents that it opened, merged ones included. */
            readonly opened: number;
            /** @description Those that were useful. */
            readonly useful: number;
            /** @description Those that were noise. */
            readonly noise: number;
            /** @description Those of which nobody knows. */
            readonly unjudged: number;
            /** @description Those that somebody acknowledged. */
            readonly acknowledged: number;
            /** @description The share of those; null without openings. */
            readonly acknowledgedShare: number | null;
            /** @description Those that opened at night. */
            readonly openedAtNight: number;
            /** @description The time from onset to opening; null where no telemetry of an opening is stored. */
            readonly onsetToOpening: components["schemas"]["OnsetToOpening"] | null;
            /** @description Openings of the comparison; null without one. */
            readonly wouldOpen: components["schemas"]["OpeningsBySensitivity"] | null;
        };
        /** @description Verdict of a policy rule. */
        readonly RuleResult: {
            /** @description Name of the rule or guardrail. */
            readonly rule: string;
            /**
             * @description `auto`, `manual` and `deny` of rules, `block` and `pass` of guardrails.
             * @enum {string}
             */
            readonly says: "auto" | "manual" | "deny" | "block" | "pass";
            /** @description Why. */
            readonly reason: string;
        };
        /** @description The fields to change. Fields that are left out stay. */
        readonly RuleUpdate: {
            /** @description Name, 1 to 200 characters. */
            readonly name?: string;
            /** @description Purpose of the rule, up to 2,000 characters. */
            readonly description?: string;
            /** @description Whether it is applied. */
            readonly enabled?: boolean;
            /** @description When two incidents match. Replaces the conditions as a whole. */
            readonly conditions?: components["schemas"]["RuleConditionsInput"];
            readonly action?: components["schemas"]["CorrelationAction"];
            /** @description Order of evaluation, higher first, -1,000 to 1,000. */
            readonly priority?: number;
        };
        /** @description A runbook. */
        readonly Runbook: {
            /**
             * Format: uuid
             * @description Id of the runbook.
             */
            readonly id: string;
            /** @description Short name in the organization. */
            readonly slug: string;
            /** @description Title. */
            readonly title: string;
            /** @description The highest version, dotted. The first one is 1.0.0. */
            readonly latestVersion: string;
            readonly status: components["schemas"]["RunbookStatus"];
            /** @description Remediation action types that it applies to. */
            readonly actionTags: readonly string[];
            /** @description Team that keeps it, or null. */
            readonly ownerTeam: string | null;
            /** @description Markdown text of the latest version, as it was written. Null in a list that shows about 4 MiB of others before it; the runbook by itself always has it. */
            readonly contentMd: string | null;
            /** @description Author of the latest version, as the caller gave it. */
            readonly createdBy: string | null;
            /** @description Name or subject of the token that wrote the latest version. Null for what was written before this was stored. */
            readonly actor?: string | null;
            /** @description Summary of the latest change, or null. */
            readonly changeSummary: string | null;
            /**
             * Format: date-time
             * @description When the runbook was created.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When the runbook last changed.
             */
            readonly updatedAt: string;
        };
        /** @description The runbook is archived. */
        readonly RunbookArchived: {
            /**
             * @description Always true.
             * @constant
             */
            readonly archived: true;
        };
        /** @description A new runbook. */
        readonly RunbookCreate: {
            /** @description Short name, unique in the organization. 1 to 100 lowercase letters, digits and hyphens. */
            readonly slug: string;
            /** @description Title, 1 to 300 characters, not only white space. White space around it is trimmed. */
            readonly title: string;
            /** @description Team that keeps it, up to 200 characters. */
            readonly ownerTeam?: string;
            /** @description Markdown text, up to 200,000 characters. Kept as it is written, and never rendered. */
            readonly contentMd: string;
            /** @description Author, up to 200 characters. Left out, the name or else the subject of the token. */
            readonly createdBy?: string;
            /** @description Summary in one line, up to 1,000 characters. */
            readonly changeSummary?: string;
            /** @description Remediation action types that it applies to, up to 50 of up to 100 characters. */
            readonly actionTags?: readonly string[];
        };
        /** @description The link of a runbook to an incident. */
        readonly RunbookLink: {
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            /**
             * Format: uuid
             * @description The runbook.
             */
            readonly runbookId: string;
            /** @description How the link came about. `manual` where a person made it. */
            readonly source: string;
            /**
             * Format: date-time
             * @description When it was linked.
             */
            readonly createdAt: string;
        };
        /** @description The runbook is linked. */
        readonly RunbookLinked: {
            /**
             * @description Always true.
             * @constant
             */
            readonly linked: true;
        };
        /** @description The runbook is published. */
        readonly RunbookPublished: {
            /**
             * @description Always true.
             * @constant
             */
            readonly published: true;
        };
        /**
         * @description State of a runbook.
         * @enum {string}
         */
        readonly RunbookStatus: "draft" | "published" | "archived";
        /** @description The link is gone. */
        readonly RunbookUnlinked: {
            /**
             * @description Always true.
             * @constant
             */
            readonly unlinked: true;
        };
        /** @description One version of a runbook. */
        readonly RunbookVersion: {
            /**
             * Format: uuid
             * @description Id of the version.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The runbook.
             */
            readonly runbookId: string;
            /** @description Dotted version. */
            readonly version: string;
            /** @description Markdown text. */
            readonly contentMd: string;
            /** @description Author, as the caller gave it. */
            readonly createdBy: string;
            /** @description Name or subject of the token that wrote it. Null for what was written before this was stored. */
            readonly actor?: string | null;
            /** @description Summary of the change, or null. */
            readonly changeSummary: string | null;
            /**
             * Format: date-time
             * @description When it was written.
             */
            readonly createdAt: string;
        };
        /** @description A new version of a runbook. */
        readonly RunbookVersionCreate: {
            /** @description Semantic version of three numbers, higher than every earlier one, for example 1.1.0. */
            readonly version: string;
            /** @description Markdown text, up to 200,000 characters. Kept as it is written, and never rendered. */
            readonly contentMd: string;
            /** @description Author, up to 200 characters. Left out, the name or else the subject of the token. */
            readonly createdBy?: string;
            /** @description Summary of the change, up to 1,000 characters. */
            readonly changeSummary?: string;
        };
        /**
         * @description How much evidence detection demands. `quiet` demands a chance of a false alarm that is ten times smaller than that of `normal`, and `early` one that is ten times larger.
         * @enum {string}
         */
        readonly Sensitivity: "quiet" | "normal" | "early";
        /** @description The telemetry that the replays covered. */
        readonly SensitivityComparison: {
            /**
             * Format: date-time
             * @description Openings count from here on.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the range.
             */
            readonly to: string;
            /**
             * Format: date-time
             * @description Openings count until here. Before `from` if a bound was reached while the rules learned.
             */
            readonly coveredUntil: string;
            /**
             * Format: date-time
             * @description Telemetry was read from here on.
             */
            readonly warmUpFrom: string;
            /** @description Whether a bound was reached before the end. */
            readonly truncated: boolean;
            /**
             * @description That bound; null where all was read.
             * @enum {string|null}
             */
            readonly truncatedBy: "events" | "time" | "openings" | null;
            /** @description Events that were read. */
            readonly events: number;
            /** @description Those of services beyond the limit. */
            readonly eventsLeftOut: number;
        };
        /** @description Sensitivity of the organization or of a service. */
        readonly SensitivitySet: {
            /**
             * @description Null to remove the setting.
             * @enum {string|null}
             */
            readonly sensitivity: "quiet" | "normal" | "early" | null;
            /** @description Only of this service; without it that of the organization. */
            readonly service?: string;
            /** @description Why, 1 to 500 characters, not only white space. */
            readonly reason: string;
        };
        /** @description The services that a service calls. */
        readonly ServiceDependencies: {
            /** @description Name of the service. */
            readonly serviceName: string;
            /** @description Services that it calls (downstream), in the order given. */
            readonly dependencies: readonly string[];
            /**
             * Format: date-time
             * @description When the set was last written.
             */
            readonly updatedAt: string;
        };
        /** @description The new name of a service. */
        readonly ServiceRename: {
            /** @description New name, 1 to 200 characters. */
            readonly serviceName: string;
        };
        /** @description The sensitivity of a service. */
        readonly ServiceSensitivity: {
            /** @description Name of the service. */
            readonly service: string;
            /**
             * @description Null if it was removed; that of the organization applies.
             * @enum {string|null}
             */
            readonly sensitivity: "quiet" | "normal" | "early" | null;
            /**
             * Format: date-time
             * @description When it was set or removed.
             */
            readonly since: string;
            /** @description Name or subject of the token. */
            readonly by: string;
            /** @description Why. */
            readonly reason: string;
        };
        /**
         * @description How important a service is. `tier-0` is the most important.
         * @enum {string}
         */
        readonly ServiceTier: "tier-0" | "tier-1" | "tier-2" | "tier-3";
        /**
         * @description How bad an incident is.
         * @enum {string}
         */
        readonly Severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
        /** @description Incidents by severity. */
        readonly SeverityCounts: {
            /** @description Number of CRITICAL incidents. */
            readonly CRITICAL: number;
            /** @description Number of HIGH incidents. */
            readonly HIGH: number;
            /** @description Number of MEDIUM incidents. */
            readonly MEDIUM: number;
            /** @description Number of LOW incidents. */
            readonly LOW: number;
        };
        /** @description One person's verdict on a shadow opening. */
        readonly ShadowFeedback: {
            /**
             * Format: uuid
             * @description The shadow opening.
             */
            readonly shadowId: string;
            readonly verdict: components["schemas"]["FeedbackVerdict"];
            /** @description Why, as it was written; null where nothing was. */
            readonly note: string | null;
            /** @description Name or subject of the token. */
            readonly by: string;
            /**
             * Format: date-time
             * @description When that person said so first.
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description When that person said so last.
             */
            readonly updatedAt: string;
        };
        /** @description An incident that a rule in shadow would have opened. */
        readonly ShadowOpening: {
            /**
             * Format: uuid
             * @description Id of the shadow opening.
             */
            readonly id: string;
            /** @description The rule. */
            readonly ruleId: string;
            /** @description Service that it is about. */
            readonly service: string;
            /** @description Its environment, `unknown` where telemetry names none. */
            readonly environment: string;
            /** @description Title of the incident, one line. */
            readonly title: string;
            /** @description Measured value and threshold. */
            readonly description: string;
            /** @description The highest that it would have had. */
            readonly severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @description When it would have opened.
             */
            readonly openedAt: string;
            /**
             * Format: date-time
             * @description When it was observed last.
             */
            readonly lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it would have resolved by itself; null while its signal goes on.
             */
            readonly closedAt: string | null;
            /** @description How often it was observed. */
            readonly observations: number;
            /**
             * Format: uuid
             * @description The event that showed it, a UUIDv7.
             */
            readonly triggeringEventId: string;
            /**
             * Format: uuid
             * @description An incident of another rule about the same service and environment that was open at the same time. If there were several, the most informative one; null if there was none.
             */
            readonly incidentId: string | null;
            /**
             * @description Verdict; null where there is none.
             * @enum {string|null}
             */
            readonly verdict: "useful" | "noise" | null;
            /**
             * @description Whether people said so, or the incident that was open at the same time does.
             * @enum {string|null}
             */
            readonly verdictFrom: "feedback" | "incident" | null;
        };
        /**
         * @description The kind of signal that opened an incident. `manual` is an incident that a person created.
         * @enum {string}
         */
        readonly SignalType: "log_error_rate" | "log_error_burst" | "log_fatal" | "log_new_pattern" | "metric_threshold" | "metric_anomaly" | "deployment" | "silence" | "manual";
        /** @description Another incident that resembles the given one, and what helped there. */
        readonly SimilarIncident: {
            /**
             * Format: uuid
             * @description Id of the similar incident.
             */
            readonly incidentId: string;
            /** @description Its title. */
            readonly title: string;
            readonly severity: components["schemas"]["Severity"];
            readonly status: components["schemas"]["IncidentStatus"];
            /** @description How similar it is, from 0 to 1 with two decimals. It is the sum of the reasons, but for rounding. */
            readonly score: number;
            /** @description The shared features, words first, each with its part of the score. Words are named with the number of incidents that hold them, the rarest first; "about" where that was counted on the newest ones alone. */
            readonly reasons: readonly string[];
            /** @description Types of the remediation actions that helped there, each once, the most frequent first, at most five. Only completed actions with the verification `verified` count, by its timeline. Empty where there are none. Simulated actions are left out: they touched nothing. */
            readonly topSuccessfulActions: readonly string[];
            /** @description Minutes from its creation to its resolution, with one decimal. Null while it is unresolved. */
            readonly mttrMinutes: number | null;
            /**
             * Format: date-time
             * @description When it was resolved, or null.
             */
            readonly resolvedAt: string | null;
        };
        /** @description A service level objective. */
        readonly Slo: {
            /** @description Objective in percent, more than 0 and less than 100, for example 99.9. */
            readonly objectivePct: number;
            /** @description Days over which it is measured, 1 to 365. */
            readonly windowDays: number;
        };
        /** @description Objective and error budget of a service. Zeros where the catalog does not know the service; where it names no objective of it, zeros but for tier and thresholds. */
        readonly SloContext: {
            /**
             * @description Tier of the service, or `unmapped` where it has no catalog entry.
             * @enum {string}
             */
            readonly tier: "tier-0" | "tier-1" | "tier-2" | "tier-3" | "unmapped";
            /** @description Duration in minutes after which the objective is at risk. tier-0 5, tier-1 15, tier-2 60, tier-3 240; 0 without a catalog entry. */
            readonly riskThresholdMinutes: number;
            /** @description Duration in minutes after which the objective is broken. tier-0 15, tier-1 60, tier-2 240, tier-3 1440; 0 without a catalog entry. */
            readonly breachThresholdMinutes: number;
            /** @description Objective, in percent; 0 where the catalog names none. */
            readonly objectiveTargetPct: number;
            /** @description Error budget that is left, in percent of the whole: 100 × (1 - errors / allowed). The errors are the service's logs of the levels error and fatal in the objective's window. The allowed errors are (1 - objective) × its logs there. Negative when overspent, 100 without logs. Without an objective, that is where `objectiveTargetPct` is 0, there is no budget, and this is 0. */
            readonly errorBudgetRemainingPct: number;
            /** @description Error budget spent an hour over `burnWindowHours`, in percent of the whole. 0 without an objective. */
            readonly burnRatePctPerHour: number;
            /** @description Hours until the budget is spent at this rate, 0 where it is spent, or null where it is not being spent. */
            readonly projectedExhaustionHours: number | null;
            /** @description Hours over which the burn rate is measured, the longer window of the rule that gave `burnState`, else 1; 0 without an objective. */
            readonly burnWindowHours: number;
            /**
             * @description State of the error budget, by the multi-window burn rates of Google's SRE workbook. `exhausted` where nothing is left. `fast_burn`: errors come 14.4 times as fast as allowed over 1 hour and 5 minutes, or 6 times over 6 hours and 30 minutes. `slow_burn`: 3 times over 24 and 2 hours, or once over 72 and 6 hours. Fewer than 10 errors aren't acted on, in the objective's window (`exhausted`) or in the longer one of the two.
             * @enum {string}
             */
            readonly burnState: "healthy" | "slow_burn" | "fast_burn" | "exhausted";
            /** @description Whether the duration passed the risk threshold, or `burnState` is `fast_burn` or `exhausted`. */
            readonly atRisk: boolean;
            /** @description Whether the duration passed the breach threshold, or `burnState` is `exhausted`. */
            readonly breached: boolean;
        };
        /** @description A new status. */
        readonly StatusChange: {
            readonly status: components["schemas"]["IncidentStatus"];
        };
        /** @description An accepted deployment event. */
        readonly StoredDeployment: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            readonly id: string;
            /**
             * @description Always `deployment`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "deployment";
            /** @description The organization. */
            readonly organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            readonly receivedAt: string;
            /** @description Deployed service, trimmed. */
            readonly service: string;
            /**
             * Format: date-time
             * @description When it was deployed, in UTC with milliseconds.
             */
            readonly timestamp: string;
            /** @description Version or tag. */
            readonly version: string;
            /** @description Environment that it went to. */
            readonly environment: string;
            /** @description Commit that was deployed, or null. */
            readonly gitHash?: string | null;
            /** @description Further values, or null where there are none. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            } | null;
        };
        /** @description An accepted event. `kind` tells which of the three it is. */
        readonly StoredEvent: components["schemas"]["StoredLog"] | components["schemas"]["StoredMetric"] | components["schemas"]["StoredDeployment"];
        /** @description An accepted log event. */
        readonly StoredLog: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            readonly id: string;
            /**
             * @description Always `log`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "log";
            /** @description The organization. */
            readonly organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            readonly receivedAt: string;
            /** @description Originating service, trimmed. */
            readonly service: string;
            /**
             * Format: date-time
             * @description When it happened, in UTC with milliseconds.
             */
            readonly timestamp: string;
            readonly level: components["schemas"]["LogLevel"];
            /** @description The log line. */
            readonly message: string;
            /** @description Trace that it belongs to, or null. */
            readonly traceId?: string | null;
            /** @description Span that it belongs to, or null. */
            readonly spanId?: string | null;
            /** @description Further values, unknown fields of the event included, or null where there are none. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The pattern of its message. Logs that were stored before there were patterns have none. */
            readonly patternId?: components["schemas"]["PatternId"];
        };
        /** @description An accepted metric data point. */
        readonly StoredMetric: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            readonly id: string;
            /**
             * @description Always `metric`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "metric";
            /** @description The organization. */
            readonly organizationId: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            readonly receivedAt: string;
            /** @description Originating service, trimmed. */
            readonly service: string;
            /**
             * Format: date-time
             * @description When it was measured, in UTC with milliseconds.
             */
            readonly timestamp: string;
            /** @description Name of the metric. */
            readonly name: string;
            /** @description The value, in `unit`. */
            readonly value: number;
            /** @description Unit of the value. */
            readonly unit: string;
            /** @description Dimensions, string to string, or null where there are none. */
            readonly labels?: {
                readonly [key: string]: string;
            } | null;
        };
        /** @description The data of one message of the stream. An unnamed message holds an incident, and the event `diagnosis` a progress update. The event `ready` holds the position of the stream. The event `reset` is the notice that missed messages are no longer held. */
        readonly StreamMessage: components["schemas"]["Incident"] | components["schemas"]["DiagnosisProgress"] | components["schemas"]["StreamReady"] | components["schemas"]["StreamReset"];
        /** @description The stream begins with what comes next, the data of the event `ready`. It comes first where no `Last-Event-ID` was given. */
        readonly StreamReady: {
            /** @description Id of the newest change there was, as `Last-Event-ID` takes it; 0 where there was none. */
            readonly lastEventId: string;
        };
        /** @description Messages after the given `Last-Event-ID` are no longer held, the data of the event `reset`. Read the list again. */
        readonly StreamReset: {
            /** @description Reason in one sentence. */
            readonly message: string;
            /**
             * Format: date-time
             * @description When the stream was opened.
             */
            readonly at: string;
        };
        /** @description One suggested fix. A fix that is requested as a remediation always needs a person's approval. */
        readonly SuggestedFix: {
            /** @description Id of the suggestion. A remediation request names it as `suggestionId`. */
            readonly id: string;
            /** @description The fix in one line. */
            readonly title: string;
            /** @description Why and how. */
            readonly description: string;
            /** @description Service that it acts on, which need not be the incident's, or null where it isn't known. */
            readonly service: string | null;
            /** @description Remediation action that does it, or null where a person must. */
            readonly actionType: string | null;
            /** @description Parameters for that action. Empty where it takes none. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
            /**
             * @description How much harm the fix may do.
             * @enum {string}
             */
            readonly risk: "low" | "medium" | "high";
            /** @description Confidence that it helps, a fraction from 0 to 1. */
            readonly confidence: number;
            /**
             * Format: uuid
             * @description Runbook that describes it, or null.
             */
            readonly runbookId: string | null;
            /** @description Ids of events that are evidence for it. */
            readonly evidence: readonly string[];
        };
        /** @description A team member to escalate to. */
        readonly SuggestedTarget: {
            /** @description Id of the team member. */
            readonly id: string;
            /** @description Name of the team member. */
            readonly name: string;
            /** @description Email address of the team member. */
            readonly email: string;
            /** @description Why this person. */
            readonly reason: string;
            /** @description Whether the person is on call now. */
            readonly isOnCall: boolean;
        };
        /** @description A correlation rule suppressed the incident, so it was not stored. */
        readonly SuppressedIncident: {
            /**
             * @description Always true., x-extension: true
             * @constant
             */
            readonly suppressed: true;
            /**
             * Format: uuid
             * @description The correlation rule that decided it.
             */
            readonly ruleId: string;
            /**
             * Format: uuid
             * @description The recorded decision, see GET /correlation/decisions.
             */
            readonly decisionId: string;
        };
        /** @description A team member. */
        readonly TeamMember: {
            /**
             * Format: uuid
             * @description Id of the member.
             */
            readonly id: string;
            /** @description Name. */
            readonly name: string;
            /** @description Email address. */
            readonly email: string;
            /** @description Title, or null. */
            readonly role: string | null;
            /** @description Address of a picture, or null. */
            readonly avatarUrl: string | null;
            /** @description Whether the member is on call now. */
            readonly isOnCall: boolean;
            /**
             * Format: date-time
             * @description When the member was added.
             */
            readonly createdAt: string;
        };
        /** @description A new team member. */
        readonly TeamMemberCreate: {
            /** @description Name, 1 to 200 characters, not only white space. White space around it is trimmed. */
            readonly name: string;
            /**
             * Format: email
             * @description Email address, up to 320 characters. Unique in the organization, whatever its case.
             */
            readonly email: string;
            /** @description Title, up to 200 characters. White space around it is trimmed, and an empty one is none. */
            readonly role?: string;
            /** @description Address of a picture, http or https, up to 2,000 characters. */
            readonly avatarUrl?: string;
        };
        /** @description One entry of an incident's timeline. */
        readonly TimelineEvent: {
            /** @description Id of the entry. */
            readonly id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            readonly type: components["schemas"]["TimelineEventType"];
            /** @description The entry in one line. */
            readonly title: string;
            /** @description More about it. May be empty. */
            readonly detail: string;
            /** @description Further values, by type. Entries of diagnostic tool runs carry `eventKind`. `level` is how far the condition went, with `measure` and `value`; feedback `noise` makes it normal. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            readonly createdAt: string;
            /** @description Name or subject of the token, or `system`. */
            readonly actor: string;
        };
        /**
         * @description Kind of timeline entry. `unmerged` and `remediation_checked` are extensions.
         * @enum {string}
         */
        readonly TimelineEventType: "incident_created" | "duplicate_observed" | "status_changed" | "assigned" | "escalated" | "comment_added" | "merged" | "grouped" | "unmerged" | "diagnosis_started" | "diagnosis_completed" | "diagnosis_failed" | "remediation_requested" | "remediation_approved" | "remediation_rejected" | "remediation_executing" | "remediation_completed" | "remediation_failed" | "remediation_checked" | "runbook_linked" | "runbook_unlinked" | "postmortem_drafted" | "stakeholder_update_sent" | "stakeholder_update_drafted" | "handoff" | "note" | "war_room_opened" | "war_room_closed";
        /** @description Counts over the tool runs of an incident. */
        readonly ToolMetrics: {
            /** @description Hours that were looked at. */
            readonly windowHours: number;
            /** @description All runs. */
            readonly total: number;
            /** @description Runs that succeeded. */
            readonly success: number;
            /** @description Runs that failed. */
            readonly failed: number;
            /** @description Runs that still run. */
            readonly running: number;
            /** @description Runs whose output was cut. */
            readonly truncated: number;
            /** @description The same counts by provider. */
            readonly byProvider: readonly components["schemas"]["ToolProviderCounts"][];
            /** @description The tool that failed most often, or null where none failed. */
            readonly topFailingTool: components["schemas"]["FailingTool"] | null;
            /** @description Reasons of failure, the most frequent first. */
            readonly failurePatterns: readonly components["schemas"]["FailurePattern"][];
            /** @description The same counts by tool type. */
            readonly byTool: readonly components["schemas"]["ToolTypeCounts"][];
        };
        /** @description Counts of one provider. */
        readonly ToolProviderCounts: {
            /** @description The provider, for example `kubernetes` or `aws`. */
            readonly provider: string;
            /** @description All runs. */
            readonly total: number;
            /** @description Runs that succeeded. */
            readonly success: number;
            /** @description Runs that failed. */
            readonly failed: number;
            /** @description Runs that still run. */
            readonly running: number;
            /** @description Runs whose output was cut. */
            readonly truncated: number;
        };
        /** @description A run of a diagnostic tool. */
        readonly ToolRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            readonly id: string;
            readonly toolType: components["schemas"]["ToolType"];
            readonly status: components["schemas"]["ToolRunStatus"];
            /** @description Summary of the output. */
            readonly summary: string;
            /** @description Patterns that stand out in the output. */
            readonly keyPatterns: readonly string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            readonly outputRef: string | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            readonly startedAt: string;
            /**
             * Format: date-time
             * @description When the run ended, or null while it is running.
             */
            readonly completedAt: string | null;
            /** @description Why the run failed, or null. */
            readonly error: string | null;
        };
        /** @description A run of a diagnostic tool, with its parameters and the beginning of its output. */
        readonly ToolRunDetail: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description The incident.
             */
            readonly incidentId: string;
            readonly toolType: components["schemas"]["ToolType"];
            readonly status: components["schemas"]["ToolRunStatus"];
            /** @description The tool object as it was submitted. */
            readonly parameters: {
                readonly [key: string]: unknown;
            };
            /** @description Summary of the output. */
            readonly summary: string;
            /** @description Patterns that stand out in the output. */
            readonly keyPatterns: readonly string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            readonly outputRef: string | null;
            /** @description The beginning of the output, redacted, or null where there is none. */
            readonly rawOutputPreview: string | null;
            /** @description Whether an output is stored. */
            readonly hasRawOutput: boolean;
            /**
             * Format: date-time
             * @description When the run began.
             */
            readonly startedAt: string;
            /**
             * Format: date-time
             * @description When the run ended, or null while it is running.
             */
            readonly completedAt: string | null;
            /** @description Why the run failed, or null. */
            readonly error: string | null;
        };
        /** @description The outcome of a run. The output is stored and referred to, not returned. */
        readonly ToolRunResult: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            readonly toolRunId: string;
            /** @description Summary of the output, or the reason of a failed run. */
            readonly summary: string;
            /** @description Patterns that stand out in the output. */
            readonly keyPatterns: readonly string[];
            /** @description Reference to the stored output, or null where there is none or it is not kept any more. */
            readonly rawRef: string | null;
            readonly status: components["schemas"]["ToolRunStatus"];
        };
        /**
         * @description State of a tool run.
         * @enum {string}
         */
        readonly ToolRunStatus: "success" | "failed" | "running";
        /**
         * @description A read-only diagnostic tool. `getPodProcesses` lists processes only.
         * @enum {string}
         */
        readonly ToolType: "getPodLogs" | "describePod" | "getPodResources" | "getPodProcesses" | "checkHttpHealth" | "getCloudLogs" | "getManagedDbHealth" | "getLoadBalancer5xxMetrics" | "getFunctionErrors" | "getQueueBacklog" | "getContainerServiceHealth";
        /** @description Counts of one tool type. */
        readonly ToolTypeCounts: {
            readonly toolType: components["schemas"]["ToolType"];
            /** @description All runs. */
            readonly total: number;
            /** @description Runs that succeeded. */
            readonly success: number;
            /** @description Runs that failed. */
            readonly failed: number;
            /** @description Runs that still run. */
            readonly running: number;
            /** @description Runs whose output was cut. */
            readonly truncated: number;
        };
        /** @description A recommendation for one rule. */
        readonly TuningRecommendation: {
            /**
             * Format: uuid
             * @description The rule.
             */
            readonly ruleId: string;
            /** @description Name of the rule. */
            readonly name: string;
            /** @description Its priority now. */
            readonly currentPriority: number;
            /** @description The priority that is suggested. */
            readonly suggestedPriority: number;
            /** @description Suggested change: `increase`, `decrease` or `keep`. */
            readonly recommendation: string;
            /** @description How often the rule merged, grouped or suppressed. At most the newest 10,000 decisions are looked at, or with more than five rules an even share of 50,000. */
            readonly usageCount: number;
            /** @description How many of those decisions ended well. The incident that stands for the newer one is resolved or closed now. That is the parent of a merged one, the existing incident where one was suppressed, and a grouped one itself. A merge that was undone never ends well. */
            readonly resolvedCount: number;
            /** @description `resolvedCount` divided by `usageCount`, a fraction from 0 to 1. */
            readonly successRate: number;
            /** @description Why, with the numbers and the interval in which the true rate lies. */
            readonly rationale: string;
        };
        /** @description Recommendations for the priorities of the rules. */
        readonly TuningRecommendations: {
            /** @description Days that were looked at. */
            readonly lookbackDays: number;
            /** @description One for each rule that decided about an incident in that time. Those first that suggest a change, and of these the ones with the most decisions. */
            readonly recommendations: readonly components["schemas"]["TuningRecommendation"][];
        };
        /** @description A marker for the timeline. */
        readonly WorkflowEventCreate: {
            /**
             * @description Kind of workflow event.
             * @enum {string}
             */
            readonly type: "stakeholder_update_sent" | "stakeholder_update_drafted" | "handoff" | "note" | "war_room_opened" | "war_room_closed";
            /** @description Details for the reader, up to 20,000 characters. */
            readonly detail: string;
            /** @description Further values, for example `templateKey`, `channel` and `target`. At most 100 keys, 32 levels and 16 KiB of JSON. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description The marker is on the timeline. */
        readonly WorkflowEventCreated: {
            /**
             * @description Always true.
             * @constant
             */
            readonly created: true;
        };
        /** @description Whether an address answers, how fast, and how long its certificate is valid. */
        readonly checkHttpHealth: {
            /**
             * @description Always `checkHttpHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "checkHttpHealth";
            /** @description Address on an allowed host, up to 2,000 characters. */
            readonly url: string;
        };
        /** @description State, containers, conditions and events of a pod. */
        readonly describePod: {
            /**
             * @description Always `describePod`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "describePod";
            /** @description An allowed namespace, up to 63 characters. */
            readonly namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            readonly pod: string;
        };
        /** @description Lines of a log group. Needs `resourceId` or `resourceArn`. */
        readonly getCloudLogs: {
            /**
             * @description Always `getCloudLogs`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getCloudLogs";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
            /** @description Words that a line must hold, up to 200 characters. Plain text, no expression. */
            readonly contains?: string;
        };
        /** @description Wanted and running tasks of a container service, and its events. Needs `resourceId` or `resourceArn`. */
        readonly getContainerServiceHealth: {
            /**
             * @description Always `getContainerServiceHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getContainerServiceHealth";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
        };
        /** @description Errors and throttles of a function. Needs `resourceId` or `resourceArn`. */
        readonly getFunctionErrors: {
            /**
             * @description Always `getFunctionErrors`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getFunctionErrors";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
        };
        /** @description Answers with a 5xx status of a load balancer. Needs `resourceId` or `resourceArn`. */
        readonly getLoadBalancer5xxMetrics: {
            /**
             * @description Always `getLoadBalancer5xxMetrics`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getLoadBalancer5xxMetrics";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
        };
        /** @description State and load of a managed database. Needs `resourceId` or `resourceArn`. */
        readonly getManagedDbHealth: {
            /**
             * @description Always `getManagedDbHealth`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getManagedDbHealth";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
        };
        /** @description Lines of a container's log. */
        readonly getPodLogs: {
            /**
             * @description Always `getPodLogs`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getPodLogs";
            /** @description An allowed namespace, up to 63 characters. */
            readonly namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            readonly pod: string;
            /** @description Name of the container, up to 63 characters. Left out, the first one. */
            readonly container?: string;
            /** @description Number of lines from the end, 1 to 5,000. */
            readonly tailLines?: number;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
            /** @description True for the container that ran before the last restart. */
            readonly previous?: boolean;
        };
        /** @description The processes of a container. It lists them and runs nothing else. */
        readonly getPodProcesses: {
            /**
             * @description Always `getPodProcesses`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getPodProcesses";
            /** @description An allowed namespace, up to 63 characters. */
            readonly namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            readonly pod: string;
            /** @description Name of the container, up to 63 characters. Left out, the first one. */
            readonly container?: string;
        };
        /** @description CPU and memory of a pod: requests, limits and usage. */
        readonly getPodResources: {
            /**
             * @description Always `getPodResources`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getPodResources";
            /** @description An allowed namespace, up to 63 characters. */
            readonly namespace: string;
            /** @description Name of a pod of a service of the incident, up to 253 characters. */
            readonly pod: string;
        };
        /** @description Messages that wait in a queue, and for how long. Needs `resourceId` or `resourceArn`. */
        readonly getQueueBacklog: {
            /**
             * @description Always `getQueueBacklog`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "getQueueBacklog";
            /** @description Provider of the mapped resource, up to 100 characters. */
            readonly provider: string;
            /** @description Region of the mapped resource, up to 100 characters. */
            readonly region: string;
            /** @description Type of the mapped resource, up to 100 characters. */
            readonly resourceType: string;
            /** @description Id of the mapped resource, up to 500 characters. */
            readonly resourceId?: string;
            /** @description Cloud resource name of the mapped resource, up to 2,000 characters. */
            readonly resourceArn?: string;
            /** @description How far back it looks, in seconds, 1 to 86,400. */
            readonly sinceSeconds?: number;
        };
        /** @description The accepted events are durable and queued. */
        readonly BatchAccepted: {
            /** @description Number of accepted events. */
            readonly accepted: number;
            /** @description Number of events that were left out and kept as dead letters. Only with `onInvalid=skip`. */
            readonly rejected?: number;
            /** @description Why they were left out, the index first in `path`. Only with `onInvalid=skip`. */
            readonly details?: readonly components["schemas"]["ErrorDetail"][];
        };
        /** @description A deployment event. At most 256 KiB as JSON. */
        readonly DeploymentEvent: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            readonly service: string;
            /** @description Version or tag, 1 to 200 characters. */
            readonly version: string;
            /** @description Environment that it went to, 1 to 100 characters. */
            readonly environment: string;
            /** @description Commit that was deployed, up to 200 characters. */
            readonly gitHash?: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            readonly timestamp?: string;
            /** @description Any further values. Diagnoses read `commits`, the list of deployed commits, the newest last. Each has `sha`, `message`, `files` (a list of paths) and `diff`, or the fields of GitHub's push events. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description The event is durable and queued. */
        readonly EventAccepted: {
            /**
             * Format: uuid
             * @description Id of the event, a UUIDv7.
             */
            readonly id: string;
            /**
             * @description Always true.
             * @constant
             */
            readonly queued: true;
        };
        /** @description Log events, at most 10,000 (a setting). An empty batch is accepted. */
        readonly LogBatch: readonly components["schemas"]["LogEvent"][];
        /** @description A log event. Unknown fields are kept under `metadata`. At most 256 KiB as JSON. */
        readonly LogEvent: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            readonly service: string;
            readonly level: components["schemas"]["LogLevel"];
            /** @description The log line. */
            readonly message: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            readonly timestamp?: string;
            /** @description Trace that it belongs to, up to 200 characters. */
            readonly traceId?: string;
            /** @description Span that it belongs to, up to 200 characters. */
            readonly spanId?: string;
            /** @description Any further values. Recommended keys are env, region, cluster, team and source. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description A metric data point. At most 256 KiB as JSON. */
        readonly MetricPoint: {
            /** @description Originating service, 1 to 200 characters, not only white space. White space around it is trimmed, casing is not changed. */
            readonly service: string;
            /** @description Name of the metric, 1 to 300 characters. */
            readonly name: string;
            /** @description The value, in `unit`. */
            readonly value: number;
            /** @description Unit of the value, for example ms or percent, up to 50 characters. */
            readonly unit: string;
            /** @description When it happened. ISO 8601 with an offset or Z and up to nine fraction digits; defaults to the time of the server. More than 24 hours ahead of the server is refused. */
            readonly timestamp?: string;
            /** @description Dimensions, string to string. Recommended keys are env, region, cluster, team and source. */
            readonly labels?: {
                readonly [key: string]: string;
            };
        };
    };
    responses: {
        /** @description The request is invalid. `details` names the fields. */
        readonly BadRequest: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request does not fit the current state. */
        readonly Conflict: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request does not fit the current state. Or its Idempotency-Key was sent before. That request still runs (`Retry-After` says when to try again), ended without an answer, or had an answer that was too large to store. */
        readonly ConflictOrKeyInUse: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Any other error. */
        readonly Failure: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The permission is missing, or the organization or service is not allowed. */
        readonly Forbidden: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The organization has no resource with this id. */
        readonly NotFound: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body, an event or the number of events is over its limit. */
        readonly TooLarge: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A configured limit is reached. */
        readonly TooManyRequests: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The token or key is missing, wrong or expired. */
        readonly Unauthorized: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["Authenticate"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service is starting, stopping, full or unable to store anything. */
        readonly Unavailable: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is valid and not allowed; `violations` names the policy rules. Or its Idempotency-Key was sent before with another path, query or body. */
        readonly UnprocessableOrOtherBody: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The content type or content encoding is not accepted. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is valid and not allowed. `violations` names the policy rules. */
        readonly Unprocessable: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description Id of a remediation action. */
        readonly ActionId: string;
        /** @description Most rows to answer, 1 to 500. */
        readonly ActionLimit: number;
        /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
        readonly ActionStatusFilter: string;
        /** @description Only runbooks that apply to this remediation action type. */
        readonly ActionTypeFilter: string;
        /** @description Id of an incident. */
        readonly AssignedIncidentId: string;
        /** @description Only incidents that are assigned to this team member. */
        readonly AssigneeFilter: string;
        /** @description Id of a notification channel. */
        readonly ChannelId: string;
        /** @description Id of a comment. */
        readonly CommentId: string;
        /** @description Most comments to answer, 1 to 1,000. Fewer where they are large. */
        readonly CommentLimit: number;
        /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
        readonly Cursor: string;
        /** @description Id of a dead letter. */
        readonly DeadLetterId: string;
        /** @description Most dead letters to answer, 1 to 500. Fewer where they are large. */
        readonly DeadLetterLimit: number;
        /** @description Only decisions of this kind. */
        readonly DecisionActionFilter: components["schemas"]["DecisionAction"];
        /** @description Only decisions about this incident, as the newer or the existing one. A merge that was found through a child of this incident names that child; the incident's timeline has all merges. */
        readonly DecisionIncident: string;
        /** @description Most decisions to answer, 1 to 500. */
        readonly DecisionLimit: number;
        /** @description Only decisions of this rule. */
        readonly DecisionRule: string;
        /** @description `true` hides incidents that were merged into another one. */
        readonly Deduplicated: "true" | "false";
        /** @description Only deliveries to this channel. */
        readonly DeliveryChannelFilter: string;
        /** @description Id of a delivery. */
        readonly DeliveryId: string;
        /** @description Only deliveries about this incident. */
        readonly DeliveryIncidentFilter: string;
        /** @description Most deliveries to answer, 1 to 500. */
        readonly DeliveryLimit: number;
        /** @description Only deliveries in this state. */
        readonly DeliveryStatusFilter: components["schemas"]["DeliveryStatus"];
        /** @description Id of a detection rule. */
        readonly DetectionRuleId: string;
        /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
        readonly EnvironmentFilter: string;
        /** @description Id of an event. */
        readonly EventId: string;
        /** @description Only events of this kind. */
        readonly EventKindFilter: components["schemas"]["EventKind"];
        /** @description Only log events of this level. */
        readonly EventLevel: components["schemas"]["LogLevel"];
        /** @description Only log events whose message is of this pattern. With `service`, also under the other ids that the pattern has there. */
        readonly EventPatternId: components["schemas"]["PatternId"];
        /** @description Words to find in the message, up to 500 characters. */
        readonly EventQuery: string;
        /** @description Only events of exactly this service. */
        readonly EventService: string;
        /** @description Most rows to answer, 1 to 10,000. */
        readonly ExportLimit: number;
        /** @description Only decisions of this time or later. ISO 8601 with an offset or Z. */
        readonly FromCreated: string;
        /** @description Only events that happened at this time or later. ISO 8601 with an offset or Z. */
        readonly FromHappened: string;
        /** @description Only what opened at this time or later. ISO 8601 with an offset or Z. */
        readonly FromOpened: string;
        /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
        readonly FromStarted: string;
        /** @description Most held back to answer, 1 to 500. */
        readonly HeldLimit: number;
        /** @description Id of an incident. */
        readonly HistoryIncidentId: string;
        /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
        readonly IdempotencyKeyOfChange: string;
        /** @description Id of an incident. */
        readonly IncidentId: string;
        /** @description Most incidents to answer, 1 to 500. */
        readonly IncidentLimit: number;
        /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
        readonly IncidentSearch: string;
        /** @description Id of the last message that was seen, that of `ready` included. The stream goes on after it. */
        readonly LastEventId: string;
        /** @description Most windows to answer, 1 to 500. */
        readonly MaintenanceLimit: number;
        /** @description Only windows for exactly this service, among others. */
        readonly MaintenanceService: string;
        /** @description Only windows in this state. */
        readonly MaintenanceStateFilter: components["schemas"]["MaintenanceState"];
        /** @description Id of a maintenance window. */
        readonly MaintenanceWindowId: string;
        /** @description Id of a team member. */
        readonly MemberId: string;
        /** @description Hours to look back, 1 to 744. */
        readonly MetricsHours: number;
        /** @description Only patterns of this environment; `unknown` for logs that name none. */
        readonly PatternEnvironment: string;
        /** @description Only patterns that came at this level. */
        readonly PatternLevel: components["schemas"]["LogLevel"];
        /** @description The service whose patterns are listed. */
        readonly PatternService: string;
        /** @description Only patterns that were seen at this time or later. ISO 8601 with an offset or Z. */
        readonly PatternSince: string;
        /** @description Only patterns of this trend. */
        readonly PatternTrendFilter: components["schemas"]["PatternTrend"];
        /** @description Id of a report run. */
        readonly ReportRunId: string;
        /** @description Most runs to answer, 1 to 500. */
        readonly ReportRunLimit: number;
        /** @description Only runs in this status. */
        readonly ReportStatusFilter: components["schemas"]["ReportRunStatus"];
        /** @description Id of a correlation rule. */
        readonly RuleId: string;
        /** @description Id of a tool run. */
        readonly RunId: string;
        /** @description Most runs to answer, 1 to 100. */
        readonly RunLimit: number;
        /** @description Id of a runbook. */
        readonly RunbookId: string;
        /** @description Id of a runbook. */
        readonly RunbookIdParameter: string;
        /** @description Most runbooks to answer, 1 to 1,000. */
        readonly RunbookLimit: number;
        /** @description Only runbooks in this status. */
        readonly RunbookStatusFilter: components["schemas"]["RunbookStatus"];
        /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
        readonly SearchLimit: number;
        /** @description Only incidents that affect exactly this service. */
        readonly ServiceFilter: string;
        /** @description Name of a service, 1 to 200 characters. */
        readonly ServiceName: string;
        /** @description Only incidents of this severity. */
        readonly SeverityFilter: components["schemas"]["Severity"];
        /** @description Most shadow openings to answer, 1 to 500. */
        readonly ShadowLimit: number;
        /** @description Id of a shadow opening. */
        readonly ShadowOpeningId: string;
        /** @description Most incidents to answer, from 1 to 20; 5 where it is left out. */
        readonly SimilarLimit: number;
        /** @description `recency` lists the newest first, `severity` the critical first. */
        readonly SortBy: "recency" | "severity";
        /** @description Days to look back, 1 to 3,650. Left out, all time. */
        readonly StatsDays: number;
        /** @description Only incidents in this status. */
        readonly StatusFilter: components["schemas"]["IncidentStatus"];
        /** @description Hours to look back, 1 to 744. */
        readonly TimelineHours: number;
        /** @description Only decisions of this time or earlier. ISO 8601 with an offset or Z. */
        readonly ToCreated: string;
        /** @description Only events that happened at this time or earlier. ISO 8601 with an offset or Z. */
        readonly ToHappened: string;
        /** @description Only what opened at this time or earlier. ISO 8601 with an offset or Z. */
        readonly ToOpened: string;
        /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
        readonly ToStarted: string;
        /** @description Most versions to answer, 1 to 500. Fewer where they are large. */
        readonly VersionLimit: number;
        /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
        readonly IdempotencyKey: string;
        /** @description `refuse` refuses the whole batch for one bad element. `skip` accepts the good ones and keeps the bad ones as dead letters. */
        readonly OnInvalid: "refuse" | "skip";
        /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
        readonly OrganizationId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Hash of the newest entry of the audit log, hexadecimal. */
        readonly AuditHead: string;
        /** @description How to authenticate. */
        readonly Authenticate: string;
        /** @description `attachment` with the name of the file. */
        readonly ContentDisposition: string;
        /** @description Address of the next page as `<…>; rel="next"`. Missing on the last page. */
        readonly Link: string;
        /** @description Id of the request, as the log of the server has it. */
        readonly RequestId: string;
        /** @description Whole seconds to wait before the next try. */
        readonly RetryAfter: number;
        /** @description Number of incidents that pass the filters, over all pages. */
        readonly TotalCount: number;
        /** @description `eq` when `X-Total-Count` is exact, `gte` when there are at least as many. */
        readonly TotalCountRelation: "eq" | "gte";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listIncidents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only incidents in this status. */
                readonly status?: components["parameters"]["StatusFilter"];
                /** @description Only incidents of this severity. */
                readonly severity?: components["parameters"]["SeverityFilter"];
                /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
                readonly search?: components["parameters"]["IncidentSearch"];
                /** @description Only incidents that affect exactly this service. */
                readonly service?: components["parameters"]["ServiceFilter"];
                /** @description Only incidents that are assigned to this team member. */
                readonly assigneeId?: components["parameters"]["AssigneeFilter"];
                /** @description `recency` lists the newest first, `severity` the critical first. */
                readonly sortBy?: components["parameters"]["SortBy"];
                /** @description `true` hides incidents that were merged into another one. */
                readonly deduplicated?: components["parameters"]["Deduplicated"];
                /** @description Most incidents to answer, 1 to 500. */
                readonly limit?: components["parameters"]["IncidentLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The incidents of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly "X-Total-Count": components["headers"]["TotalCount"];
                    readonly "X-Total-Count-Relation": components["headers"]["TotalCountRelation"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Incident"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly createIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["IncidentCreate"];
            };
        };
        readonly responses: {
            /** @description A correlation rule suppressed the incident. Nothing was stored but the decision. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SuppressedIncident"];
                };
            };
            /** @description The created incident. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Incident"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly exportIncidents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only incidents in this status. */
                readonly status?: components["parameters"]["StatusFilter"];
                /** @description Only incidents of this severity. */
                readonly severity?: components["parameters"]["SeverityFilter"];
                /** @description Words to find in title, description and affected services, up to 500 characters. All of them must be there, whole, in any order and case. Empty means no search. */
                readonly search?: components["parameters"]["IncidentSearch"];
                /** @description Only incidents that affect exactly this service. */
                readonly service?: components["parameters"]["ServiceFilter"];
                /** @description Only incidents that are assigned to this team member. */
                readonly assigneeId?: components["parameters"]["AssigneeFilter"];
                /** @description `recency` lists the newest first, `severity` the critical first. */
                readonly sortBy?: components["parameters"]["SortBy"];
                /** @description `true` hides incidents that were merged into another one. */
                readonly deduplicated?: components["parameters"]["Deduplicated"];
                /** @description Most rows to answer, 1 to 10,000. */
                readonly limit?: components["parameters"]["ExportLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The incidents, the file incidents-export.csv. */
            readonly 200: {
                headers: {
                    readonly "Content-Disposition": components["headers"]["ContentDisposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example id,title,severity,status,environment,primaryService,affectedServices,assigneeId,deduplicationKey,duplicateCount,createdAt,updatedAt,resolvedAt */
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getIncidentStats: {
        readonly parameters: {
            readonly query?: {
                /** @description Days to look back, 1 to 3,650. Left out, all time. */
                readonly days?: components["parameters"]["StatsDays"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentStats"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getIncidentTimeline: {
        readonly parameters: {
            readonly query?: {
                /** @description Hours to look back, 1 to 744. */
                readonly hours?: components["parameters"]["TimelineHours"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The hours. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HourCount"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly streamIncidents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Id of the last message that was seen, that of `ready` included. The stream goes on after it. */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream. It goes on until the reader leaves. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": components["schemas"]["StreamMessage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The incident. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Incident"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly changeIncidentStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StatusChange"];
            };
        };
        readonly responses: {
            /** @description The incident. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Incident"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRelatedIncidents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The related incidents. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Incident"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listSimilarIncidents: {
        readonly parameters: {
            readonly query?: {
                /** @description Most incidents to answer, from 1 to 20; 5 where it is left out. */
                readonly limit?: components["parameters"]["SimilarLimit"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The similar incidents. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SimilarIncident"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly diagnoseIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The diagnosis is queued. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DiagnosisQueued"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly addWorkflowEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WorkflowEventCreate"];
            };
        };
        readonly responses: {
            /** @description The marker was added. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkflowEventCreated"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listIncidentEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The timeline. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TimelineEvent"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly draftPostmortem: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The draft. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # Postmortem: Checkout answers 503
                     *
                     *     ## Summary
                     */
                    readonly "text/markdown": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getEscalationPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The plan. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EscalationPlan"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getPrioritySignal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The signal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PrioritySignal"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getPreventiveSignal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The signal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PreventiveSignal"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getChangeRisk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The risk. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeRisk"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDeploymentRisk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The risk. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeploymentRisk"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly escalateIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EscalateRequest"];
            };
        };
        readonly responses: {
            /** @description The outcome. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Escalation"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly runDiagnosticTool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": Omit<components["schemas"]["DiagnosticTool"], "type">;
            };
        };
        readonly responses: {
            /** @description The outcome of the run. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolRunResult"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listDiagnosticRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description Most runs to answer, 1 to 100. */
                readonly limit?: components["parameters"]["RunLimit"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToStarted"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ToolRun"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDiagnosticRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
                /** @description Id of a tool run. */
                readonly runId: components["parameters"]["RunId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The run. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDiagnosticRunOutput: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
                /** @description Id of a tool run. */
                readonly runId: components["parameters"]["RunId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The output. */
            readonly 200: {
                headers: {
                    /** @description An attachment with the id of the run as its name. */
                    readonly "Content-Disposition"?: string;
                    /** @description Always `nosniff`. */
                    readonly "X-Content-Type-Options"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDiagnosticMetrics: {
        readonly parameters: {
            readonly query?: {
                /** @description Hours to look back, 1 to 744. */
                readonly hours?: components["parameters"]["MetricsHours"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolMetrics"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listIncidentResources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The resources. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["IncidentResource"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly replaceIncidentResources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResourceSet"];
            };
        };
        readonly responses: {
            /** @description The resources that are now mapped. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourcesReplaced"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listIncidentRunbooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Links and runbooks. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentRunbooks"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly recommendRunbooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The recommendation. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecommendedRunbooks"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly linkRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
                /** @description Id of a runbook. */
                readonly runbookId: components["parameters"]["RunbookIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runbook is linked. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunbookLinked"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly unlinkRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
                /** @description Id of a runbook. */
                readonly runbookId: components["parameters"]["RunbookIdParameter"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunbookUnlinked"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listIncidentFeedback: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The verdicts on the incident. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["IncidentFeedback"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly giveIncidentFeedback: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FeedbackGive"];
            };
        };
        readonly responses: {
            /** @description The verdict, in place of an earlier one. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentFeedback"];
                };
            };
            /** @description The verdict. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IncidentFeedback"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listComments: {
        readonly parameters: {
            readonly query?: {
                /** @description Most comments to answer, 1 to 1,000. Fewer where they are large. */
                readonly limit?: components["parameters"]["CommentLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The comments of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Comment"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly addComment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CommentCreate"];
            };
        };
        readonly responses: {
            /** @description The created comment. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Comment"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly deleteComment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
                /** @description Id of a comment. */
                readonly commentId: components["parameters"]["CommentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The comment is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listCorrelationRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CorrelationRule"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly createCorrelationRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RuleCreate"];
            };
        };
        readonly responses: {
            /** @description The created rule. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly previewCorrelationRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RulePreviewRequest"];
            };
        };
        readonly responses: {
            /** @description Decisions of the draft. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RulePreview"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getTuningRecommendations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The recommendations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TuningRecommendations"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly applyTuningRecommendation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AutoApplyRequest"];
            };
        };
        readonly responses: {
            /** @description The outcome. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AutoApplyResult"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getCorrelationRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a correlation rule. */
                readonly id: components["parameters"]["RuleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly updateCorrelationRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a correlation rule. */
                readonly id: components["parameters"]["RuleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RuleUpdate"];
            };
        };
        readonly responses: {
            /** @description The rule. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CorrelationRule"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly deleteCorrelationRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a correlation rule. */
                readonly id: components["parameters"]["RuleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rule is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listCorrelationDecisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only decisions about this incident, as the newer or the existing one. A merge that was found through a child of this incident names that child; the incident's timeline has all merges. */
                readonly incidentId?: components["parameters"]["DecisionIncident"];
                /** @description Only decisions of this rule. */
                readonly ruleId?: components["parameters"]["DecisionRule"];
                /** @description Only decisions of this kind. */
                readonly action?: components["parameters"]["DecisionActionFilter"];
                /** @description Only decisions of this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromCreated"];
                /** @description Only decisions of this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToCreated"];
                /** @description Most decisions to answer, 1 to 500. */
                readonly limit?: components["parameters"]["DecisionLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The decisions of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CorrelationDecision"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly unmergeIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of an incident. */
                readonly id: components["parameters"]["IncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The detached incident. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Incident"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listTeamMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TeamMember"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly addTeamMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TeamMemberCreate"];
            };
        };
        readonly responses: {
            /** @description The added member. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TeamMember"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listOnCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members on call. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["TeamMember"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly assignIncident: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly incidentId: components["parameters"]["AssignedIncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Assignment"];
            };
        };
        readonly responses: {
            /** @description The incident. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Incident"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly setOnCall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a team member. */
                readonly id: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OnCallChange"];
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TeamMember"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly removeTeamMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a team member. */
                readonly id: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRunbooks: {
        readonly parameters: {
            readonly query?: {
                /** @description Only runbooks in this status. */
                readonly status?: components["parameters"]["RunbookStatusFilter"];
                /** @description Only runbooks that apply to this remediation action type. */
                readonly actionType?: components["parameters"]["ActionTypeFilter"];
                /** @description Most runbooks to answer, 1 to 1,000. */
                readonly limit?: components["parameters"]["RunbookLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runbooks of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Runbook"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly createRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunbookCreate"];
            };
        };
        readonly responses: {
            /** @description The created runbook. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Runbook"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a runbook. */
                readonly id: components["parameters"]["RunbookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runbook. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Runbook"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRunbookVersions: {
        readonly parameters: {
            readonly query?: {
                /** @description Most versions to answer, 1 to 500. Fewer where they are large. */
                readonly limit?: components["parameters"]["VersionLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of a runbook. */
                readonly id: components["parameters"]["RunbookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The versions of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunbookVersion"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly addRunbookVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a runbook. */
                readonly id: components["parameters"]["RunbookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunbookVersionCreate"];
            };
        };
        readonly responses: {
            /** @description The added version. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunbookVersion"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly publishRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a runbook. */
                readonly id: components["parameters"]["RunbookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runbook is published. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunbookPublished"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly archiveRunbook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a runbook. */
                readonly id: components["parameters"]["RunbookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runbook is archived. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunbookArchived"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly requestRemediation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RemediationRequest"];
            };
        };
        readonly responses: {
            /** @description The created row of the audit log. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationAction"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly previewRemediation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RemediationRequest"];
            };
        };
        readonly responses: {
            /** @description Plan and verdict of the request. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationPreview"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getRemediationPolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The policy. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationPolicy"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRemediationActions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
                readonly status?: components["parameters"]["ActionStatusFilter"];
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                readonly environment?: components["parameters"]["EnvironmentFilter"];
                /** @description Most rows to answer, 1 to 500. */
                readonly limit?: components["parameters"]["ActionLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rows. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RemediationAction"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getRemediationAction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a remediation action. */
                readonly id: components["parameters"]["ActionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The row. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationAction"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRemediationAudit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a remediation action. */
                readonly id: components["parameters"]["ActionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AuditEntry"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listRemediationHistory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an incident. */
                readonly incidentId: components["parameters"]["HistoryIncidentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rows. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RemediationAction"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getRemediationStats: {
        readonly parameters: {
            readonly query?: {
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                readonly environment?: components["parameters"]["EnvironmentFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationStats"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getRemediationPriority: {
        readonly parameters: {
            readonly query?: {
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                readonly environment?: components["parameters"]["EnvironmentFilter"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The signal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RemediationPriority"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly exportRemediationActions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only actions in this status, for example PENDING_APPROVAL. Open-ended; an unknown one matches nothing. */
                readonly status?: components["parameters"]["ActionStatusFilter"];
                /** @description Only actions that were requested for this environment, by its name without regard to case. Policy takes `prod` and `production` for one; this filter does not. */
                readonly environment?: components["parameters"]["EnvironmentFilter"];
                /** @description Most rows to answer, 1 to 10,000. */
                readonly limit?: components["parameters"]["ExportLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rows, the file remediation-audit-export.csv. */
            readonly 200: {
                headers: {
                    readonly "Content-Disposition": components["headers"]["ContentDisposition"];
                    readonly "x-tocsin-audit-head": components["headers"]["AuditHead"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error */
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly verifyRemediationAudit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The outcome. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditVerification"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly approveRemediation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a remediation action. */
                readonly id: components["parameters"]["ActionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionReason"];
            };
        };
        readonly responses: {
            /** @description The status of the action. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalResult"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly rejectRemediation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a remediation action. */
                readonly id: components["parameters"]["ActionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionReason"];
            };
        };
        readonly responses: {
            /** @description The action is rejected. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RejectionResult"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getReportingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportingSettings"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly updateReportingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReportingSettingsUpdate"];
            };
        };
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportingSettings"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listReportRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description Only runs in this status. */
                readonly status?: components["parameters"]["ReportStatusFilter"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToStarted"];
                /** @description Most runs to answer, 1 to 500. */
                readonly limit?: components["parameters"]["ReportRunLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ReportRun"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly startReportRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The created run. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportRun"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly exportReportRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description Only runs in this status. */
                readonly status?: components["parameters"]["ReportStatusFilter"];
                /** @description Only runs that started at this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromStarted"];
                /** @description Only runs that started at this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToStarted"];
                /** @description Most rows to answer, 1 to 10,000. */
                readonly limit?: components["parameters"]["ExportLimit"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runs, the file remediation-report-runs.csv. */
            readonly 200: {
                headers: {
                    readonly "Content-Disposition": components["headers"]["ContentDisposition"];
                    readonly "x-tocsin-audit-head": components["headers"]["AuditHead"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example id,organizationId,cadence,recipients,deliveredCount,failedDeliveryCount,deliveryFailures,deletedCount,totalActions,failedActions,pendingApprovals,queuedExecutions,status,error,startedAt,completedAt */
                    readonly "text/csv": string;
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly retryReportRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a report run. */
                readonly runId: components["parameters"]["ReportRunId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new run. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportRun"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly enforceRetention: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Numbers of deleted rows. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RetentionResult"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listNotificationChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channels. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["NotificationChannel"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly createNotificationChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NotificationChannelCreate"];
            };
        };
        readonly responses: {
            /** @description The created channel. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getNotificationChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a notification channel. */
                readonly id: components["parameters"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channel. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly deleteNotificationChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a notification channel. */
                readonly id: components["parameters"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The channel is deleted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly updateNotificationChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a notification channel. */
                readonly id: components["parameters"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NotificationChannelUpdate"];
            };
        };
        readonly responses: {
            /** @description The changed channel. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationChannel"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly testNotificationChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a notification channel. */
                readonly id: components["parameters"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Result of the test message. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationTest"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listNotificationDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries in this state. */
                readonly status?: components["parameters"]["DeliveryStatusFilter"];
                /** @description Only deliveries to this channel. */
                readonly channelId?: components["parameters"]["DeliveryChannelFilter"];
                /** @description Only deliveries about this incident. */
                readonly incidentId?: components["parameters"]["DeliveryIncidentFilter"];
                /** @description Most deliveries to answer, 1 to 500. */
                readonly limit?: components["parameters"]["DeliveryLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deliveries of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["NotificationDelivery"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly replayNotificationDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a delivery. */
                readonly id: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery waits again. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listServices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["CatalogEntry"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of a service, 1 to 200 characters. */
                readonly serviceName: components["parameters"]["ServiceName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entry. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly updateService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of a service, 1 to 200 characters. */
                readonly serviceName: components["parameters"]["ServiceName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CatalogEntryUpdate"];
            };
        };
        readonly responses: {
            /** @description The entry. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly removeService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of a service, 1 to 200 characters. */
                readonly serviceName: components["parameters"]["ServiceName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is removed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly setServiceDependencies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of a service, 1 to 200 characters. */
                readonly serviceName: components["parameters"]["ServiceName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DependenciesUpdate"];
            };
        };
        readonly responses: {
            /** @description The dependencies. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceDependencies"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly renameService: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Name of a service, 1 to 200 characters. */
                readonly serviceName: components["parameters"]["ServiceName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ServiceRename"];
            };
        };
        readonly responses: {
            /** @description The entry under its new name. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CatalogEntry"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly searchEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Words to find in the message, up to 500 characters. */
                readonly q?: components["parameters"]["EventQuery"];
                /** @description Only events of exactly this service. */
                readonly service?: components["parameters"]["EventService"];
                /** @description Only log events of this level. */
                readonly level?: components["parameters"]["EventLevel"];
                /** @description Only events of this kind. */
                readonly kind?: components["parameters"]["EventKindFilter"];
                /** @description Only log events whose message is of this pattern. With `service`, also under the other ids that the pattern has there. */
                readonly patternId?: components["parameters"]["EventPatternId"];
                /** @description Only events that happened at this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromHappened"];
                /** @description Only events that happened at this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToHappened"];
                /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
                readonly limit?: components["parameters"]["SearchLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["StoredEvent"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listLogPatterns: {
        readonly parameters: {
            readonly query: {
                /** @description The service whose patterns are listed. */
                readonly service: components["parameters"]["PatternService"];
                /** @description Only patterns of this environment; `unknown` for logs that name none. */
                readonly environment?: components["parameters"]["PatternEnvironment"];
                /** @description Only patterns that came at this level. */
                readonly level?: components["parameters"]["PatternLevel"];
                /** @description Only patterns of this trend. */
                readonly trend?: components["parameters"]["PatternTrendFilter"];
                /** @description Only patterns that were seen at this time or later. ISO 8601 with an offset or Z. */
                readonly since?: components["parameters"]["PatternSince"];
                /** @description Most events to answer, 1 to 1,000. Fewer where they are large. */
                readonly limit?: components["parameters"]["SearchLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The patterns of this page; none where the service wrote no logs. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["LogPattern"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listIngestionRefusals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Refused telemetry; an empty list where nothing was refused. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["IngestionRefusal"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listDeadLetters: {
        readonly parameters: {
            readonly query?: {
                /** @description Most dead letters to answer, 1 to 500. Fewer where they are large. */
                readonly limit?: components["parameters"]["DeadLetterLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dead letters of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DeadLetter"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly replayDeadLetter: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a dead letter. */
                readonly id: components["parameters"]["DeadLetterId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event is queued. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeadLetterReplayed"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of an event. */
                readonly id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoredEvent"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listDetectionRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DetectionRule"][];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly checkDetectionRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DetectionCheckRequest"];
            };
        };
        readonly responses: {
            /** @description Rules of the file, or its errors. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionCheck"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly previewDetectionRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DetectionPreviewRequest"];
            };
        };
        readonly responses: {
            /** @description Openings of the draft. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionPreview"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly setDetectionRuleMode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a detection rule. */
                readonly ruleId: components["parameters"]["DetectionRuleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RuleModeSet"];
            };
        };
        readonly responses: {
            /** @description The rule. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionRule"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDetectionPerformance: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of past days, 1 to 90. */
                readonly days?: number;
                /** @description Only this rule. */
                readonly ruleId?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules, in the order of the file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RulePerformance"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDetectionReport: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of past days, 1 to 90. */
                readonly days?: number;
                /** @description Time zone of the nights, such as Europe/Berlin. By default that of reports (`TOCSIN_REPORT_TIME_ZONE`). */
                readonly timeZone?: string;
                /** @description Hours of stored telemetry to replay with each sensitivity, up to 168; 0 for none. */
                readonly compareHours?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report, its rules in the order of the file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionReport"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getDetectionSensitivity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionSensitivity"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly setDetectionSensitivity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SensitivitySet"];
            };
        };
        readonly responses: {
            /** @description All settings after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DetectionSensitivity"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listShadowOpenings: {
        readonly parameters: {
            readonly query?: {
                /** @description Only of this rule. */
                readonly ruleId?: string;
                /** @description Only about this service. */
                readonly service?: string;
                /** @description Only what opened at this time or later. ISO 8601 with an offset or Z. */
                readonly from?: components["parameters"]["FromOpened"];
                /** @description Only what opened at this time or earlier. ISO 8601 with an offset or Z. */
                readonly to?: components["parameters"]["ToOpened"];
                /** @description Most shadow openings to answer, 1 to 500. */
                readonly limit?: components["parameters"]["ShadowLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The shadow openings of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ShadowOpening"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getShadowOpening: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a shadow opening. */
                readonly id: components["parameters"]["ShadowOpeningId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The shadow opening. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShadowOpening"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly giveShadowFeedback: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a shadow opening. */
                readonly id: components["parameters"]["ShadowOpeningId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FeedbackGive"];
            };
        };
        readonly responses: {
            /** @description The verdict, in place of an earlier one. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShadowFeedback"];
                };
            };
            /** @description The verdict. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ShadowFeedback"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listMaintenanceWindows: {
        readonly parameters: {
            readonly query?: {
                /** @description Only windows for exactly this service, among others. */
                readonly service?: components["parameters"]["MaintenanceService"];
                /** @description Only windows in this state. */
                readonly state?: components["parameters"]["MaintenanceStateFilter"];
                /** @description Most windows to answer, 1 to 500. */
                readonly limit?: components["parameters"]["MaintenanceLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The windows of this page. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MaintenanceWindow"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly createMaintenanceWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MaintenanceWindowCreate"];
            };
        };
        readonly responses: {
            /** @description The scheduled window. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly getMaintenanceWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a maintenance window. */
                readonly id: components["parameters"]["MaintenanceWindowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The window. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly deleteMaintenanceWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a maintenance window. */
                readonly id: components["parameters"]["MaintenanceWindowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The window is gone. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly updateMaintenanceWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a maintenance window. */
                readonly id: components["parameters"]["MaintenanceWindowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MaintenanceWindowUpdate"];
            };
        };
        readonly responses: {
            /** @description The changed window. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly endMaintenanceWindow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key runs once. Repetitions get the first answer with `Idempotent-Replayed: true`, also where that was a 4xx. A key belongs to the organization, the token's `sub` and the operation. Another path, query or body with the same key answers 422. While the first request runs, the answer is 409 with `Retry-After`. If the process ended before an answer, it is 409 without that header, and nothing runs again. Answers 429 and 5xx do not use up the key. 1 to 255 characters. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKeyOfChange"];
            };
            readonly path: {
                /** @description Id of a maintenance window. */
                readonly id: components["parameters"]["MaintenanceWindowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ended window. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 422: components["responses"]["UnprocessableOrOtherBody"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly listHeldCandidates: {
        readonly parameters: {
            readonly query?: {
                /** @description Most held back to answer, 1 to 500. */
                readonly limit?: components["parameters"]["HeldLimit"];
                /** @description Where the page begins, from the `Link` header of the page before. Opaque, up to 1,000 characters, and good for the same filters and order alone. Empty means the first page. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of a maintenance window. */
                readonly id: components["parameters"]["MaintenanceWindowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of candidates that are held back. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["HeldCandidate"][];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly checkLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process runs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly checkReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process is ready. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly readMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE tocsin_queue_depth gauge
                     *     tocsin_queue_depth 0
                     */
                    readonly "text/plain": string;
                };
            };
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly sendLog: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                readonly "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogEvent"];
            };
        };
        readonly responses: {
            /** @description The event is durable and queued. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventAccepted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly sendLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description `refuse` refuses the whole batch for one bad element. `skip` accepts the good ones and keeps the bad ones as dead letters. */
                readonly onInvalid?: components["parameters"]["OnInvalid"];
            };
            readonly header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                readonly "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogBatch"];
                readonly "application/x-ndjson": components["schemas"]["LogBatch"];
            };
        };
        readonly responses: {
            /** @description The events are durable and queued. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BatchAccepted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly sendMetric: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                readonly "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MetricPoint"];
            };
        };
        readonly responses: {
            /** @description The data point is durable and queued. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventAccepted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
    readonly sendDeployment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Organization that the data belongs to, 1 to 64 letters, digits, dots, underscores and hyphens. Left out, the organization that the key is bound to, else the default one. */
                readonly "x-organization-id"?: components["parameters"]["OrganizationId"];
                /** @description The same key within 24 hours answers the first answer again and queues nothing. 1 to 255 characters. The same key with another body answers 422, while the first request still runs 409. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeploymentEvent"];
            };
        };
        readonly responses: {
            /** @description The event is durable and queued. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventAccepted"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["ConflictOrKeyInUse"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 503: components["responses"]["Unavailable"];
            readonly default: components["responses"]["Failure"];
        };
    };
}
