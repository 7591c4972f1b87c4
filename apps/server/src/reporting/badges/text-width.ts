/**
 * Widths of the printable ASCII characters in Verdana, from the space on, in 1/2048 of the font's size. Servers have no
 * fonts to measure with.
 */
const widths = [
  720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930, 1302, 1302, 1302,
  1302, 1302, 1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117, 2048, 1400, 1404, 1430, 1578,
  1295, 1177, 1588, 1539, 862, 931, 1419, 1140, 1726, 1532, 1612, 1235, 1612, 1424, 1400, 1262, 1499, 1400,
  2025, 1403, 1260, 1403, 930, 930, 930, 1676, 1302, 1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562,
  705, 1212, 562, 1992, 1296, 1243, 1276, 1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930,
  1300, 1676,
]
/** As wide as the widest letters: text is squeezed into its place, never cut. */
const otherWidth = 2048
const fontSizePx = 11

/** Of a text in Verdana of 11 px, in whole pixels, made odd as other badges do: it stays sharp when centered. */
export function textWidth(text: string): number {
  const units = Array.from(text).reduce(
    (sum, character) => sum + (widths[character.codePointAt(0)! - 32] ?? otherWidth),
    0,
  )
  const px = Math.floor((units * fontSizePx) / 2048)
  return px % 2 === 0 ? px + 1 : px
}
