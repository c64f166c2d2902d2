// Whether the engine answers. Where it does not, it is asked again until it does; whoever reads `epoch` in an effect asks
// again then by itself.

const pace = 1500;

class Connection {
  /** Counts how often the engine came back. */
  epoch = $state(0);
  lost = $state(false);
  /** Starts the engine again, where it has not answered for a while. */
  stuck = $state.raw<(() => void) | null>(null);
  /** Changes over to a newer version of the page, where one is ready. */
  newer = $state.raw<(() => void) | null>(null);
  private waiting = false;

  /** The engine did not answer: `probe` tells when it does again. */
  fail(probe: () => Promise<boolean>): void {
    this.lost = true;
    if (this.waiting) return;
    this.waiting = true;
    const again = (): void => {
      void probe().then((answers) => {
        if (answers) {
          this.waiting = false;
          this.back();
        } else setTimeout(again, pace);
      });
    };
    setTimeout(again, pace);
  }

  /** The engine answers, perhaps another one than before. */
  back(): void {
    this.lost = false;
    this.epoch += 1;
  }
}

export const connection = new Connection();
