// Drawing a graph by hand.
import { expect, it } from "vitest";
import { addNode, freeName, position, removeNode, sources, toggleArrow, type Sketch } from "./edit";

const empty: Sketch = { nodes: [], arrows: [], start: 0 };

it("nodes get names, arrows come and go", () => {
  let sketch = addNode(addNode(addNode(empty, 10, 10), 100, 100), 200, 9999);
  expect(sketch.nodes.map((node) => node.name)).toEqual(["a", "b", "c"]);
  expect(position(sketch)).toBeNull();
  sketch = toggleArrow(toggleArrow(toggleArrow(sketch, 0, 1), 1, 2), 0, 2);
  expect(position(sketch)).toBe("graph: {a>b, b>c, a>c}#a");
  expect(sources(sketch)).toEqual([0]);
  expect(position(toggleArrow(sketch, 0, 2))).toBe("graph: {a>b, b>c}#a");
  expect(toggleArrow(sketch, 1, 1)).toEqual(sketch);
});

it("a node goes with its arrows", () => {
  const sketch = toggleArrow(toggleArrow(addNode(addNode(addNode(empty, 1, 1), 2, 2), 3, 3), 0, 1), 1, 2);
  const left = removeNode(sketch, 0);
  expect(left.arrows).toEqual([[0, 1]]);
  expect(position(left)).toBe("graph: {b>c}#b");
  expect(freeName(left.nodes)).toBe("a");
});
