/// The choice of a reader, which several diagrams of a page share. Those who listen are called once
/// a frame after it has changed.
export function makeStore(choice) {
  const listeners = new Set();
  let waiting = false;
  const store = {
    choice,
    listen: (listener) => listeners.add(listener),
    change(part) {
      store.choice = {...store.choice, ...part};
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        for (const listener of listeners) listener(store.choice);
      });
    },
  };
  return store;
}
