/** The two pictures of the about screen. */
import { palette as ink } from './palette.ts';
import { ellipse, type Place, path, strewn, strip, within } from './paper.ts';
import {
  board,
  boardPath,
  boat,
  bust,
  cup,
  dim,
  disc,
  lit,
  mix,
  place,
  saucer,
  shadowOn,
  sheet,
  sky,
  snacks,
  steam,
  svg,
  waterPath,
  waves,
} from './pieces.ts';

/** A row of bushes along a line. */
const bushes = (fill: string, size: number, apart: number, d: string) =>
  `<path fill="none" stroke="${fill}" stroke-width="${size}" stroke-linecap="round" stroke-dasharray="0 ${apart}" d="${d}"/>`;

/** From the hill to the tray: coffee cherries, green beans, roasted beans. */
export function aboutBeans() {
  const hill = (share: number) => mix(ink.pandanLight, ink.pandan, share);
  const terrace = (y: number, share: number, lean: number) => {
    const crest = (down: number) =>
      `M-10 ${y + down}C150 ${y - 60 - lean + down} 330 ${y + 20 + down} 480 ${y - 20 + down}S700 ${y - 70 + lean + down} 810 ${y - 30 + lean + down}`;
    return (
      sheet(hill(share), `${crest(0)}V620H-10Z`, 3) +
      bushes(mix(ink.pandan, ink.espresso, 0.3 - share / 4), 24, 34, crest(4)) +
      bushes(hill(share + 0.2), 20, 34, crest(0))
    );
  };
  const unroasted = mix(ink.pandanLight, ink.crema, 0.5);
  const tray = (share: number) => mix(ink.caramel, ink.crema, share);
  const [cherries, green, roasted]: [Place[], Place[], Place[]] = [[], [], []];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 18; column++) {
      // Pseudo-random, so that no bean lies on a grid or is turned like its neighbour.
      const strewn = Math.sin(row * 12.9 + column * 78.2) * 43_758;
      const [slip, turn] = [strewn - Math.floor(strewn), Math.round((strewn * 7) % 60)];
      const x = Math.round(-234 + column * 27 + (row % 2) * 13 + slip * 11 - 5);
      const y = Math.round(-72 + row * 18 + ((slip * 10) % 1) * 9 - 4);
      const shore = Math.sin(row * 0.9) * 16;
      if ((x / 236) ** 2 + (y / 82) ** 2 > 0.94 || Math.abs(Math.abs(x - shore) - 84) < 13) continue;
      (x < shore - 84 ? cherries : x < shore + 84 ? green : roasted).push([x, y, turn]);
    }
  }
  /** Each bean is a short line with round ends, and so is its light, a little further up. */
  const beans = (id: string, fill: string, places: readonly Place[]) => {
    const lines = (colour: string, width: number, up: number) =>
      `<use href="#about-beans-${id}" stroke="${colour}" stroke-width="${width}" y="${-up}"/>`;
    return `<defs><path id="about-beans-${id}" fill="none" d="${strewn('-3,0 3,0', places)}"/></defs>${lines(fill, 20, 0)}${lines(lit(fill, 0.3), 3, 6)}`;
  };
  const seams = (fill: string, places: readonly Place[]) =>
    strip(dim(fill, 0.5), 2, strewn('-10,1 -3,-1 10,0', places));
  const leaf = (x: number, y: number, turn: number, fill: string, scale = 1) =>
    place(
      x,
      y,
      path(fill, 'M0 0C20 -36 70 -44 122 -8C84 28 30 30 0 0Z') +
        path(lit(fill, 0.2), 'M0 0C20 -36 70 -44 122 -8C80 -10 40 -8 0 0Z'),
      { turn, scale },
    );
  const bunch = (x: number, y: number) =>
    [
      [-15, 4, 0.2],
      [14, 0, -0.1],
      [2, 20, 0],
      [-2, -12, -0.3],
    ]
      .map(
        ([dx = 0, dy = 0, tone = 0]) =>
          disc(tone < 0 ? dim(ink.chili, -tone) : mix(ink.chili, ink.turmeric, tone), x + dx, y + dy, 15) +
          ellipse(ink.milk, x + dx - 5, y + dy - 5, 4, 3, 0.4),
      )
      .join('');
  return svg(
    { width: 800, height: 600 },
    path(sky, 'M0 0H800V600H0Z'),
    disc(lit(ink.crema, 0.5), 240, 150, 120) + disc(mix(ink.turmeric, ink.crema, 0.4), 240, 150, 66),
    sheet(
      mix(ink.waterLight, ink.rose, 0.4),
      'M-10 250C120 226 210 150 290 84L318 92L340 82C420 170 520 236 810 262V620H-10Z',
      3,
    ),
    path(
      mix(ink.waterLight, ink.milk, 0.3),
      'M290 84L306 90C280 140 230 200 160 240C120 244 60 250 -10 250C120 226 210 150 290 84Z',
    ),
    path(
      lit(sky, 0.5),
      'M304 86C302 66 326 58 322 40C320 22 344 12 366 22C388 10 424 14 452 34C420 34 396 40 372 42C350 46 354 62 340 68C334 72 332 78 334 86L318 92Z',
    ),
    path(lit(sky, 0.6), 'M0 232C80 206 150 226 210 214C290 200 360 226 440 214C560 198 660 232 800 214V330H0Z'),
    terrace(280, 0.1, 20),
    terrace(338, 0.4, -10),
    place(
      596,
      350,
      bust({ shirt: ink.rose }) +
        path(ink.caramel, 'M-44 -82L2 -116L48 -80Z') +
        path(lit(ink.caramel), 'M-44 -82L2 -116L10 -81Z') +
        path(ink.gulaAren, 'M30 -38H70L62 0H38Z') +
        ellipse(ink.chili, 50, -38, 20, 7),
      { scale: 0.9 },
    ),
    terrace(384, 0.7, 20),
    sheet(mix(ink.caramel, ink.coffee, 0.5), `M-10 432${waves(820, 2, 18)}V620H-10Z`, -4),
    path(mix(ink.caramel, ink.coffee, 0.2), `M-10 442${waves(820, 2, 18)}V620H-10Z`),
    place(
      390,
      490,
      shadowOn(18, 28, 274, 92) +
        ellipse(tray(0), 0, 14, 268, 98) +
        ellipse(tray(0.4), 0, 0, 268, 98) +
        ellipse(tray(0.1), 0, 3, 248, 87) +
        beans('c', ink.chili, cherries) +
        beans('g', unroasted, green) +
        seams(unroasted, green) +
        beans('r', ink.coffee, roasted) +
        seams(ink.coffee, roasted) +
        path(
          ink.shadow,
          'M120 -82C210 -66 262 -36 266 4C262 58 190 86 110 92C230 70 250 20 232 -12C216 -42 176 -66 120 -82Z',
          0.1,
        ),
    ),
    strip(dim(ink.pandan, 0.3), 9, 'M820 40C740 54 680 90 596 96'),
    leaf(800, 44, 140, dim(ink.pandan, 0.2), 1.1) +
      leaf(736, 62, 200, ink.pandan) +
      leaf(716, 66, 110, ink.pandan, 1.1) +
      leaf(646, 92, 90, dim(ink.pandan, 0.1)) +
      leaf(596, 96, 172, ink.pandan, 1.2) +
      leaf(650, 90, 214, lit(ink.pandan, 0.1)),
    bunch(700, 92) + bunch(622, 112) + bunch(762, 66),
  );
}

/** Behind the counter: a kettle, a filter, a window on the water. */
export function aboutCounter() {
  const wall = mix(ink.crema, ink.caramel, 0.3);
  const wood = mix(ink.coffee, ink.gulaAren, 0.3);
  const view = boardPath(60, 90, 250, 210);
  const jar = (x: number, y: number, fill: string, height: number) =>
    board(ink.ice, x, y - height, 38, height) +
    board(fill, x + 3, y - height * 0.7, 32, height * 0.7 - 3) +
    board(ink.milk, x + 5, y - height + 4, 5, height - 8) +
    board(dim(ink.gulaAren, 0.2), x - 2, y - height - 8, 42, 10);
  const hungCup = (x: number, y: number, fill: string) =>
    strip(ink.espresso, 3, `M${x + 6} ${y}v8`) +
    path(
      fill,
      `M${x - 20} ${y + 12}H${x + 12}C${x + 12} ${y + 34} ${x + 4} ${y + 42} ${x - 4} ${y + 42}S${x - 20} ${y + 34} ${x - 20} ${y + 12}Z`,
    ) +
    strip(dim(fill, 0.2), 5, `M${x + 12} ${y + 18}c12 0 12 14 0 14`);
  const lamp = (x: number, y: number) =>
    strip(ink.espresso, 3, `M${x} 0V${y}`) +
    disc(ink.turmeric, x, y + 44, 12) +
    path(
      ink.pandan,
      `M${x - 46} ${y + 42}C${x - 44} ${y + 8} ${x - 16} ${y} ${x} ${y - 2}S${x + 44} ${y + 8} ${x + 46} ${y + 42}Z`,
    ) +
    path(
      ink.espresso,
      `M${x} ${y - 2}C${x + 16} ${y} ${x + 44} ${y + 8} ${x + 46} ${y + 42}H${x + 16}C${x + 16} ${y + 22} ${x + 8} ${y + 8} ${x} ${y - 2}Z`,
      0.2,
    );
  return svg(
    { width: 800, height: 600 },
    path(wall, 'M0 0H800V600H0Z'),
    path(lit(wall, 0.3), 'M60 90L310 90L640 430H390Z', 0.5),
    board(wood, 46, 76, 278, 238),
    within(
      view,
      path(sky, 'M50 80H320V310H50Z') +
        disc(lit(ink.crema, 0.5), 130, 180, 66) +
        disc(mix(ink.turmeric, ink.crema, 0.3), 130, 180, 36) +
        path(mix(ink.waterLight, ink.rose, 0.4), 'M50 216C120 180 190 214 320 196V320H50Z') +
        path(ink.waterLight, waterPath(40, 226, 300, 320, 4, 6)) +
        place(230, 246, boat(ink.gulaAren, ink.turmeric), { scale: 0.4 }) +
        path(mix(ink.waterLight, ink.water, 0.4), waterPath(20, 256, 320, 320, 3, 9)),
      'about-counter-view',
    ),
    board(wood, 180, 90, 9, 212) + board(lit(wood, 0.2), 36, 304, 298, 16),
    place(
      96,
      304,
      path(ink.chili, 'M-26 -34H26L20 0H-20Z') +
        path(
          ink.pandan,
          'M-2 -32C-34 -44 -40 -76 -34 -92C-14 -80 -4 -60 0 -36C-4 -64 6 -92 22 -100C30 -76 18 -46 4 -32Z',
        ) +
        path(ink.espresso, 'M8 -34H26L20 0H4Z', 0.2),
    ),
    sheet(wood, boardPath(420, 150, 330, 14)) + sheet(wood, boardPath(420, 262, 330, 14)),
    jar(440, 150, ink.coffee, 62) +
      jar(496, 150, ink.gulaAren, 48) +
      jar(550, 150, ink.pandanLight, 66) +
      jar(606, 150, ink.chili, 44) +
      jar(662, 150, ink.crema, 58),
    hungCup(470, 164, ink.milk) +
      hungCup(524, 164, ink.water) +
      hungCup(578, 164, ink.turmeric) +
      hungCup(632, 164, ink.rose) +
      hungCup(686, 164, ink.milk),
    place(706, 262, cup({ body: ink.waterLight, band: ink.milk }), { scale: 0.5 }) +
      place(660, 262, path(ink.gulaAren, 'M-16 0V-36H16V0Z') + path(lit(ink.gulaAren), 'M-16 0V-36H-6V0Z')),
    jar(436, 262, ink.turmeric, 40),
    lamp(386, 50) + lamp(770, 40),
    // The barista pours.
    path(lit(ink.crema, 0.5), 'M478 316C454 336 442 366 432 384L404 386L408 416C440 420 464 410 486 386Z'),
    path(ink.milk, 'M456 470C452 330 476 306 512 300H556C592 306 616 340 618 470Z'),
    path(ink.espresso, 'M568 302C596 312 616 340 618 470H572C584 400 584 340 568 302Z', 0.1),
    path(
      ink.water,
      'M504 301H512C514 330 554 330 556 301H564C566 340 578 356 592 364V470H478V364C494 356 502 340 504 301Z',
    ),
    path(dim(ink.water, 0.2), `M500 404${waves(70, 3, 8)}V448H502Z`),
    path(dim(ink.caramel, 0.2), 'M518 268H550V302C546 314 522 314 518 302Z'),
    path(ink.caramel, 'M500 226C498 262 512 282 534 282C556 282 570 262 568 226Z'),
    path(
      ink.espresso,
      'M496 244C486 196 508 178 538 180C572 180 582 206 572 246C568 232 562 224 552 222C534 230 512 230 502 224C500 232 498 236 496 244Z',
    ) + disc(ink.espresso, 566, 190, 20),
    board(lit(wood, 0.2), -10, 470, 820, 44),
    // Kettle, filter, glass.
    path(ink.chili, 'M338 372L392 368L400 428H328Z') +
      path(lit(ink.chili, 0.2), 'M338 372L352 371L344 428H328Z') +
      board(dim(ink.chili, 0.3), 342, 362, 46, 10) +
      disc(dim(ink.chili, 0.4), 365, 358, 6) +
      strip(dim(ink.chili, 0.2), 9, 'M336 412C306 410 308 376 284 372') +
      strip(dim(ink.chili, 0.4), 8, 'M394 378C420 378 420 418 398 418'),
    path(ink.caramel, 'M404 384C414 380 424 386 424 400C424 414 414 420 404 416C396 412 396 390 404 384Z'),
    strip(mix(ink.coffee, ink.caramel, 0.3), 4, 'M280 376V426'),
    path(ink.milk, 'M238 418H326L298 464H266Z') +
      path(ink.espresso, 'M290 418H326L298 464H282Z', 0.1) +
      ellipse(ink.coffee, 282, 420, 38, 6),
    shadowOn(294, 500, 50, 6) +
      path(ink.ice, 'M254 464H310L320 496C320 502 316 504 310 504H254C248 504 244 502 244 496Z') +
      path(
        ink.coffee,
        'M248 484C262 478 300 490 316 484L320 496C320 502 316 504 310 504H254C248 504 244 502 244 496Z',
      ) +
      path(ink.milk, 'M260 467H267L259 500H252Z', 0.5),
    place(700, 490, snacks, { scale: 0.7 }) +
      place(96, 498, saucer(ink.crema) + cup({ band: ink.chili }), { scale: 0.8 }),
    place(96, 436, steam(ink.milk, 0.7), { scale: 0.8 }),
    sheet(lit(wood, 0.1), boardPath(-10, 510, 820, 30), 6) + board(lit(wood, 0.4), -10, 510, 820, 7),
    board(ink.water, -10, 540, 820, 70) +
      path(dim(ink.water, 0.2), `M-10 572${waves(820, 8, 16)}V610H-10Z`) +
      path(mix(ink.water, ink.waterLight, 0.2), `M-10 590${waves(820, 8, 16)}V610H-10Z`),
  );
}
