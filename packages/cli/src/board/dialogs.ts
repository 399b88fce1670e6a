import type { RemediationAction } from "@tocsin/sdk";
import type { Layout, TimedLayout } from "../format/layout.ts";
import { actionDetails, actionName, previewDetails } from "../format/remediation-action.ts";
import { cleanLine } from "../text/clean-text.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { type BoardState, type ConfirmMode, isDeniedByPolicy, type Mode, type PolicyCheck } from "./board-state.ts";
import { extraCommands, keyBindings, keyGroups, keyLabels } from "./key-bindings.ts";
import { viewportTop } from "./list-pane.ts";

const KEY_CELLS = 18;

export function helpLines({ width, paint }: Layout): string[] {
  const entry = (name: string, description: string) =>
    `  ${name.padEnd(KEY_CELLS - 2)}${wrapHanging(description, width, KEY_CELLS)}`.split("\n");
  return [
    ...keyGroups.flatMap((group) => [
      paint("bold", group),
      ...keyBindings.filter((key) => key.group === group).flatMap((key) => entry(keyLabels(key), key.description)),
      "",
    ]),
    paint("bold", "Commands after :"),
    ...extraCommands.flatMap(({ name, description }) => entry(`:${name}`, description)),
    ...wrap("Sections and the commands of keys have names too: :critical, :diagnose, :resolve.", width).split("\n"),
  ];
}

/** The question, with everything that the user must see before answering. */
export function confirmLines(state: BoardState, { question, violations }: ConfirmMode, layout: TimedLayout): string[] {
  const { paint, width } = layout;
  const heading = (text: string) => paint("bold", wrap(text, width));
  switch (question.what) {
    case "approve": {
      const head = isDeniedByPolicy(question.policyCheck)
        ? "The policy denies the action. Only a change of the policy can allow it:"
        : "Guardrails block the action. An approval needs a reason, which is recorded permanently:";
      const blocked = violations.length === 0 ? [] : [violationText(head, violations, layout)];
      return paragraphs([
        heading(`Approve ${actionName(question.action)}?`),
        ...blocked,
        ...policyCheckLines(state, question.action, question.policyCheck).map((text) => wrap(cleanLine(text), width)),
        actionDetails(question.action, [], layout),
      ]);
    }
    case "reject":
      return paragraphs([
        heading(`Reject ${actionName(question.action)}?`),
        actionDetails(question.action, [], layout),
      ]);
    case "request":
      return paragraphs([
        heading(`Request ${cleanLine(question.fix.title)}?`),
        violations.length === 0
          ? ""
          : paint("red", wrap("The policy blocks the action: a request would be refused.", width)),
        previewDetails(question.preview, layout),
        wrap(cleanLine(question.fix.description), width),
      ]);
    default:
      return paragraphs([
        heading(
          `Move ${question.ids.length === 1 ? "this incident" : `these ${question.ids.length} incidents`} to ${question.status}?`,
        ),
        question.ids.map((id) => incidentLine(state, id, layout)).join("\n"),
        wrap("Press u to undo.", width),
      ]);
  }
}

const paragraphs = (texts: readonly string[]): string[] =>
  texts
    .filter((text) => text !== "")
    .join("\n\n")
    .split("\n");

function violationText(head: string, violations: readonly string[], { paint, width }: TimedLayout): string {
  const lines = violations.map((violation) => `  - ${wrapHanging(cleanLine(violation), width, 4)}`);
  return paint("red", [wrap(head, width), ...lines].join("\n"));
}

/**
 * The verdict of the policy and other obstacles to an approval. The preview is that of a person's request; the origin
 * and the requester are known from the action.
 */
function policyCheckLines(
  state: BoardState,
  action: RemediationAction,
  policyCheck: PolicyCheck | undefined,
): string[] {
  if (!policyCheck) return ["Checking the policy…"];
  if ("failure" in policyCheck) return [`Cannot check the policy: ${policyCheck.failure}`];
  if ("refusal" in policyCheck) return [policyCheck.refusal];
  const { verdict, rules, fourEyes, planHash } = policyCheck.preview;
  const isSuggested = action.origin === "suggestion" && verdict === "auto";
  const words = rules
    .filter(({ says }) => says !== "pass")
    .map(({ rule, says, reason }) => `${rule} says ${says}: ${reason}`);
  const suggested = isSuggested ? ["An action suggested by an analysis always needs approval."] : [];
  const isOwn = fourEyes && action.performedBy === state.sub;
  return [
    [`The policy's verdict is now: ${isSuggested ? "manual" : verdict}.`, ...words, ...suggested].join(" "),
    isOwn ? "You requested this action, and the policy requires another person to approve it." : "",
    planHash === action.planHash
      ? ""
      : "The plan has changed since the request. If the approval is refused, request the action again.",
  ];
}

function incidentLine(state: BoardState, id: string, { width }: TimedLayout): string {
  const incident = state.incidents.byId.get(id);
  const words = incident ? `${incident.severity} ${incident.status} ${incident.title}` : "unknown";
  return `  - ${wrapHanging(cleanLine(`${id.slice(0, 8)} ${words}`), width, 4)}`;
}

/** The lines of the open dialog; undefined without one. */
export function dialogLines(state: BoardState, layout: TimedLayout, height: number): string[] | undefined {
  const { mode } = state;
  switch (mode.kind) {
    case "help":
      return viewportLines(helpLines(layout), mode.top, height);
    case "confirm":
      return viewportLines(confirmLines(state, mode, layout), mode.top, height);
    case "choose":
      return chooseLines(mode, layout, height);
    default:
      return undefined;
  }
}

/** The visible lines from `top` on, at most the last page. */
export const viewportLines = (lines: readonly string[], top: number, height: number): string[] => {
  const first = Math.max(0, Math.min(top, lines.length - height));
  return lines.slice(first, first + height);
};

function chooseLines(
  { title, choices, at }: Extract<Mode, { readonly kind: "choose" }>,
  { paint, width }: TimedLayout,
  height: number,
): string[] {
  const space = Math.max(1, height - 2);
  const top = viewportTop(at, choices.length, space);
  const lines = choices.slice(top, top + space).map(({ label }, index) => {
    const line = `${top + index === at ? ">" : " "} ${cleanLine(label)}`.slice(0, width);
    return top + index === at ? paint("inverse", line) : line;
  });
  return [paint("bold", title), "", ...lines].slice(0, height);
}
