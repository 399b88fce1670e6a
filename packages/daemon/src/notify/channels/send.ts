import type { Clock } from "../../kernel/clock.ts";
import type { SendMail } from "../mail.ts";
import type { Send } from "../message.ts";
import type { Outbound } from "../outbound.ts";
import { sendEmail } from "./email.ts";
import { sendGithub } from "./github.ts";
import { sendJira } from "./jira.ts";
import { sendSlack } from "./slack.ts";
import { sendWebhook } from "./webhook.ts";

export interface SendDeps {
  readonly outbound: Outbound;
  readonly mail: SendMail;
  readonly clock: Clock;
}

export const createSend =
  (deps: SendDeps): Send =>
  (message, channel, signal) => {
    switch (channel.kind) {
      case "webhook":
        return sendWebhook(deps, message, channel, signal);
      case "slack":
        return sendSlack(deps, message, channel, signal);
      case "email":
        return sendEmail(deps, message, channel, signal);
      case "github":
        return sendGithub(deps, message, channel, signal);
      case "jira":
        return sendJira(deps, message, channel, signal);
    }
  };
