import type { Incident } from "../model/incident.ts";
import { percent } from "./describe-figures.ts";

/** This file writes and reads what titles and descriptions of incidents say of their cause. */

export const titleOfFatal = (service: string, message: string): string => `Fatal error in ${service}: ${message}`;

export const titleOfNew = (kind: "error" | "warning", service: string, message: string): string =>
  `New ${kind} in ${service}: ${message}`;

export const TRAFFIC = "Traffic";
export const SATURATION = "Saturation";
export const UNUSUAL = "Unusual";
const TRAFFIC_TITLE = new RegExp(`^${TRAFFIC} of .+? (fell|rose): `);
const FAILING_TITLE = /^(?:Error|Availability|Latency)/;

/** Which way the traffic of the incident went; undefined for another incident. */
export const trafficChange = ({ title }: Pick<Incident, "title">): "fell" | "rose" | undefined =>
  TRAFFIC_TITLE.exec(title)?.[1] as "fell" | "rose" | undefined;

/** True for an incident of a metric whose change is neither good nor bad. */
export const isUnusual = ({ title }: Pick<Incident, "title">): boolean => title.startsWith(`${UNUSUAL} `);

/** True for an incident of a resource that more traffic uses. */
export const isSaturation = ({ title }: Pick<Incident, "title">): boolean => title.startsWith(`${SATURATION} of `);

export const CLIMBED = "climbed";
const CLIMB_TITLE = new RegExp(`^[A-Z][a-z ]+ of [^:]+ ${CLIMBED}: `);

/** True for an incident of a metric that gets worse for hours. */
export const isClimb = ({ title }: Pick<Incident, "title">): boolean => CLIMB_TITLE.test(title);

/** True for an incident of requests that fail or take longer. */
export const isFailing = (incident: Pick<Incident, "title" | "description" | "primaryService">): boolean =>
  FAILING_TITLE.test(incident.title) || statedCause(incident) !== undefined;

const MOST_FREQUENT = "Most frequent";

/** A sentence about the most frequent message, of this share of all errors. */
export const describeMostFrequent = (share: number, message: string): string =>
  ` ${MOST_FREQUENT} (${percent(share)} of them): ${message}`;

const QUOTED_TITLE = /^(?:Fatal|New) error in /;
const QUOTED_SENTENCE = new RegExp(String.raw` ${MOST_FREQUENT} \([^)]{1,20}\): (.+)$`, "s");

/** The error message that the incident quotes; undefined for one that quotes none, such as that of a metric. */
export function statedCause({
  title,
  description,
  primaryService,
}: Pick<Incident, "title" | "description" | "primaryService">): string | undefined {
  const head = ` in ${primaryService}: `;
  const at = QUOTED_TITLE.test(title) ? title.indexOf(head) : -1;
  const message = at < 0 ? QUOTED_SENTENCE.exec(description)?.[1] : title.slice(at + head.length);
  return message?.trim() || undefined;
}
