// The panels of a Vega scene, and their lines, in pixels.

const isPath = ({name}) => /pathgroup$/.test(name ?? '');  // the group in which Vega-Lite wraps each line

/// Returns the panels: {left, top, width, height, marks}, whose marks are lists of items of one kind.
export function panelsOf(mark, left = 0, top = 0) {
  return mark.items.flatMap((item) => {
    const x = left + (item.x ?? 0), y = top + (item.y ?? 0);
    const groups = item.items.filter(({marktype, role}) => marktype === 'group' && role === 'scope');
    const own = marksIn(item);
    const isPanel = item.width > 0 && item.height > 0 && own.length > 0;
    return [...(isPanel ? [{left: x, top: y, width: item.width, height: item.height, marks: own}] : []),
            ...groups.filter((group) => !isPath(group)).flatMap((group) => panelsOf(group, x, y))];
  });
}

const marksIn = (item) => item.items.flatMap((mark) => (isPath(mark) ? mark.items.flatMap(marksIn)
  : mark.role === 'mark' && mark.items.length ? [{kind: mark.marktype, items: mark.items}] : []));

const isAt = ({x, y, defined}) => defined !== false && Number.isFinite(x) && Number.isFinite(y);

/// Returns the lines and points of a panel by the value of a field: {name, style, paths}, each path a list of
/// positions. Items without such a value, such as guides, have the name undefined.
export function seriesIn(panel, field) {
  const series = new Map();
  for (const {kind, items} of panel.marks.filter(({kind}) => kind === 'line' || kind === 'symbol'))
    for (const [name, own] of byName(items, field)) {
      const {style, paths} = series.get(name) ?? {style: {}, paths: []};
      const places = own.filter(isAt).map(({x, y}) => [x, y]);
      series.set(name, {name, style: {...style, ...styleOf(kind, own[0])},
                        paths: [...paths, ...(kind === 'line' ? [places] : places.map((place) => [place]))]});
    }
  return [...series.values()];
}

function byName(items, field) {
  const names = new Map();
  for (const item of items) {
    const name = item.datum?.[field];
    if (!names.has(name)) names.set(name, []);
    names.get(name).push(item);
  }
  return names;
}

const styleOf = (kind, {stroke, fill, strokeDash, strokeWidth, shape}) => (kind === 'line'
  ? {color: stroke, dash: strokeDash ?? [1, 0], width: strokeWidth} : {color: fill ?? stroke, shape: shape ?? 'circle'});
