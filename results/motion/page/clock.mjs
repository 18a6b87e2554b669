/// A clock of pictures from 0 to `last`, which takes `duration` seconds for all of them. `changed` is
/// called whenever it moves, starts or stops. At the end it stops; it starts from there at 0.
export function createClock(last, duration, changed) {
  let place = 0, before = null;  // the time of the last tick (ms) while it plays

  const isPlaying = () => before !== null;
  function goTo(next) {
    place = Math.min(Math.max(next, 0), last);
    changed();
  }
  function pause() {
    before = null;
    changed();
  }
  function tick(now) {
    if (!isPlaying()) return;
    place += Math.max(0, now - before) / 1000 / duration * last;
    before = now;
    if (place >= last) {
      place = last;
      return pause();
    }
    changed();
    requestAnimationFrame(tick);
  }
  function play() {
    if (isPlaying()) return;
    if (place >= last) place = 0;
    before = performance.now();
    requestAnimationFrame(tick);
    changed();
  }
  /// To the next picture, or to the one before, and stops there.
  function step(direction) {
    before = null;
    goTo(direction > 0 ? Math.floor(place + 1) : Math.ceil(place - 1));
  }
  return {place: () => place, isPlaying, goTo, pause, play, step, setDuration: (seconds) => (duration = seconds)};
}
