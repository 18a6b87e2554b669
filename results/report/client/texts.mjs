/// Returns the texts of all pages (textsOf() of ../site.mjs), which are in the page or in a separate script beside it.
export const textsOf = ({single}) =>
  single
    ? Promise.resolve(JSON.parse(document.getElementById('texts').textContent))
    : new Promise((resolve) => {
        globalThis.stiffbenchTexts = resolve;
        document.body.append(Object.assign(document.createElement('script'), {src: 'texts.js'}));
      });
