import { Args, type Interfaces } from "@oclif/core";
import type { DetectionRule, RuleModeSet, Runbook, RunbookVersion, Tocsin } from "@tocsin/sdk";
import { exitCodes, Failure } from "../failure/failure.ts";
import { statusText } from "../format/action-status.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { FULL_ID, findById } from "./by-id.ts";
import { findByName } from "./by-name.ts";

/** An argument that names an item of the server, and how the item is found. */
export interface ItemArgument<Item, Name extends string = string> {
  readonly args: Readonly<Record<Name, Interfaces.Arg<string>>>;
  readonly find: (client: Tocsin, given: string) => Promise<Item>;
}

const itemArgument = <Item, Name extends string>(
  name: Name,
  description: string,
  find: (client: Tocsin, given: string) => Promise<Item>,
): ItemArgument<Item, Name> => ({
  args: { [name]: Args.string({ description, required: true }) } as ItemArgument<Item, Name>["args"],
  find,
});

export const incidentItem = itemArgument(
  "incident",
  "Id of the incident, or at least its first 6 characters.",
  (client, given) =>
    findById(given, {
      what: "incident",
      list: "incidents",
      get: (id) => client.incidents.get(id),
      newest: () => client.incidents.listAll({ limit: 500 }),
      nameOf: ({ title }) => title,
    }),
);
export const findIncident = incidentItem.find;

export const channelItem = itemArgument(
  "channel",
  "Name of the channel, or its id (the first 6 characters are enough).",
  (client, given) =>
    findByName(given, {
      what: "channel",
      list: "channel list",
      get: (id) => client.notifications.channel(id),
      things: () => client.notifications.channels(),
      namesOf: ({ name }) => [name],
    }),
);

export const correlationRuleItem = itemArgument(
  "rule",
  "Name of the rule, or its id (the first 6 characters are enough).",
  (client, given) =>
    findByName(given, {
      what: "rule",
      list: "correlation rules",
      get: (id) => client.correlation.rule(id),
      things: () => client.correlation.rules(),
      namesOf: ({ name }) => [name],
    }),
);

export const detectionRuleItem = itemArgument(
  "rule",
  "Id of the rule (see detection rules).",
  (client, given): Promise<DetectionRule> =>
    findByName(given, {
      what: "detection rule",
      list: "detection rules",
      things: () => client.detection.rules(),
      namesOf: () => [],
    }),
);

/** Sets the mode of a rule; an unknown id is looked up first. */
export async function setRuleMode(client: Tocsin, given: string, set: RuleModeSet): Promise<DetectionRule> {
  try {
    return await client.detection.setMode(given, set);
  } catch (error) {
    if (!(error instanceof Error && error.name === "NotFoundError")) throw error;
    const { id } = await detectionRuleItem.find(client, given);
    if (id === given) throw error;
    return client.detection.setMode(id, set);
  }
}

export const shadowOpeningItem = itemArgument(
  "id",
  "Id of a shadow opening, or at least its first 6 characters.",
  (client, given) =>
    findById(given, {
      what: "shadow opening",
      list: "detection shadow",
      get: (id) => client.detection.shadow(id),
      newest: () => client.detection.allShadows({ limit: 500 }),
      nameOf: ({ title }) => title,
    }),
);

export const deadLetters = (client: Tocsin) => client.events.allDeadLetters({ limit: 500 });

/** The API has no request for a single dead letter, so it is searched in the list. */
export const deadLetterItem = itemArgument(
  "id",
  "Id of the dead letter, or at least its first 6 characters.",
  (client, given) =>
    findById(given, {
      what: "dead letter",
      list: "dead-letter list",
      get: async (id) => {
        for await (const deadLetter of deadLetters(client)) if (deadLetter.id === id.toLowerCase()) return deadLetter;
        throw new Failure(`There is no dead letter ${id}.`, exitCodes.notFound);
      },
      newest: () => deadLetters(client),
      nameOf: ({ reason }) => reason,
    }),
);

export const maintenanceWindowItem = itemArgument(
  "id",
  "Id of the window, or at least its first 6 characters.",
  (client, given) =>
    findById(given, {
      what: "window",
      list: "maintenance list",
      get: (id) => client.maintenance.get(id),
      newest: () => client.maintenance.listAll({ limit: 500 }),
      nameOf: ({ services, reason, state }) => `${state}, ${services.join(", ")}: ${reason}`,
    }),
);

export const remediationActionItem = itemArgument(
  "id",
  "Id of the action, or at least its first 6 characters.",
  (client, given) =>
    findById(given, {
      what: "action",
      list: "remediation list",
      get: (id) => client.remediation.get(id),
      newest: () => yieldAll(client.remediation.actions({ limit: 500 })),
      nameOf: (action) => `${action.actionType} of ${action.serviceName ?? "-"}, ${statusText(action)}`,
    }),
);

/** A runbook by slug, title or id, with its text. */
export const runbookItem = itemArgument(
  "runbook",
  "Slug, title or id of the runbook (the first 6 characters of the id are enough).",
  async (client, given): Promise<Runbook> => {
    if (FULL_ID.test(given)) return client.runbooks.get(given);
    // Lists contain the texts, which need not be kept.
    const things: Pick<Runbook, "id" | "slug" | "title">[] = [];
    for await (const { id, slug, title } of client.runbooks.listAll({ limit: 1_000 })) {
      if (slug === given.toLowerCase()) return client.runbooks.get(id);
      things.push({ id, slug, title });
    }
    const among = { what: "runbook", list: "runbook list", things: async () => things };
    const { id } = await findByName(given, { ...among, namesOf: ({ slug, title }) => [slug, title] });
    return client.runbooks.get(id);
  },
);

/** Finds a version of a runbook, with its text. */
export async function findRunbookVersion(
  client: Tocsin,
  { id, slug }: Runbook,
  wanted: string,
): Promise<RunbookVersion> {
  for await (const version of client.runbooks.allVersions(id)) if (version.version === wanted) return version;
  throw new Failure(
    `${cleanLine(slug)} has no version ${JSON.stringify(wanted)}.`,
    exitCodes.notFound,
    `To see them: ${programs.cli} runbook versions ${cleanLine(slug)}`,
  );
}

/** The items of an answer, as a search by id reads them. */
export async function* yieldAll<Item>(answer: Promise<readonly Item[]>): AsyncGenerator<Item, void, undefined> {
  yield* await answer;
}
