// Runs in a page of the player before the page's own scripts, and records what can be seen there: the player's states
// and sentences, violations of the content security policy, and, if `readsPixels` is true, the numbers of the test
// pictures, read from the screen's pixels at every refresh. Firefox is too slow for that.
(() => {
  if (globalThis.observed || location.protocol === "about:") return;
  const observed = globalThis.observed = {
    // The first picture, in milliseconds since the first byte of the page.
    firstPicture: null,
    // Numbers that followed each other on the screen; pictures whose strip could not be read, or was an older one.
    numbers: [], broken: 0, backwards: 0,
    states: [], problems: [], violations: [],
  };
  const limit = 4096;
  addEventListener("statechange", ({ detail }) => observed.states.push(detail), true);
  addEventListener("problem", ({ detail }) => observed.problems.push(detail), true);
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    observed.violations.push(`${violatedDirective}: ${blockedURI}`);
  });

  const cells = 32;
  const samples = new OffscreenCanvas(4 * cells, 1).getContext("2d", { willReadFrequently: true });
  samples.imageSmoothingEnabled = false;

  // The number in the strip at the top of a player's picture; null if there is no strip, undefined without a picture.
  const read = (player) => {
    const screen = player?.shadowRoot?.querySelector("canvas, video");
    const width = screen?.videoWidth ?? screen?.width, height = screen?.videoHeight ?? screen?.height;
    if (!width || !height) return undefined;
    samples.clearRect(0, 0, 4 * cells, 1);
    samples.drawImage(screen, 0, Math.max(4, Math.floor(height / 36)), width, 1, 0, 0, 4 * cells, 1);
    const { data } = samples.getImageData(0, 0, 4 * cells, 1);
    const bits = Array.from({ length: cells }, (_, cell) => data[4 * (4 * cell + 2)] > 126 ? 1 : 0);
    if (!bits.includes(1)) return undefined;
    const number = bits.slice(2, 26).reduce((sum, bit) => 2 * sum + bit, 0);
    const check = bits.slice(26, 30).reduce((sum, bit) => 2 * sum + bit, 0);
    let wanted = 0b1010;
    for (let shift = 0; shift < 24; shift += 4) wanted ^= number >> shift & 15;
    return bits[0] && !bits[1] && !bits[30] && bits[31] && check === wanted ? number : null;
  };

  let last;
  const look = () => {
    requestAnimationFrame(look);
    const number = read(document.querySelector("streamd-player:not([preview])"));
    if (number === undefined || number === last) return;
    if (number === null) {
      observed.broken += 1;
      return;
    }
    observed.firstPicture ??= performance.now() - performance.getEntriesByType("navigation")[0].responseStart;
    if (number < last) observed.backwards += 1;
    last = number;
    if (observed.numbers.length < limit) observed.numbers.push(number);
  };
  if (globalThis.readsPixels) requestAnimationFrame(look);
})();
