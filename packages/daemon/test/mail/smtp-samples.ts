import type { Mail } from "../../src/notify/mail.ts";

export const MAIL: Mail = {
  to: "ann@shop.example",
  subject: "Checkout is down",
  text: "The pool is empty.\n",
  html: undefined,
  id: "0193.report-1",
  attachments: [],
};
