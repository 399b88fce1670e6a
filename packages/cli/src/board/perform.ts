import type { Incident, Tocsin } from "@tocsin/sdk";
import { explain } from "../failure/explain.ts";
import { actionName } from "../format/action.ts";
import { statusText } from "../format/action-status.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { BoardEvent } from "./reduce.ts";
import type { BoardState, Effect, Move } from "./state.ts";

/** What effects need from outside. */
export interface Doing {
  readonly client: Tocsin;
  readonly author: string;
  readonly signal: AbortSignal;
  dispatch(event: BoardEvent): void;
  state(): BoardState;
  /** What is known about the incident is no longer all. */
  touched(incidentId: string): void;
  reload(): void;
  leave(interrupted: boolean): void;
}

/** A failure in one line: what was wrong, and what was refused. */
export function failureLine(error: unknown): string {
  const { message, hints } = explain(error);
  return cleanLine([message, ...hints.slice(0, 2)].join(" "));
}

const short = (id: string): string => cleanLine(id.slice(0, 8));

/** Does it. What fails is told on the board; nothing is thrown. */
export async function perform(effect: Effect, doing: Doing): Promise<void> {
  try {
    await carryOut(effect, doing);
  } catch (error) {
    if (!doing.signal.aborted) doing.dispatch({ type: "failed", text: failureLine(error) });
  }
}

async function carryOut(effect: Effect, doing: Doing): Promise<void> {
  switch (effect.do) {
    case "status":
      return changeStatus(effect.moves, effect.takenBy, doing);
    case "diagnose":
      return diagnose(effect.ids, doing);
    case "assign":
      return changeEach(effect.ids, doing, `is given to ${effect.name}`, (id) =>
        doing.client.team.assign(id, effect.memberId, { signal: doing.signal }),
      );
    case "comment":
      return changeEach(effect.ids, doing, "has your comment", async (id) => {
        const { author, signal } = doing;
        await doing.client.comments.add(id, { author, body: effect.body }, { signal });
      });
    case "feedback":
      return changeEach(effect.ids, doing, `is ${effect.verdict}, as you say`, async (id) => {
        await doing.client.feedback.give(id, { verdict: effect.verdict }, { signal: doing.signal });
      });
    case "reload":
      return doing.reload();
    case "quit":
      return doing.leave(effect.interrupted);
    default:
      return remediate(effect, doing);
  }
}

type Remediating = Extract<Effect, { readonly do: "preview" | "weigh" | "request" | "approve" | "reject" }>;

async function remediate(effect: Remediating, doing: Doing): Promise<void> {
  const { client, signal, dispatch } = doing;
  switch (effect.do) {
    case "preview": {
      const preview = await client.remediation.preview(effect.request, { signal });
      return dispatch({ type: "previewed", fix: effect.fix, request: effect.request, preview });
    }
    case "weigh":
      return weigh(effect.action, doing);
    case "request": {
      const action = await client.remediation.request(effect.request, { signal });
      doing.touched(effect.request.incidentId);
      return dispatch({ type: "done", text: `${actionName(action)} is ${statusText(action)}; p shows it.` });
    }
    default:
      return decide(effect, doing);
  }
}

async function decide(
  { do: what, action, reason }: Extract<Effect, { readonly do: "approve" | "reject" }>,
  doing: Doing,
): Promise<void> {
  const { client, signal, dispatch, touched } = doing;
  const why = reason === undefined ? undefined : { reason };
  const result = await client.remediation[what](action.id, why, { signal });
  touched(action.incidentId);
  if (result.status === "POLICY_VIOLATION") {
    const { violations, detail } = result;
    dispatch({ type: "blocked", action, violations, detail });
    return weigh(action, doing);
  }
  dispatch({
    type: "done",
    text: `${actionName(action)}: ${statusText(action)} → ${statusText({ ...action, status: result.status })}`,
  });
}

/** What policy says about it now, for whoever is asked to approve it. */
async function weigh(action: Extract<Effect, { readonly do: "weigh" }>["action"], { client, signal, dispatch }: Doing) {
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
    dispatch({ type: "weighed", actionId: action.id, weighed: { preview } });
  } catch (error) {
    dispatch({ type: "weighed", actionId: action.id, weighed: { failure: failureLine(error) } });
  }
}

async function changeStatus(
  moves: readonly Move[],
  takenBy: string | undefined,
  { client, signal, dispatch, touched }: Doing,
): Promise<void> {
  const done: Move[] = [];
  for (const move of moves) {
    try {
      const moved = await client.incidents.changeStatus(move.id, move.to, { signal });
      const isFree = takenBy !== undefined && moved.assigneeId === null;
      const incident = isFree ? await client.team.assign(move.id, takenBy, { signal }) : moved;
      dispatch({ type: "changed", incidents: [incident] });
      touched(move.id);
      done.push(move);
    } catch (error) {
      dispatch({ type: "failed", text: `${short(move.id)}: ${failureLine(error)}` });
    }
  }
  const [first] = done;
  if (!first) return;
  const what = done.length === 1 ? `${short(first.id)} ${first.from}` : `${done.length} incidents`;
  dispatch({ type: "done", text: `${what} → ${first.to}; u takes it back.`, undo: done });
}

async function diagnose(ids: readonly string[], { client, signal, dispatch }: Doing): Promise<void> {
  for (const id of ids) {
    try {
      await client.incidents.diagnose(id, { signal });
      dispatch({ type: "done", text: `${short(id)} is being diagnosed; e shows what comes of it.` });
    } catch (error) {
      dispatch({ type: "failed", text: `${short(id)}: ${failureLine(error)}` });
    }
  }
}

/** Does one thing to each, and says what it was; what it answers is how the incident is now. */
async function changeEach(
  ids: readonly string[],
  { dispatch, touched }: Doing,
  what: string,
  act: (id: string) => Promise<Incident | undefined>,
): Promise<void> {
  let done = 0;
  for (const id of ids) {
    try {
      const incident = await act(id);
      if (incident) dispatch({ type: "changed", incidents: [incident] });
      touched(id);
      done += 1;
    } catch (error) {
      dispatch({ type: "failed", text: `${short(id)}: ${failureLine(error)}` });
    }
  }
  const [first = ""] = ids;
  if (done > 0)
    dispatch({ type: "done", text: cleanLine(`${ids.length === 1 ? short(first) : `Each of ${done}`} ${what}.`) });
}
