/** `1 error`, `150 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A number with as many digits as a reader needs. */
export const figure = (value: number): string => String(Number(value.toPrecision(3)));

export const percent = (share: number): string => `${figure(share * 100)} %`;
