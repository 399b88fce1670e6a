const BINARY = "KMGTPE";
const DECIMAL: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
};

/**
 * An amount as Kubernetes writes it (API reference, Quantity): `250m`, `1.5Gi`, `1e3`, `128974848`. Undefined for what
 * is none. The client's own reader throws for fractions such as `1.5Gi`.
 */
export function readQuantity(text: string | undefined): number | undefined {
  const [, number, exponent, suffix] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d{1,3})|([KMGTPE]i|[numkMGTPE]))?$/.exec(text ?? "") ?? [];
  if (number === undefined) return undefined;
  if (suffix === undefined) return Number(`${number}${exponent ?? ""}`);
  if (suffix.endsWith("i")) return Number(number) * 1024 ** (BINARY.indexOf(suffix[0] ?? "") + 1);
  return Number(number) * (DECIMAL[suffix] ?? 1);
}

/** Thousandths of a core, as `250m`. */
export const formatCpu = (cores: number): string => `${Math.round(cores * 1000)}m`;

export function formatMemory(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes >= 1024 ? `${(mebibytes / 1024).toFixed(1)} GiB` : `${mebibytes.toFixed(1)} MiB`;
}
