// `?embed=1` is for frames in other pages: one board or one picture, without the frame of this page (look.css).

/** Whether this page stands in a frame of another one. */
export const embedded = typeof window !== "undefined" && new URLSearchParams(window.location.search).get("embed") === "1";

/** The same state as a page of its own. */
export function alone(): string {
  const address = new URL(window.location.href);
  address.searchParams.delete("embed");
  return address.href;
}
