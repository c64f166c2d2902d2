// What is on a canvas as a file: a PNG of the pixels, or an SVG that holds them.

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement("a"), { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 2000);
}

export function fileName(text: string, ending: string): string {
  return `${text.replace(/[^a-zA-Z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "picture"}.${ending}`;
}

/** The canvas on its background. */
function flat(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const pen = copy.getContext("2d");
  if (pen) {
    pen.fillStyle = getComputedStyle(canvas.parentElement ?? canvas).backgroundColor;
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(canvas, 0, 0);
  }
  return copy;
}

export function savePng(canvas: HTMLCanvasElement, name: string): void {
  flat(canvas).toBlob((blob) => blob && saveBlob(blob, fileName(name, "png")), "image/png");
}

export function saveSvg(canvas: HTMLCanvasElement, name: string): void {
  const whole = flat(canvas);
  const title = name.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" width="${canvas.clientWidth}" height="${canvas.clientHeight}"><title>${title}</title><image width="${whole.width}" height="${whole.height}" href="${whole.toDataURL("image/png")}"/></svg>`;
  saveBlob(new Blob([text], { type: "image/svg+xml" }), fileName(name, "svg"));
}

export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}
