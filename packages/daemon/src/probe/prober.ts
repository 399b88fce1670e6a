import type { CloudTool, DiagnosticResource, HttpHealthTool, PodTool } from "../model/diagnostic-tool.ts";

/** What a tool brought back. Nothing in it is trusted: it is redacted, cut and stored before anybody sees it. */
export interface ProbeOutput {
  readonly text: string;
  /** True where there was more than the limit. */
  readonly truncated: boolean;
  /** What it shows, in short sentences, the most telling first; for the summary. */
  readonly findings: readonly string[];
}

export interface ProbeLimits {
  /** Of the output; what comes beyond is not read. */
  readonly bytes: number;
  /** Ends with the time limit of the run, or when the daemon stops. */
  readonly signal: AbortSignal;
}

/**
 * A prober throws `ProbeRefused` for what it may not look at, before it has looked at anything, and `ProbeFailed`, with
 * words for people and nothing of credentials or addresses of ours, for what it couldn't read.
 */
export interface PodProber {
  /** `services` are the incident's: the pod must belong to one of them. The namespace is allowed already. */
  run(tool: PodTool, services: readonly string[], limits: ProbeLimits): Promise<ProbeOutput>;
}

export interface HttpProber {
  run(tool: HttpHealthTool, limits: ProbeLimits): Promise<ProbeOutput>;
}

export interface CloudProber {
  /** As resources name it, such as `aws`. */
  readonly provider: string;
  /** `organizationId` decides which accounts are open. */
  run(tool: CloudTool, resource: DiagnosticResource, organizationId: string, limits: ProbeLimits): Promise<ProbeOutput>;
}

/** Not allowed: answered as a 403, and no run is recorded. */
export class ProbeRefused extends Error {
  override readonly name = "ProbeRefused";
}

/** Tried and not done: a run with the status failed. */
export class ProbeFailed extends Error {
  override readonly name = "ProbeFailed";
}
