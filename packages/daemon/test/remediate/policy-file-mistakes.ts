/** What is wrong, a policy file with that mistake, and the problem to report. */
export const mistakes = [
  [
    "a name that stands twice",
    "rules: [{name: a, verdict: auto}, {name: a, verdict: deny}]",
    /^1:35 rules\[1\]: the name a stands twice$/,
  ],
  [
    "an action that there isn't",
    "rules: [{name: a, verdict: auto, actions: [restart]}]",
    /^1:44 rules\[0\] \(a\): there is no action restart; known are restart-service, /,
  ],
  [
    "a pattern for an environment",
    "rules: [{name: a, verdict: auto, environments: ['prod*']}]",
    /^1:49 .*environments\[0\] must be the name of an environment, without `\*`/,
  ],
  [
    "a window that doesn't say when",
    "windows: [{name: w, effect: deny, reason: r}]",
    /^1:11 windows\[0\] \(w\): it must say when: either from and to, or cron, timeZone and durationMinutes$/,
  ],
  [
    "a window that says it twice",
    "windows: [{name: w, effect: deny, reason: r, from: 2026-01-01, cron: '* * * * *'}]",
    /it must say when: either/,
  ],
  [
    "a pattern of six fields",
    "windows: [{name: w, effect: deny, reason: r, cron: '0 0 22 * * *', timeZone: UTC, durationMinutes: 5}]",
    /^1:52 .*cron must be five fields/,
  ],
  [
    "a pattern that never comes",
    "windows: [{name: w, effect: deny, reason: r, cron: '0 0 30 2 *', timeZone: UTC, durationMinutes: 5}]",
    /cron never comes/,
  ],
  [
    "a pattern without a zone",
    "windows: [{name: w, effect: deny, reason: r, cron: '0 0 * * *', durationMinutes: 5}]",
    /timeZone is missing/,
  ],
  [
    "a zone that there isn't",
    "windows: [{name: w, effect: deny, reason: r, cron: '0 0 * * *', timeZone: Europe/Berln, durationMinutes: 5}]",
    /timeZone must be one such as .*"Europe\/Berln"/,
  ],
  [
    "a day that there isn't",
    "windows: [{name: w, effect: deny, reason: r, from: '2026-02-30T00:00Z', to: '2026-03-30T00:00Z'}]",
    /from must be a time that there is/,
  ],
  [
    "a time of nowhere",
    "windows: [{name: w, effect: deny, reason: r, from: '2026-02-03T00:00', to: '2026-03-30T00:00Z'}]",
    /from must be .* or with timeZone/,
  ],
  [
    "an end before its beginning",
    "windows: [{name: w, effect: deny, reason: r, from: '2026-02-03T00:00Z', to: '2026-02-03T00:00Z'}]",
    /to must be later than from/,
  ],
  [
    "an action of Tocsin's own",
    "actions: [{type: delete-pod, url: 'https://x.test/', secretEnv: X}]",
    /delete-pod is an action that Tocsin executes by itself/,
  ],
  [
    "an address that isn't https",
    "actions: [{type: a, url: 'http://x.test/', secretEnv: X}]",
    /url must be an address beginning https/,
  ],
  [
    "an address with a password",
    "actions: [{type: a, url: 'https://u:p@x.test/', secretEnv: X}]",
    /url must be an address .* without user or password/,
  ],
  [
    "a secret that is a setting of Tocsin",
    "actions: [{type: a, url: 'https://x.test/', secretEnv: TOCSIN_JWT_SECRET}]",
    /secretEnv must be .* none that begins with TOCSIN_/,
  ],
  [
    "a value of another type",
    "actions: [{type: a, url: 'https://x.test/', secretEnv: X, parameters: {n: {type: integer, values: [1, x]}}}]",
    /parameters\.n\.values\[1\] must be of the type integer; it is "x"/,
  ],
  ["the same field twice", "rules: []\nrules: []", /^2:1 .*unique/],
  ["an object as a key", "rules: []\n{{ 7*7 }}: []", /^2:1 .*must be a text/],
  ["a list as a key, by its name", "rules: &a [x]\nwindows:\n  - *a : y", /^3:5 .*must be a text/],
  ["a tag of its own", "rules: !!js/function x", /^1:8 Unresolved tag/],
  ["two documents", "rules: []\n---\nrules: []", /multiple documents/],
  ["a list in place of fields", "- name: a", /^1:1 the file must be fields with values$/],
  ["nothing", "", /^1:1 the file must be fields with values; it is empty$/],
] as const;
