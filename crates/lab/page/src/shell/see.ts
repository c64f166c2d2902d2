// Pages that are sent: each curated link and each game of the gallery has a small page of its own on the static site, with
// a title, a sentence and a picture for whoever shows links, and it leads on at once to what it is about. The hash of a link
// is never sent to a server, so the page itself can say nothing of the kind.
import { curated, rules } from "../words/en";

export interface Sent {
  id: string;
  title: string;
  text: string;
  link: string;
  picture: string;
}

/** What has such a page. */
export function sentPages(games: { name: string; title: string; example: string; rules: string }[]): Sent[] {
  return [
    ...curated.map(({ id, title, caption, link }) => ({ id, title, text: caption, link, picture: `shown/${id}.jpg` })),
    ...games.map(({ name, title, example, rules: own }) => ({
      id: `play-${name}`, title: `Play ${title}`, text: rules[name] ?? rules[example.split(":")[0] ?? ""]?.replace("{k}", "2") ?? own,
      link: `#/play?${new URLSearchParams({ position: example, opponent: "casual" })}`, picture: `shown/play-${name}.jpg`,
    })),
  ];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Such a page, one folder below the site; its address is known where the site is made for one. */
export function sentPage({ id, title, text, link, picture }: Sent, address = ""): string {
  const [name, words, to] = [escaped(title), escaped(text), escaped(`../${link}`)];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="refresh" content="0; url=${to}" />
    <title>${name} · Sprague</title>
    <meta name="description" content="${words}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Sprague" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${words}" />
    <meta property="og:image" content="${address || "../"}${picture}" />${address ? `\n    <meta property="og:url" content="${address}see/${id}.html" />` : ""}
    <meta name="twitter:card" content="summary_large_image" />
  </head>
  <body><p><a href="${to}">${name}</a></p></body>
</html>
`;
}

/** The page of what is seen now, if it has one and nothing was done to it. */
export function sentFor(hash: string, pages: Sent[]): Sent | null {
  const [path, query = ""] = hash.split("?");
  const here = new Map(new URLSearchParams(query));
  // what the page itself adds to its address
  if (here.get("view") === "raster") here.delete("view");
  const fits = ({ link }: Sent): boolean => {
    const [page, asked = ""] = link.split("?");
    const wanted = new Map(new URLSearchParams(asked));
    const free = page === "#/play" && !wanted.has("play") ? ["opponent"] : [];
    return page === path && [...wanted].every(([key, value]) => free.includes(key) || here.get(key) === value) && [...here.keys()].every((key) => free.includes(key) || wanted.has(key));
  };
  return pages.find(fits) ?? null;
}
