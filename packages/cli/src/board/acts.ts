import type { IncidentStatus } from "@tocsin/sdk";
import { statuses } from "../format/incident.ts";
import { isAct, readCommand, unknownCommand } from "./commands.ts";
import type { Act } from "./keys.ts";
import { moved, opened, sectionBeside, statusEffect } from "./move.ts";
import { sections } from "./sections.ts";
import {
  type BoardState,
  type Choice,
  type Confirm,
  type Effect,
  type Move,
  type Question,
  selection,
  tabs,
  target,
  targetAction,
} from "./state.ts";
import { browse, failed, READ_ONLY, type Step, step } from "./step.ts";
import { along, toLast } from "./trail.ts";
import { latestRefusal, unreadRefusals } from "./warning.ts";

const changes: ReadonlySet<Act> = new Set<Act>([
  "diagnose",
  "acknowledge",
  "resolve",
  "comment",
  "assign",
  "fix",
  "approve",
  "reject",
  "undo",
  "useful",
  "noise",
]);

/** Does what a key or a command stands for. */
export function perform(state: BoardState, act: Act): Step {
  if (changes.has(act)) return state.readOnly ? step(failed(state, READ_ONLY)) : change(state, act);
  switch (act) {
    case "overview":
    case "timeline":
    case "evidence":
    case "actions":
    case "runbooks":
      return step(opened(state, tabs.find((tab) => tab === act) ?? "overview"));
    case "open":
      return step(state.opened === undefined ? opened(state, openingTab(state)) : state);
    case "mark":
      return step(marked(state));
    case "filter":
      return step({ ...state, opened: undefined, mode: { kind: "filter", text: state.filter, before: state.filter } });
    case "command":
      return step({ ...state, mode: { kind: "command", text: "", at: state.history.length } });
    case "help":
      return step({ ...state, mode: { kind: "help", top: 0 } });
    case "reload":
      return step({ ...state, done: "Reading everything again." }, { do: "reload" });
    case "quit":
      return step(state, { do: "quit", interrupted: false });
    case "next-section":
      return step(sectionBeside(state, 1));
    case "previous-section":
      return step(sectionBeside(state, -1));
    case "back":
      return step(back(state));
    case "last-view":
      return step(toLast(state));
    case "view-before":
      return step(along(state, -1));
    case "view-after":
      return step(along(state, 1));
    default:
      return step(moved(state, act));
  }
}

/** An action opens where its incident's actions are. */
const openingTab = (state: BoardState) => (state.section === "approvals" ? "actions" : state.tab);

function back(state: BoardState): BoardState {
  if (state.failures.length > 0) return { ...state, failures: state.failures.slice(1) };
  if (state.opened !== undefined) return { ...state, opened: undefined, scroll: 0 };
  if (state.marks.size > 0) return { ...state, marks: new Set() };
  if (state.filter !== "") return { ...state, filter: "" };
  return unreadRefusals(state).length === 0 ? state : { ...state, refusalsReadUntil: latestRefusal(state) };
}

function marked(state: BoardState): BoardState {
  const { row } = selection(state);
  if (!row || state.section === "approvals") return state;
  const marks = new Set(state.marks);
  if (!marks.delete(row.id)) marks.add(row.id);
  return moved({ ...state, marks }, "down");
}

/** The incidents that a change means: those that are marked, else the one that is read or selected. */
function meant(state: BoardState): readonly string[] {
  const marks = [...state.marks].filter((id) => state.incidents.byId.has(id));
  if (marks.length > 0 && state.opened === undefined) return marks;
  const incident = target(state);
  return incident ? [incident.id] : [];
}

function change(state: BoardState, act: Act): Step {
  if (act === "approve" || act === "reject") return decide(state, act);
  if (act === "undo") return undo(state);
  const ids = meant(state);
  const [id] = ids;
  if (id === undefined) return step(failed(state, "There is no incident to do that to."));
  switch (act) {
    case "diagnose":
      return diagnose(state, ids);
    case "acknowledge":
      return ids.length > 1
        ? ask(state, { what: "status", ids, status: "INVESTIGATING" })
        : move(state, ids, "INVESTIGATING");
    case "resolve":
      return ask(state, { what: "status", ids, status: "RESOLVED" });
    case "comment":
      return step({ ...state, mode: { kind: "comment", text: "", ids } });
    case "assign":
      return step(assignment(state, ids));
    case "useful":
    case "noise":
      // The last word counts, so nothing is asked first.
      return step({ ...state, marks: new Set() }, { do: "feedback", ids, verdict: act });
    default:
      return fix(state);
  }
}

/** Who asks for one diagnosis wants to see it, and it may leave the section meanwhile. */
function diagnose(state: BoardState, ids: readonly string[]): Step {
  const unmarked = { ...state, marks: new Set<string>() };
  return step(ids.length === 1 ? opened(unmarked, "evidence") : unmarked, { do: "diagnose", ids });
}

const ask = (state: BoardState, question: Question, ...effects: readonly Effect[]): Step => {
  const field: Confirm["field"] = question.what === "reject" ? "reason" : "answer";
  const confirm: Confirm = { kind: "confirm", question, violations: [], field, reason: "", answer: "", top: 0 };
  return step({ ...state, mode: confirm }, ...effects);
};

function decide(state: BoardState, what: "approve" | "reject"): Step {
  const action = targetAction(state);
  if (!action)
    return step(
      failed(state, "There is no action here to decide on: 4 lists those that wait, p those of an incident."),
    );
  if (action.status !== "PENDING_APPROVAL") return step(failed(state, `The action is ${action.status} already.`));
  return ask(state, { what, action }, ...(what === "approve" ? [{ do: "weigh" as const, action }] : []));
}

function undo(state: BoardState): Step {
  if (state.undo.length === 0) return step(failed(state, "There is no change of status to take back."));
  const moves: Move[] = state.undo.map(({ id, from, to }) => ({ id, from: to, to: from }));
  return step({ ...state, undo: [] }, { do: "status", moves });
}

function move(state: BoardState, ids: readonly string[], to: IncidentStatus): Step {
  const effect = statusEffect(state, ids, to);
  if (effect.moves.length === 0) return step({ ...state, done: `It is ${to} already.` });
  return step({ ...state, marks: new Set() }, effect);
}

function assignment(state: BoardState, ids: readonly string[]): BoardState {
  const toMember = (memberId: string | null, name: string): Choice => ({
    label: name,
    effects: [{ do: "assign", ids, memberId, name }],
  });
  const members = state.team
    .toSorted(
      (a, b) =>
        Number(b.id === state.memberId) - Number(a.id === state.memberId) || Number(b.isOnCall) - Number(a.isOnCall),
    )
    .map(({ id, name, isOnCall }) => ({ ...toMember(id, name), label: isOnCall ? `${name} (on call)` : name }));
  const title = `Assign ${ids.length === 1 ? "it" : `${ids.length} incidents`} to`;
  return { ...state, mode: { kind: "choose", title, choices: [...members, toMember(null, "nobody")], at: 0 } };
}

/** The fixes that the diagnosis suggests and that something can do. */
function fix(state: BoardState): Step {
  const incident = target(state);
  const choices = (incident?.diagnosis?.suggestedFixes ?? []).flatMap((suggested): Choice[] => {
    if (!incident || suggested.actionType === null) return [];
    const request = {
      incidentId: incident.id,
      actionType: suggested.actionType,
      parameters: suggested.parameters,
      ...(suggested.service !== null && { serviceName: suggested.service }),
      suggestionId: suggested.id,
    };
    const label = `${suggested.title} (${suggested.actionType}, risk ${suggested.risk})`;
    return [{ label, effects: [{ do: "preview", fix: suggested, request }] }];
  });
  if (choices.length === 0)
    return step(failed(state, "No diagnosis suggests a fix that can be requested: d diagnoses."));
  return step({ ...state, mode: { kind: "choose", title: "Request which fix?", choices, at: 0 } });
}

/** Does what a command line says. */
export function runCommand(state: BoardState, line: string): Step {
  const { name, rest } = readCommand(line);
  const section = sections.find((each) => each === name);
  if (name === "") return step(state);
  if (section) return step({ ...state, section, opened: undefined, scroll: 0 });
  if (name === "filter") return step({ ...state, filter: rest, opened: undefined });
  if (name === "readonly") return step({ ...state, readOnly: true, done: "Read-only from now on." });
  if (name === "open") return openById(state, rest);
  if (name === "status" && rest === "") return step(failed(state, statusWords));
  const changing = ["status", "assign", "comment"].includes(name) && rest !== "";
  if (!changing) return isAct(name) ? perform(state, name) : step(failed(state, unknownCommand(name)));
  if (state.readOnly) return step(failed(state, READ_ONLY));
  return changeBy(state, name, rest);
}

function openById(state: BoardState, beginning: string): Step {
  if (beginning === "") return perform(state, "open");
  const [found, other] = state.incidents.order.filter(({ id }) => id.startsWith(beginning.toLowerCase()));
  const said = JSON.stringify(beginning);
  if (!found) return step(failed(state, `No incident here begins with ${said}.`));
  if (other) return step(failed(state, `More than one incident begins with ${said}: type more of its id.`));
  return step({ ...state, opened: found.id, scroll: 0, actionAt: 0 });
}

const statusWords = `A status is one of ${statuses.join(", ")}, as in :status RESOLVED.`;

/** Changes that take words: a status, a person, a text. */
function changeBy(state: BoardState, name: string, rest: string): Step {
  const ids = meant(state);
  if (ids.length === 0) return step(failed(state, "There is no incident to do that to."));
  const done = { ...state, marks: new Set<string>(), mode: browse };
  if (name === "comment") return step(done, { do: "comment", ids, body: rest });
  if (name === "status") {
    const status = statuses.find((each) => each === rest.toUpperCase());
    if (!status) return step(failed(state, statusWords));
    return status === "INVESTIGATING" && ids.length === 1
      ? move(state, ids, status)
      : ask(state, { what: "status", ids, status });
  }
  const wanted = rest.toLowerCase();
  if (wanted === "nobody") return step(done, { do: "assign", ids, memberId: null, name: "nobody" });
  const is = (test: (said: string) => boolean) =>
    state.team.filter((member) => [member.name, member.email, member.id].some((said) => test(said.toLowerCase())));
  const exact = is((said) => said === wanted);
  const found = exact.length > 0 ? exact : is((said) => said.startsWith(wanted));
  const [member] = found;
  if (!member) return step(failed(state, `Nobody of the team is called ${JSON.stringify(rest)}.`));
  if (found.length > 1)
    return step(failed(state, `${JSON.stringify(rest)} could be ${found.map((each) => each.name).join(", ")}.`));
  return step(done, { do: "assign", ids, memberId: member.id, name: member.name });
}
