// What a page is called in a tab, in a bookmark and where its link is sent: the game, the task, the statement.
import { catalogue } from "../api/client";
import { tasks } from "../learn/tasks";
import type { Route } from "../route/route.svelte";
import { number } from "./prose";

/** A position or a game with the name of its game: `kayles: 7 5` is Kayles 7 5. */
function named(text: string): string {
  return text.split(" + ").map((term) => {
    const [game = "", ...rest] = term.trim().split(":");
    const entry = catalogue().find((each) => each.name === game.trim() || each.aliases.includes(game.trim()));
    return [entry?.title ?? game, rest.join(":").trim()].filter(Boolean).join(" ");
  }).join(" + ");
}

function said({ page, parameters }: Route): string {
  const { title, position, game, task, at } = parameters;
  if (title) return title;
  switch (page) {
    case "play":
      return position ? `${named(position)}${parameters["play"] === "misere" ? ", misère" : ""}` : "";
    case "sequence": {
      const games = [game ?? "grundy", parameters["with"] ?? ""].filter(Boolean).map(named).join(" and ");
      return `${games} to ${number(parameters["to"] ?? "1000000")}`;
    }
    case "graph":
      return `Graph of ${position ? named(position) : "a game"}`;
    case "star":
      return "Star Nim";
    case "learn":
      return task ? (tasks.find((each) => each.id === task)?.title ?? "An exercise") : parameters["step"] ? `Tour, step ${parameters["step"]}` : parameters["automaton"] !== undefined ? "Ulam-Warburton automaton" : parameters["make"] ? "Make an exercise" : "Learn";
    case "theory":
      return `Theory ${at ?? ""}`.trim();
  }
}

/** The title of a page. */
export function titleOf(route: Route): string {
  const text = said(route);
  const short = text.length > 70 ? `${text.slice(0, 68)}…` : text;
  return short ? `${short} · Sprague` : "Sprague: two players, one board, no luck";
}
