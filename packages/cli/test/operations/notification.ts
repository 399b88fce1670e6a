import { anId, type Reached } from "./reached.ts";

export const reached: Reached = {
  listNotificationChannels: "channel list",
  createNotificationChannel: "channel create webhook ops --url https://ops.example.com/in",
  getNotificationChannel: `channel show ${anId}`,
  updateNotificationChannel: `channel update ${anId} --off`,
  deleteNotificationChannel: `channel delete ${anId} --yes`,
  testNotificationChannel: `channel test ${anId}`,
  listNotificationDeliveries: "notification list",
  replayNotificationDelivery: `notification replay ${anId}`,
};
