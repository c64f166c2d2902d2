// Where this machine has a Chromium, or a browser made from it. CHROMIUM names another one. Run by itself it prints the path.
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const bundles = ["Chromium", "Google Chrome", "Microsoft Edge"].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`);

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the browser, or undefined. */
export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const named = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const bundled = bundles.flatMap((bundle) => [join("/", bundle), join(homedir(), bundle)]);
  return [...named, ...bundled].find(runs);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = browserPath();
  if (!found) process.exit(1);
  console.log(found);
}
