import {escapeHtml} from '../figures/page/words.mjs';

/// The frame of content that scrolls sideways if it is wider than the page.
export const frame = {
  begin: (name) =>
    `<div class="frame-wide"><div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(name)}">`,
  end: '</div></div>',
};

export const wide = (name, html) => frame.begin(name) + html + frame.end;
