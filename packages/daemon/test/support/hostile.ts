/** Texts that somebody sends sooner or later; each is kept as it is. */
export const hostileTexts: readonly string[] = [
  "<script>alert(1)</script> <img src=x onerror=alert(1)>",
  "=cmd|' /C calc'!A0",
  "'; drop table incident; --",
  "\u0001\u0007\u001b[31mred\u001b[0m\u007f\u0085",
  "\u202eevil\u202c \u200b\u2066x\u2069 \ufeff",
  "🦋👩‍👩‍👧‍👦 e\u0301 ﷽ ḍ̸̛",
  'line\r\nbreak\u2028\u2029 "quoted" \\ \\u0041 %00 $(x) {{x}}',
  "__proto__",
];
