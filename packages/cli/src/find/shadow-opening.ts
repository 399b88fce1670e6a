import type { ShadowOpening, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

export const findShadowOpening = (client: Tocsin, given: string): Promise<ShadowOpening> =>
  findById(given, {
    what: "shadow opening",
    list: "detection shadow",
    get: (id) => client.detection.shadow(id),
    newest: () => client.detection.allShadows({ limit: 500 }),
    nameOf: ({ title }) => title,
  });
