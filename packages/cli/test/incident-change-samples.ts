import { incident, member } from "./fake-tocsin.ts";

export const [ada, grace] = [
  member({ name: "ada" }),
  member({ id: "a1000000-0000-7000-8000-000000000002", name: "Grace Hopper", email: "grace@example.com" }),
];
export const [first, second] = [incident(), incident({ id: "029353e1-0000-7000-8000-000000000002" })];
export const path = `/incidents/${first.id}`;
