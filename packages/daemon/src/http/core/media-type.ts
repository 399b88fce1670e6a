const UTF_8 = /^charset="?utf-?8"?$/;

export function isJsonUtf8(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  return type === "application/json" && parameters.every((each) => each === "" || UTF_8.test(each));
}
