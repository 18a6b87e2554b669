/// Creates the store of a reader's choice, which several diagrams of a page share. Listeners are called once
/// per frame after a change.
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
