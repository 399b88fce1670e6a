import { defineOnCall } from "../../command/define-on-call.ts";

export default defineOnCall(true, "Put people on call.");
