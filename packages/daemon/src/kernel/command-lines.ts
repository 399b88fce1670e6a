/** Passwords on command lines, as listings of processes, shell histories and CI logs show them. */

const VALUE = "(?:\"[^\"\\n]{1,256}\"|'[^'\\n]{1,256}'|(?!\\[redacted\\])[^\\s\"'|;&]{1,256})";
/** The text between a command and its option, on one line. */
const BETWEEN = "(?:[ \\t][^\\n|;&]{0,200}?)??[ \\t]";

/** For these commands, any value of the option is a password. */
const BY_COMMAND = new RegExp(
  "(?<=(?<![\\w-])(?:" +
    [
      "sshpass[ \\t]{1,4}-p[ \\t]{0,4}", // sshpass(1)
      `(?:mysql|mariadb)(?:-?(?:dump|admin|import|show|check|slap|pump|binlog|sh))?${BETWEEN}-p(?=[^\\s-])`, // MySQL, "End-User Guidelines for Password Security"
      `(?:docker|podman|nerdctl|buildah|helm registry|oras|crane auth|az|oc|cf)[ \\t]{1,4}login${BETWEEN}-p[ \\t=]{1,4}`,
      `mongo(?:sh|dump|restore|export|import|stat|top)?${BETWEEN}-p[ \\t]{1,4}`,
      `redis-cli${BETWEEN}-a[ \\t]{1,4}`,
      `ldap(?:search|modify|add|delete|whoami|passwd|compare)${BETWEEN}-w[ \\t]{1,4}`,
      `(?:sqlcmd|bcp|mosquitto_(?:pub|sub)|zip|unzip|ipmitool)${BETWEEN}-P[ \\t]{1,4}`,
      "htpasswd[ \\t]{1,4}(?:-\\w{1,8}[ \\t]{1,4}){0,4}(?:-\\w{0,8}n\\w{0,8}b|-\\w{0,8}b\\w{0,8}n)\\w{0,8}[ \\t]{1,4}[^\\s-]\\S{0,255}[ \\t]{1,4}", // htpasswd(1), without a file
      "htpasswd[ \\t]{1,4}(?:-\\w{1,8}[ \\t]{1,4}){0,4}-(?!\\w{0,8}n)\\w{0,8}b\\w{0,8}[ \\t]{1,4}[^\\s-]\\S{0,255}[ \\t]{1,4}\\S{1,255}[ \\t]{1,4}",
    ].join("|") +
    `))(?!-)${VALUE}`,
  "g",
);

/** The part after a user name, unless it is a port; for any command. */
const BEHIND_USER = new RegExp(
  "(?<=(?<![\\w-])(?:-u|-U|--user(?:name)?)[ \\t=]{0,4}[^\\s\"'=-][^\\s\"']{0,64}[ \\t][^\\n|;&]{0,100}?(?<=[ \\t])-p[ \\t]{1,4})" +
    `(?!-|[\\d.:\\[\\]]{1,64}(?:/(?:tcp|udp))?(?:\\s|$)|[./~])${VALUE}`,
  "g",
);

/** smbclient(1) and the other tools of Samba. */
const BEHIND_PERCENT = new RegExp(
  `(?<=(?<![\\w-])(?:-U[ \\t]{0,4}|--user[ \\t=])["']?[A-Za-z][^\\s"'%]{0,64}%)${VALUE}`,
  "g",
);

/** Oracle, "SQL*Plus Quick Start": `user/password@database`, for its tools and its driver. */
const BEFORE_DATABASE = new RegExp(
  `(?<=(?:jdbc:oracle:\\w{1,8}:|(?<![\\w-])(?:sqlplus|sqlldr|rman|expdp?|impdp?)${BETWEEN})["']?\\w[\\w$#]{0,64}/)(?!\\[redacted\\])[^\\s"'@]{1,256}(?=@)`,
  "g",
);

/** openssl-passphrase-options(1). */
const OPENSSL = new RegExp(`(?<=(?<![\\w-])pass:)(?![\\s"'])${VALUE}`, "g");

/** The GNU .netrc file, also on one line. */
const NETRC = /(?<=(?<!\w)login[ \t]{1,8}[^\s]{1,128}\s{1,40}password[ \t]{1,8})(?!\[redacted\])[^\s]{1,256}/g;

/** Each with a literal that every match contains, since most texts contain none of them. */
const PATTERNS: readonly (readonly [hints: readonly string[], pattern: RegExp])[] = [
  [["-p", "-a", "-w", "-P", "htpasswd"], BY_COMMAND],
  [["-p"], BEHIND_USER],
  [["pass:"], OPENSSL],
  [["login"], NETRC],
  [["%"], BEHIND_PERCENT],
  [["oracle", "sql", "rman", "exp", "imp"], BEFORE_DATABASE],
];

/** The text with `replacement` in place of each password. */
export function withoutCommandLinePasswords(text: string, replacement: string): string {
  let clean = text;
  for (const [hints, pattern] of PATTERNS) {
    if (!hints.some((hint) => clean.includes(hint))) continue;
    clean = clean.replace(pattern, replacement);
  }
  return clean;
}
