import { join } from "node:path";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { correlationDecisionTable, correlationRuleTable } from "../../src/store/correlation/correlation-tables.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export const conditions = { matchFields: ["service"], timeWindowMinutes: 30 };

export interface Named {
  readonly id: string;
}

/** The stores and helpers of the tests about the tuning of correlation rules over HTTP. */
export function tuningRequests() {
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization);
  });
  after(() => daemon.stop());

  const ask = async (path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, body === undefined ? { token } : { token, body });
  const done = async <Body>(answer: Promise<Answer>): Promise<Body> => {
    const { status, text, json } = await answer;
    expect(status, text).to.be.within(200, 201);
    return json<Body>();
  };
  const open = (service: string): Promise<Named> =>
    done(ask("/incidents", { title: "t", description: "d", severity: "LOW", affectedServices: [service] }));
  const refused = async (path: string, body: unknown): Promise<string | undefined> => {
    const answer = await ask(path, body);
    expect(answer.status, answer.text).to.equal(400);
    return answer.json<ErrorBody>().details?.[0]?.path;
  };
  /** A rule of two days ago that decided so often, about five incidents that are over. */
  const ruleThatDecided = async (times: number): Promise<string> => {
    const rule = await done<Named>(
      ask("/correlation/rules", { name: "Same service", description: "", conditions, action: "group", priority: 96 }),
    );
    const ids: string[] = [];
    for (const service of ["a", "b", "c", "d", "e"]) {
      const { id } = await open(service);
      await done(core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status: "RESOLVED" } }));
      ids.push(id);
    }
    const now = Date.now();
    const decisions = Array.from({ length: times }, (_, n) => ({
      id: uuidv7(now),
      organizationId: organization,
      incidentId: ids[n % ids.length] as string,
      relatedIncidentId: ids[0] as string,
      ruleId: rule.id,
      ruleName: "Same service",
      action: "group" as const,
      compared: {},
      gapMinutes: 1,
      reason: "Same service, 1 minute apart.",
      createdAt: now,
    }));
    const database = await openDatabase({ kind: "sqlite", path: join(daemon.dataDir, "tocsin.db") });
    try {
      await database.write(async (transaction) => {
        await insertRows(transaction, correlationDecisionTable, decisions);
        const aged = { createdAt: now - 2 * DAY_MS, updatedAt: now - 2 * DAY_MS };
        await transaction.update(correlationRuleTable, { id: rule.id }, aged);
      });
    } finally {
      await database.close();
    }
    return rule.id;
  };

  return {
    open,
    done,
    ask,
    refused,
    ruleThatDecided,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
    get organization() {
      return organization;
    },
  };
}
