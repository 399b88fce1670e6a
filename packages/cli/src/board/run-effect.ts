import type { Incident } from "@tocsin/sdk";
import { explain } from "../failure/explain.ts";
import { statusText } from "../format/action-status.ts";
import { actionName } from "../format/remediation-action.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { BoardContext } from "./board-reducer.ts";
import type { Effect, StatusChange } from "./board-state.ts";

export interface EffectContext extends BoardContext {
  readonly author: string;
  /** The details of the incident are outdated. */
  invalidate(incidentId: string): void;
  reload(): void;
  quit(interrupted: boolean): void;
}

/** A failure and its first hints on one line. */
export function failureLine(error: unknown): string {
  const { message, hints } = explain(error);
  return cleanLine([message, ...hints.slice(0, 2)].join(" "));
}

const shortId = (id: string): string => cleanLine(id.slice(0, 8));

/** Runs an effect. Failures are dispatched, never thrown. */
export async function runEffect(effect: Effect, context: EffectContext): Promise<void> {
  try {
    await runEffectOrThrow(effect, context);
  } catch (error) {
    if (!context.signal.aborted) context.dispatch({ type: "failed", text: failureLine(error) });
  }
}

async function runEffectOrThrow(effect: Effect, context: EffectContext): Promise<void> {
  switch (effect.do) {
    case "status":
      return changeStatus(effect.moves, effect.takenBy, context);
    case "diagnose":
      return diagnose(effect.ids, context);
    case "assign":
      return changeEach(effect.ids, context, `is assigned to ${effect.name}`, (id) =>
        context.client.team.assign(id, effect.memberId, { signal: context.signal }),
      );
    case "comment":
      return changeEach(effect.ids, context, "has a new comment", async (id) => {
        const { author, signal } = context;
        await context.client.comments.add(id, { author, body: effect.body }, { signal });
      });
    case "feedback":
      return changeEach(effect.ids, context, `is marked as ${effect.verdict}`, async (id) => {
        await context.client.feedback.give(id, { verdict: effect.verdict }, { signal: context.signal });
      });
    case "reload":
      return context.reload();
    case "quit":
      return context.quit(effect.interrupted);
    default:
      return remediate(effect, context);
  }
}

type RemediationEffect = Extract<Effect, { readonly do: "preview" | "checkPolicy" | "request" | "approve" | "reject" }>;

async function remediate(effect: RemediationEffect, context: EffectContext): Promise<void> {
  const { client, signal, dispatch } = context;
  switch (effect.do) {
    case "preview": {
      const preview = await client.remediation.preview(effect.request, { signal });
      return dispatch({ type: "previewed", fix: effect.fix, request: effect.request, preview });
    }
    case "checkPolicy":
      return checkPolicy(effect.action, context);
    case "request": {
      const action = await client.remediation.request(effect.request, { signal });
      context.invalidate(effect.request.incidentId);
      return dispatch({ type: "done", text: `${actionName(action)} is ${statusText(action)}; press p to see it.` });
    }
    default:
      return approveOrReject(effect, context);
  }
}

async function approveOrReject(
  { do: what, action, reason }: Extract<Effect, { readonly do: "approve" | "reject" }>,
  context: EffectContext,
): Promise<void> {
  const { client, signal, dispatch, invalidate } = context;
  const why = reason === undefined ? undefined : { reason };
  const result = await client.remediation[what](action.id, why, { signal });
  invalidate(action.incidentId);
  if (result.status === "POLICY_VIOLATION") {
    const { violations, detail } = result;
    dispatch({ type: "blocked", action, violations, detail });
    return checkPolicy(action, context);
  }
  dispatch({
    type: "done",
    text: `${actionName(action)}: ${statusText(action)} → ${statusText({ ...action, status: result.status })}`,
  });
}

/** Asks for the current verdict of the policy on an action. */
async function checkPolicy(
  action: Extract<Effect, { readonly do: "checkPolicy" }>["action"],
  { client, signal, dispatch }: EffectContext,
) {
  const { incidentId, actionType, parameters, serviceName, environment, severity } = action;
  const request = {
    incidentId,
    actionType,
    parameters,
    severity,
    ...(serviceName !== null && { serviceName }),
    ...(environment !== null && { environment }),
  };
  try {
    const preview = await client.remediation.preview(request, { signal });
    dispatch({ type: "policyChecked", actionId: action.id, policyCheck: { preview } });
  } catch (error) {
    dispatch({ type: "policyChecked", actionId: action.id, policyCheck: { failure: failureLine(error) } });
  }
}

async function changeStatus(
  moves: readonly StatusChange[],
  takenBy: string | undefined,
  { client, signal, dispatch, invalidate }: EffectContext,
): Promise<void> {
  const done: StatusChange[] = [];
  for (const move of moves) {
    try {
      const moved = await client.incidents.changeStatus(move.id, move.to, { signal });
      const isFree = takenBy !== undefined && moved.assigneeId === null;
      const incident = isFree ? await client.team.assign(move.id, takenBy, { signal }) : moved;
      dispatch({ type: "changed", incidents: [incident] });
      invalidate(move.id);
      done.push(move);
    } catch (error) {
      dispatch({ type: "failed", text: `${shortId(move.id)}: ${failureLine(error)}` });
    }
  }
  const [first] = done;
  if (!first) return;
  const what = done.length === 1 ? `${shortId(first.id)} ${first.from}` : `${done.length} incidents`;
  dispatch({ type: "done", text: `${what} → ${first.to}; press u to undo.`, undo: done });
}

async function diagnose(ids: readonly string[], { client, signal, dispatch }: EffectContext): Promise<void> {
  for (const id of ids) {
    try {
      await client.incidents.diagnose(id, { signal });
      dispatch({ type: "done", text: `${shortId(id)} is being diagnosed; press e to see the result.` });
    } catch (error) {
      dispatch({ type: "failed", text: `${shortId(id)}: ${failureLine(error)}` });
    }
  }
}

/** Runs a change for each incident and dispatches its outcome. The change returns the updated incident. */
async function changeEach(
  ids: readonly string[],
  { dispatch, invalidate }: EffectContext,
  what: string,
  act: (id: string) => Promise<Incident | undefined>,
): Promise<void> {
  let done = 0;
  for (const id of ids) {
    try {
      const incident = await act(id);
      if (incident) dispatch({ type: "changed", incidents: [incident] });
      invalidate(id);
      done += 1;
    } catch (error) {
      dispatch({ type: "failed", text: `${shortId(id)}: ${failureLine(error)}` });
    }
  }
  const [first = ""] = ids;
  if (done > 0)
    dispatch({ type: "done", text: cleanLine(`${ids.length === 1 ? shortId(first) : `Each of ${done}`} ${what}.`) });
}
