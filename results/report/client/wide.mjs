/// Marks the frame of an element that scrolls sideways, and whether more content is on its right.
function mark(scroller) {
  const {scrollLeft, scrollWidth, clientWidth, parentElement: frame} = scroller;
  frame.classList.toggle('scrolls', scrollWidth > clientWidth + 1);
  frame.classList.toggle('more', scrollLeft + clientWidth < scrollWidth - 1);
}

const watch = new ResizeObserver((all) => {
  for (const {target} of all) mark(target.closest('.wide'));
});

/// Marks all elements that scroll sideways in this part of a page, now and whenever their size changes.
export function watchWide(part) {
  for (const scroller of part.querySelectorAll('.wide')) {
    scroller.addEventListener('scroll', () => mark(scroller));
    for (const one of [scroller, scroller.firstElementChild]) watch.observe(one);
  }
}
