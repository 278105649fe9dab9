/**
 * The same path in fewer bytes: relative, points to a tenth of a unit and handles to a whole one; each step starts
 * where the rounded one before it ended, so that roundings do not add up.
 */
export function compact(d: string) {
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
      const way = tenth(value + (command === 'H' ? originX - x : originY - y));
      if (command === 'H') x += way;
      else y += way;
      short += `${command.toLowerCase()}${brief([way])}`;
    } else {
      const fixed = command === 'A' ? values.splice(0, 5) : [];
      const handles = values.length - 2;
      const ways = values.map((value, i) => {
        const way = i % 2 ? value + originY - y : value + originX - x;
        return i < handles ? Math.round(way) : tenth(way);
      });
      const [wayX = 0, wayY = 0] = ways.slice(-2);
      x += wayX;
      y += wayY;
      if (command === 'M') [startX, startY] = [x, y];
      if (command !== 'L' || ways.some((way) => way !== 0)) {
        short += `${command.toLowerCase()}${brief([...fixed.map(tenth), ...ways])}`;
      }
    }
  }
  return short;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

const brief = (numbers: readonly number[]) =>
  numbers
    .map((number) => String(number === 0 ? 0 : number).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-');
