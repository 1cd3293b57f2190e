/** Whether a player can be seen: its page may be hidden or left, and a preview may be scrolled away. */

/** Milliseconds that a page is hidden before the player watches less. */
const hiddenLimit = 3000;

export class Presence {
  /**
   * @param {HTMLElement} element
   * @param {{ seen: (isSeen: boolean) => void, left: () => void, returned: () => void }} events  the page was left by a
   *   link, and came back from the browser's memory
   */
  constructor(element, events) {
    this.element = element;
    this.events = events;
    this.isOnScreen = true;
  }

  /** @param {boolean} isPreview  only previews care whether they are on the screen */
  begin(isPreview) {
    document.addEventListener("visibilitychange", this.changed);
    addEventListener("pagehide", this.left);
    addEventListener("pageshow", this.shown);
    if (!isPreview) return;
    this.observer = new IntersectionObserver(([entry]) => {
      this.isOnScreen = entry.isIntersecting;
      this.events.seen(entry.isIntersecting);
    });
    this.observer.observe(this.element);
  }

  end() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.changed);
    removeEventListener("pagehide", this.left);
    removeEventListener("pageshow", this.shown);
    this.observer?.disconnect();
  }

  changed = () => {
    clearTimeout(this.timer);
    if (!document.hidden) return this.events.seen(this.isOnScreen);
    this.timer = setTimeout(() => this.events.seen(false), hiddenLimit);
  };

  left = () => {
    clearTimeout(this.timer);
    this.events.left();
  };

  /** @param {PageTransitionEvent} event */
  shown = ({ persisted }) => { if (persisted) this.events.returned(); };
}
