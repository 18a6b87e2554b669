/// Creates a clock that plays the pictures from 0 to `last` in `duration` seconds. `changed` is called
/// whenever it moves, starts or stops. It stops at the end, and restarts from 0.
export function createClock(last, duration, changed) {
  let place = 0, before = null;  // time of the last tick (ms) while playing

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
  /// Moves to the next or the previous picture, and stops there.
  function step(direction) {
    before = null;
    goTo(direction > 0 ? Math.floor(place + 1) : Math.ceil(place - 1));
  }
  return {place: () => place, isPlaying, goTo, pause, play, step, setDuration: (seconds) => (duration = seconds)};
}
