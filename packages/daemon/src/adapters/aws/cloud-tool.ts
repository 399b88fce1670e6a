import type { ProbeOutput } from "../../probe/prober.ts";

/** How resources of one service are named. */
export interface Shape {
  /** In an ARN, and in errors. */
  readonly service: string;
  /** For people: "an SQS queue". */
  readonly what: string;
  /** Matches the last part of an ARN. The group `name` is the name; other groups are the tool's. */
  readonly arn: RegExp;
  /** Matches a resource's id, with the same groups, and `account` if the id holds it. */
  readonly id: RegExp;
}

/** The role that is assumed for an account. */
export interface AccountRole {
  readonly account: string;
  readonly arn: string;
  /** Where an organization is named, it alone may look there. */
  readonly organizationId: string | undefined;
}

export interface Target {
  readonly role: AccountRole;
  readonly region: string;
  /** Values of the shape's groups. */
  readonly parts: Readonly<Record<string, string | undefined>>;
  readonly name: string;
  /** As it was mapped. */
  readonly arn: string | undefined;
}

export interface SessionCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Options of every client. */
export interface ClientConfig<Credentials = SessionCredentials> {
  readonly region: string;
  readonly maxAttempts: number;
  readonly requestHandler: { readonly connectionTimeout: number };
  readonly endpoint?: string;
  readonly credentials?: Credentials;
}

/** One run of a tool. */
export interface Call {
  readonly target: Target;
  readonly config: ClientConfig;
  /** The window, milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Limit of the output. */
  readonly bytes: number;
  readonly contains: string | undefined;
  /** Sends one request, which needs this permission. A failure is described for people. */
  ask<Answer>(action: string, send: (options: { abortSignal: AbortSignal }) => Promise<Answer>): Promise<Answer>;
}

export interface AwsTool {
  readonly shape: Shape;
  /** All that its session may do. */
  readonly actions: readonly string[];
  readonly run: (call: Call) => Promise<ProbeOutput>;
}

/** The result of work with a client, whose connections end then. */
export async function closing<Client extends { destroy(): void }, Result>(
  client: Client,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}
