import type { IncidentStatus } from "@tocsin/sdk";
import { statuses } from "../format/incident.ts";
import {
  type BoardState,
  type Choice,
  type ConfirmMode,
  type Effect,
  type Question,
  type StatusChange,
  selection,
  tabs,
  target,
  targetAction,
} from "./board-state.ts";
import { isBoardCommand, parseCommandLine, unknownCommandMessage } from "./command-line.ts";
import { type CommandName, isChange } from "./key-bindings.ts";
import { createStatusEffect, moveCursor, openIncident, switchSection } from "./navigation.ts";
import { latestRefusal, unreadRefusals } from "./refusal-warning.ts";
import { sections } from "./sections.ts";
import { addFailure, browseMode, READ_ONLY_MESSAGE, type Transition, transition } from "./transition.ts";
import { goInHistory, goToPreviousView } from "./view-history.ts";

const refuse = (state: BoardState, message: string): Transition => transition(addFailure(state, message));

export function executeCommand(state: BoardState, command: CommandName): Transition {
  if (isChange(command)) return state.readOnly ? refuse(state, READ_ONLY_MESSAGE) : executeChange(state, command);
  switch (command) {
    case "overview":
    case "timeline":
    case "evidence":
    case "actions":
    case "runbooks":
      return transition(openIncident(state, tabs.find((tab) => tab === command) ?? "overview"));
    case "open":
      return transition(state.openedId === undefined ? openIncident(state, initialTab(state)) : state);
    case "mark":
      return transition(toggleMark(state));
    case "filter":
      return transition({
        ...state,
        openedId: undefined,
        mode: { kind: "filter", text: state.filter, before: state.filter },
      });
    case "command":
      return transition({ ...state, mode: { kind: "command", text: "", at: state.history.length } });
    case "help":
      return transition({ ...state, mode: { kind: "help", top: 0 } });
    case "reload":
      return transition({ ...state, notice: "Reloading." }, { do: "reload" });
    case "quit":
      return transition(state, { do: "quit", interrupted: false });
    case "next-section":
      return transition(switchSection(state, 1));
    case "previous-section":
      return transition(switchSection(state, -1));
    case "back":
      return transition(goBack(state));
    case "last-view":
      return transition(goToPreviousView(state));
    case "view-before":
      return transition(goInHistory(state, -1));
    case "view-after":
      return transition(goInHistory(state, 1));
    default:
      return transition(moveCursor(state, command));
  }
}

/** A row of the approvals opens the tab with actions. */
const initialTab = (state: BoardState) => (state.section === "approvals" ? "actions" : state.tab);

function goBack(state: BoardState): BoardState {
  if (state.failures.length > 0) return { ...state, failures: state.failures.slice(1) };
  if (state.openedId !== undefined) return { ...state, openedId: undefined, scroll: 0 };
  if (state.marks.size > 0) return { ...state, marks: new Set() };
  if (state.filter !== "") return { ...state, filter: "" };
  return unreadRefusals(state).length === 0 ? state : { ...state, refusalsReadUntil: latestRefusal(state) };
}

function toggleMark(state: BoardState): BoardState {
  const { row } = selection(state);
  if (!row || state.section === "approvals") return state;
  const marks = new Set(state.marks);
  if (!marks.delete(row.id)) marks.add(row.id);
  return moveCursor({ ...state, marks }, "down");
}

/** The incidents that a change applies to: the marked ones, otherwise the open or selected one. */
function targetIds(state: BoardState): readonly string[] {
  const marks = [...state.marks].filter((id) => state.incidents.byId.has(id));
  if (marks.length > 0 && state.openedId === undefined) return marks;
  const incident = target(state);
  return incident ? [incident.id] : [];
}

function executeChange(state: BoardState, command: CommandName): Transition {
  if (command === "approve" || command === "reject") return confirmDecision(state, command);
  if (command === "undo") return undoStatusChange(state);
  const ids = targetIds(state);
  const [id] = ids;
  if (id === undefined) return refuse(state, "No incident is selected.");
  switch (command) {
    case "diagnose":
      return diagnose(state, ids);
    case "acknowledge":
      return ids.length > 1
        ? openConfirm(state, { what: "status", ids, status: "INVESTIGATING" })
        : changeStatus(state, ids, "INVESTIGATING");
    case "resolve":
      return openConfirm(state, { what: "status", ids, status: "RESOLVED" });
    case "comment":
      return transition({ ...state, mode: { kind: "comment", text: "", ids } });
    case "assign":
      return transition(chooseAssignee(state, ids));
    case "useful":
    case "noise":
      // The last verdict counts, so no confirmation is needed.
      return transition({ ...state, marks: new Set() }, { do: "feedback", ids, verdict: command });
    default:
      return chooseFix(state);
  }
}

/** A single diagnosis opens the incident, which may leave the section meanwhile. */
function diagnose(state: BoardState, ids: readonly string[]): Transition {
  const unmarked = { ...state, marks: new Set<string>() };
  return transition(ids.length === 1 ? openIncident(unmarked, "evidence") : unmarked, { do: "diagnose", ids });
}

const openConfirm = (state: BoardState, question: Question, ...effects: readonly Effect[]): Transition => {
  const field: ConfirmMode["field"] = question.what === "reject" ? "reason" : "answer";
  const confirm: ConfirmMode = { kind: "confirm", question, violations: [], field, reason: "", answer: "", top: 0 };
  return transition({ ...state, mode: confirm }, ...effects);
};

function confirmDecision(state: BoardState, what: "approve" | "reject"): Transition {
  const action = targetAction(state);
  if (!action)
    return refuse(state, "No action is selected. Press 4 for pending approvals, or p for the actions of an incident.");
  if (action.status !== "PENDING_APPROVAL") return refuse(state, `The action is already ${action.status}.`);
  return openConfirm(state, { what, action }, ...(what === "approve" ? [{ do: "checkPolicy" as const, action }] : []));
}

function undoStatusChange(state: BoardState): Transition {
  if (state.undo.length === 0) return refuse(state, "There is no status change to undo.");
  const moves: StatusChange[] = state.undo.map(({ id, from, to }) => ({ id, from: to, to: from }));
  return transition({ ...state, undo: [] }, { do: "status", moves });
}

function changeStatus(state: BoardState, ids: readonly string[], to: IncidentStatus): Transition {
  const effect = createStatusEffect(state, ids, to);
  if (effect.moves.length === 0) return transition({ ...state, notice: `The status is already ${to}.` });
  return transition({ ...state, marks: new Set() }, effect);
}

function chooseAssignee(state: BoardState, ids: readonly string[]): BoardState {
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

/** Offers the suggested fixes that have an action. */
function chooseFix(state: BoardState): Transition {
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
  if (choices.length === 0) return refuse(state, "There is no suggested fix to request. Press d to diagnose.");
  return transition({ ...state, mode: { kind: "choose", title: "Request a fix", choices, at: 0 } });
}

export function executeCommandLine(state: BoardState, line: string): Transition {
  const { name, rest } = parseCommandLine(line);
  const section = sections.find((each) => each === name);
  if (name === "") return transition(state);
  if (section) return transition({ ...state, section, openedId: undefined, scroll: 0 });
  if (name === "filter") return transition({ ...state, filter: rest, openedId: undefined });
  if (name === "readonly") return transition({ ...state, readOnly: true, notice: "The board is now read-only." });
  if (name === "open") return openById(state, rest);
  if (name === "status" && rest === "") return refuse(state, statusWords);
  const changing = ["status", "assign", "comment"].includes(name) && rest !== "";
  if (!changing) return isBoardCommand(name) ? executeCommand(state, name) : refuse(state, unknownCommandMessage(name));
  if (state.readOnly) return refuse(state, READ_ONLY_MESSAGE);
  return executeChangeWithArgument(state, name, rest);
}

function openById(state: BoardState, beginning: string): Transition {
  if (beginning === "") return executeCommand(state, "open");
  const [found, other] = state.incidents.order.filter(({ id }) => id.startsWith(beginning.toLowerCase()));
  const said = JSON.stringify(beginning);
  if (!found) return refuse(state, `No incident id begins with ${said}.`);
  if (other) return refuse(state, `Several incident ids begin with ${said}. Type more characters.`);
  return transition({ ...state, openedId: found.id, scroll: 0, actionIndex: 0 });
}

const statusWords = `A status is one of ${statuses.join(", ")}, for example :status RESOLVED.`;

/** Changes with an argument: a status, a member or a text. */
function executeChangeWithArgument(state: BoardState, name: string, rest: string): Transition {
  const ids = targetIds(state);
  if (ids.length === 0) return refuse(state, "No incident is selected.");
  const done = { ...state, marks: new Set<string>(), mode: browseMode };
  if (name === "comment") return transition(done, { do: "comment", ids, body: rest });
  if (name === "status") {
    const status = statuses.find((each) => each === rest.toUpperCase());
    if (!status) return refuse(state, statusWords);
    return status === "INVESTIGATING" && ids.length === 1
      ? changeStatus(state, ids, status)
      : openConfirm(state, { what: "status", ids, status });
  }
  const wanted = rest.toLowerCase();
  if (wanted === "nobody") return transition(done, { do: "assign", ids, memberId: null, name: "nobody" });
  const is = (test: (said: string) => boolean) =>
    state.team.filter((member) => [member.name, member.email, member.id].some((said) => test(said.toLowerCase())));
  const exact = is((said) => said === wanted);
  const found = exact.length > 0 ? exact : is((said) => said.startsWith(wanted));
  const [member] = found;
  if (!member) return refuse(state, `No team member is called ${JSON.stringify(rest)}.`);
  if (found.length > 1)
    return refuse(state, `${JSON.stringify(rest)} matches ${found.map((each) => each.name).join(", ")}.`);
  return transition(done, { do: "assign", ids, memberId: member.id, name: member.name });
}
