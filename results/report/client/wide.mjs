/// The frame of what scrolls sideways says so, and whether there is more at its right.
function mark(scroller) {
  const {scrollLeft, scrollWidth, clientWidth, parentElement: frame} = scroller;
  frame.classList.toggle('scrolls', scrollWidth > clientWidth + 1);
  frame.classList.toggle('more', scrollLeft + clientWidth < scrollWidth - 1);
}

const watch = new ResizeObserver((all) => {
  for (const {target} of all) mark(target.closest('.wide'));
});

/// Marks all that scrolls sideways in this part of a page, now and whenever its size changes.
export function watchWide(part) {
  for (const scroller of part.querySelectorAll('.wide')) {
    scroller.addEventListener('scroll', () => mark(scroller));
    for (const one of [scroller, scroller.firstElementChild]) watch.observe(one);
  }
}
