// The wheel scrolls the page. It zooms a picture only where Ctrl is held, or where the picture has the focus.

/** Whether a turn of the wheel is meant for the picture; then the page does not scroll. */
export function meant(event: WheelEvent, frame: HTMLElement | undefined): boolean {
  const mine = event.ctrlKey || (!!frame && document.activeElement === frame);
  if (mine) event.preventDefault();
  return mine;
}
