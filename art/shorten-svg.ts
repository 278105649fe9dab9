/**
 * Shortens a drawing: rounds points to `grain` units (0.1 or more), a curve's control points to whole units and all other numbers to
 * tenths, and writes colours with half the digits where that is the same.
 */
export const shortenSvg = (drawing: string, grain: number) =>
  drawing
    .replace(/(?<= d=")[^"]+/g, (d) => compact(d, grain))
    .replace(/(?<=["( ])-?\d*\.\d+(?:e-\d+)?(?=[") ])/g, (number) => brief([Math.round(Number(number) * 10) / 10]))
    .replace(/#(\w)\1(\w)\2(\w)\3(?:(\w)\4)?(?=")/g, '#$1$2$3$4');

/** A path in relative coordinates; each step starts at the rounded end of the one before, so that rounding errors do not add up. */
function compact(d: string, grain: number) {
  const toGrain = (value: number) => Math.round(Math.round(value / grain) * grain * 10) / 10;
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  let short = '';
  for (const [, letter = '', numbers = ''] of d.matchAll(/([A-DF-Za-df-z])([^A-DF-Za-df-z]*)/g)) {
    const command = letter.toUpperCase();
    const [originX, originY] = letter === command ? [0, 0] : [x, y];
    const values = (numbers.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    if (command === 'Z') {
      [x, y] = [startX, startY];
      short += 'z';
    } else if (command === 'H' || command === 'V') {
      const [value = 0] = values;
      const way = toGrain(value + (command === 'H' ? originX - x : originY - y));
      if (command === 'H') x += way;
      else y += way;
      short += `${command.toLowerCase()}${brief([way])}`;
    } else {
      const fixed = command === 'A' ? values.splice(0, 5) : [];
      const handles = values.length - 2;
      const ways = values.map((value, i) => {
        const way = i % 2 ? value + originY - y : value + originX - x;
        return i < handles ? Math.round(way) : toGrain(way);
      });
      const [wayX = 0, wayY = 0] = ways.slice(-2);
      x += wayX;
      y += wayY;
      if (command === 'M') [startX, startY] = [x, y];
      if (command !== 'L' || ways.some((way) => way !== 0)) {
        short += `${command.toLowerCase()}${brief([...fixed.map(toGrain), ...ways])}`;
      }
    }
  }
  return short;
}

const brief = (numbers: readonly number[]) =>
  numbers
    .map((number) => String(number === 0 ? 0 : number).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-');
