/** An error that ends a command: a sentence for the person, and an exit code for scripts. */
export class Failure extends Error {
  /** @param {number} status  @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}
