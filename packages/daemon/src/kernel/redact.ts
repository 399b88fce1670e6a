/** Replaces what looks like a secret by `[redacted]`. Bounded: no expression here can backtrack. */
export function redact(text: string): string {
  return text.replace(/\b(password|passwd|secret|token|api[_-]?key)\b(\s*[=:]\s*)\S+/gi, "$1$2[redacted]");
}
