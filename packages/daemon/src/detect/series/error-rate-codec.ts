import { ALTERNATIVES, type ErrorRate, type Suspect } from "../../methods/error-rates/error-rate-cusum.ts";
import {
  asArray,
  asNumber,
  flagCodec,
  numberCodec,
  numberFields,
  orNull,
  tupleCodec,
} from "../../methods/state/stored-json.ts";

export const errorRateCodec = tupleCodec<ErrorRate>({
  ...numberFields("slot", "logs", "errors", "pastLogs", "pastErrors", "pastHours", "learnedAt", "slots", "dispersion"),
  sums: {
    encode: (sums) => sums,
    decode: (stored) => Array.from({ length: ALTERNATIVES }, (_, index) => asNumber(asArray(stored)[index])),
  },
  suspect: orNull(
    tupleCodec<Suspect>({ ...numberFields("since", "logs", "errors"), isOpen: flagCodec, calm: numberCodec }),
  ),
});
