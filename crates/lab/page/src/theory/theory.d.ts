declare module "virtual:theory" {
  /** Every statement, in order. */
  export const list: { at: string; title: string; level: number }[];
  /** The statements of each chapter as HTML, by their numbers. */
  export const chapters: Record<string, () => Promise<{ default: Record<string, string> }>>;
}
