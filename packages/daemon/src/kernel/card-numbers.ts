/**
 * Payment card numbers (ISO/IEC 7812): in an issuer's range and length, with a valid check digit (Luhn). One number in ten
 * has a valid check digit by chance. So a card number is written in the usual groups, or follows a word for a card on its
 * line.
 */
const GROUPED = "\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{4}|3\\d{3}([ -])\\d{6}\\2\\d{4,5}";
const BEHIND_CARD =
  "(?<=(?:card|visa|amex|american express|maestro|discover|diners|jcb|unionpay|(?<![a-z])(?:pan|cc))(?![a-z])[^\\n]{0,30})";
const CANDIDATE = new RegExp(
  `(?=\\d{4})(?<![\\w.+-])(?=\\d{14}|\\d{4}[ -]\\d{4})(?:${GROUPED}|${BEHIND_CARD}\\d{14,16})(?![\\w-]|\\.\\d)`,
  "gi",
);

const RANGES: readonly RegExp[] = [
  /^4\d{15}$/, // Visa
  /^(?:5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^6(?:011|5\d\d|4[4-9]\d)\d{12}$/, // Discover
  /^35(?:2[89]|[3-8]\d)\d{12}$/, // JCB
  /^3(?:0[0-5]|[689]\d)\d{11}$/, // Diners Club
  /^62\d{14}$/, // UnionPay
];

export const withoutCardNumbers = (text: string, replacement: string): string =>
  text.replace(CANDIDATE, (number) => {
    const digits = number.replace(/[ -]/g, "");
    return RANGES.some((range) => range.test(digits)) && isLuhn(digits) ? replacement : number;
  });

/** ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit : 2 * digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
