// Tasks are told apart, and those of a link are read.
import { expect, it } from "vitest";
import { own, tasks } from "./tasks";

it("there are at least twelve, each with an end of its own", () => {
  expect(tasks.length).toBeGreaterThanOrEqual(12);
  expect(new Set(tasks.map((task) => task.id)).size).toBe(tasks.length);
  for (const task of tasks) expect(task.name.length, task.id).toBeGreaterThan(40);
});

it("an exercise of a teacher stands in its link", () => {
  expect(own({ task: "own", position: "nim: 3 4 5", ask: "move", text: "Find it" })).toMatchObject({ ask: "Find it", goal: { kind: "move", position: "nim: 3 4 5" } });
  expect(own({ task: "own", position: "nim: 3 4 5", ask: "dance" })).toBeNull();
  expect(own({ task: "own", ask: "move" })).toBeNull();
  expect(own({ task: "own", position: "nim: 1 1", ask: "who", play: "misere" })?.goal).toEqual({ kind: "who", position: "nim: 1 1", misere: true });
});
