/** Read-only tools: a closed list, with parameters that can't hold a command. */
export const podToolTypes = ["getPodLogs", "describePod", "getPodResources", "getPodProcesses"] as const;
export const cloudToolTypes = [
  "getCloudLogs",
  "getManagedDbHealth",
  "getLoadBalancer5xxMetrics",
  "getFunctionErrors",
  "getQueueBacklog",
  "getContainerServiceHealth",
] as const;
export const toolTypes = [...podToolTypes, "checkHttpHealth", ...cloudToolTypes] as const;
export type ToolType = (typeof toolTypes)[number];
export type CloudToolType = (typeof cloudToolTypes)[number];

interface OnPod {
  readonly namespace: string;
  readonly pod: string;
  /** Left out: the first container. */
  readonly container?: string;
}

export interface PodLogsTool extends OnPod {
  readonly type: "getPodLogs";
  /** Lines from the end. */
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  /** Reads the container before the last restart. */
  readonly previous?: boolean;
}

export type PodTool =
  | PodLogsTool
  | (Omit<OnPod, "container"> & { readonly type: "describePod" })
  | (Omit<OnPod, "container"> & { readonly type: "getPodResources" })
  | (OnPod & { readonly type: "getPodProcesses" });

export interface HttpHealthTool {
  readonly type: "checkHttpHealth";
  readonly url: string;
}

/** Reads one resource that is mapped to the incident, by provider, type, id or ARN, and region. */
export interface CloudTool {
  readonly type: CloudToolType;
  readonly provider: string;
  readonly region: string;
  readonly resourceType: string;
  readonly resourceId?: string;
  readonly resourceArn?: string;
  /** The length of the time window. */
  readonly sinceSeconds?: number;
  /** `getCloudLogs`: plain text that a line must contain. */
  readonly contains?: string;
}

export type DiagnosticTool = PodTool | HttpHealthTool | CloudTool;

export const isPodTool = (tool: DiagnosticTool): tool is PodTool =>
  (podToolTypes as readonly string[]).includes(tool.type);
export const isCloudTool = (tool: DiagnosticTool): tool is CloudTool =>
  (cloudToolTypes as readonly string[]).includes(tool.type);
/** True for tools whose output is log lines, the newest last. */
export const isLogTool = (type: ToolType): boolean => type === "getPodLogs" || type === "getCloudLogs";

/** A cloud resource that a user mapped to an incident. */
export interface DiagnosticResource {
  readonly id: string;
  readonly incidentId: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly resourceArn: string | null;
  readonly region: string;
  readonly createdAt: number;
}

export const toolRunStatuses = ["success", "failed", "running"] as const;
export type ToolRunStatus = (typeof toolRunStatuses)[number];

/** One use of a tool. */
export interface ToolRun {
  readonly id: string;
  readonly organizationId: string;
  readonly incidentId: string;
  readonly tool: DiagnosticTool;
  /** `kubernetes`, `http` or the provider of the resource. */
  readonly provider: string;
  readonly status: ToolRunStatus;
  readonly summary: string;
  readonly keyPatterns: readonly string[];
  /** The name of the stored output; null without one. */
  readonly outputRef: string | null;
  /** True where the output was cut. */
  readonly truncated: boolean;
  readonly startedBy: string;
  readonly startedAt: number;
  readonly completedAt: number | null;
  readonly error: string | null;
}
