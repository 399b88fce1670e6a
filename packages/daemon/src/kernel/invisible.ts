/** What has no width or turns the direction of writing around; what can carry words that nobody sees; half characters. */
const INVISIBLE =
  /[\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u3164\uFFA0]|[\u034F\u17B4\u17B5]|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");
