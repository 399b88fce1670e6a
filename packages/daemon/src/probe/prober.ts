import type { CloudTool, DiagnosticResource, HttpHealthTool, PodTool } from "../model/diagnostic-tool.ts";

/** Untrusted: redacted, cut and stored before anybody sees it. */
export interface ProbeOutput {
  readonly text: string;
  /** True if the output exceeded the limit. */
  readonly truncated: boolean;
  /** Short sentences for the summary, the most informative first. */
  readonly findings: readonly string[];
}

export interface ProbeLimits {
  /** Output beyond is not read. */
  readonly bytes: number;
  /** Aborts at the run's time limit, or when the daemon stops. */
  readonly signal: AbortSignal;
}

/**
 * Probers throw `ProbeRefused` before reading what is not allowed, and `ProbeFailed` if reading fails. Both messages
 * are for people, without credentials and internal addresses.
 */
export interface PodProber {
  /** `services` are the incident's: the pod must belong to one of them. The namespace is checked already. */
  run(tool: PodTool, services: readonly string[], limits: ProbeLimits): Promise<ProbeOutput>;
}

export interface HttpProber {
  run(tool: HttpHealthTool, limits: ProbeLimits): Promise<ProbeOutput>;
}

export interface CloudProber {
  readonly provider: string;
  /** `organizationId` decides which accounts are allowed. */
  run(tool: CloudTool, resource: DiagnosticResource, organizationId: string, limits: ProbeLimits): Promise<ProbeOutput>;
}

/** Not allowed: a 403, and no run is recorded. */
export class ProbeRefused extends Error {
  override readonly name = "ProbeRefused";
}

/** The run fails. */
export class ProbeFailed extends Error {
  override readonly name = "ProbeFailed";
}
