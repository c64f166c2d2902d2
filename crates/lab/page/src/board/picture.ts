// A board as a file. The drawing takes its colors from the style sheet, so they are written into the copy.

const kept = ["fill", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "transform"];

/** A drawing as the text of an SVG file, without what is only there to be pressed. */
export function snapshot(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [[...drawing.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    const mine = copies[i];
    if (!mine) return;
    mine.removeAttribute("class");
    for (const name of kept) {
      const value = style.getPropertyValue(name);
      if (value && !(name === "transform" && (value === "none" || mine.hasAttribute("transform")))) mine.setAttribute(name, name === "transform" ? value.replace(/px/g, "") : value);
    }
    mine.removeAttribute("style");
  });
  for (const target of [...copy.querySelectorAll("[data-target]")]) target.remove();
  const box = drawing.viewBox.baseVal;
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.width, height: box.height, fill: getComputedStyle(drawing.closest(".boards, .frame, section") ?? document.body).backgroundColor })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const name of ["class", "style", "role"]) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as pixels, three for each of the drawing. */
export function pixels(drawing: SVGSVGElement): Promise<Blob | null> {
  const [width, height] = [drawing.clientWidth || drawing.viewBox.baseVal.width, drawing.clientHeight || drawing.viewBox.baseVal.height];
  return pixelsOf(new Blob([snapshot(drawing)], { type: "image/svg+xml" }), width, height);
}

/** A drawing in a file as pixels, three for each of the drawing; its own size unless told. */
export async function pixelsOf(file: Blob, width?: number, height?: number): Promise<Blob | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 3 * (width ?? picture.naturalWidth);
    canvas.height = 3 * (height ?? picture.naturalHeight);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
