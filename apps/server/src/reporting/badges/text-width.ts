/**
 * Widths of the printable ASCII characters in Verdana, starting with the space, in 1/2048 em. Servers have no fonts to
 * measure with.
 */
const widths = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578,
  1295, 1177, 1588, 1539, 862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400,
  2025, 1403, 1260, 1403, 930, 930, 930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562,
  705, 1212, 562, 1992, 1296, 1243, 1276, 1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930,
  1300, 1676,
]
/** The widest letters, so that text is compressed but never cut off. */
const otherWidth = 2048
const fontSizePx = 11

/** Width of a text in 11 px Verdana in whole pixels, rounded to an odd number like other badges for sharp centering. */
export function textWidth(text: string): number {
  const units = Array.from(text).reduce(
    (sum, character) => sum + (widths[character.codePointAt(0)! - 32] ?? otherWidth),
    0,
  )
  const px = Math.floor((units * fontSizePx) / 2048)
  return px % 2 === 0 ? px + 1 : px
}
