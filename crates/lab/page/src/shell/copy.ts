// Copies a text, also where the page is not served securely and the browser offers no clipboard; and the address to copy.
import { place } from "#engine";
import { catalogue } from "../api/client";
import { sentFor, sentPages } from "./see";

/** The address of what is seen: on the static site that of the page which shows a title and a picture, if it has one. */
export function linkHere(): string {
  const { href, hash } = window.location;
  const page = place === "server" ? null : sentFor(hash, sentPages(catalogue()));
  return page ? new URL(`./see/${page.id}.html`, href.replace(/[?#].*$/, "")).href : href;
}

export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // the older way may still do
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "hidden";
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
