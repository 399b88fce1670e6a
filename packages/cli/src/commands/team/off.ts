import { defineOnCall } from "../../command/define-on-call.ts";

export default defineOnCall(false, "Take people off call.");
