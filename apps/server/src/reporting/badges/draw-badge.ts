import type { BadgeStyle } from '@assay/contract/badges.ts'
import { escapeMarkup as escape } from '@assay/text/markup.ts'
import { type BadgeColor, colors } from './describe-score.ts'

export interface DrawnBadge {
  label: string
  message: string
  color: BadgeColor
  style: BadgeStyle
}

const heightPx = 20
const paddingPx = 5
const labelColor = '#555'

/** An SVG with the dimensions and colors of shields.io, to match other badges on a page. */
export function drawBadge({ label, message, color, style }: DrawnBadge): string {
  const isFlat = style === 'flat'
  const left = label === '' ? 0 : textWidth(label) + 2 * paddingPx
  const right = textWidth(message) + 2 * paddingPx
  const width = left + right
  const name = escape(label === '' ? message : `${label}: ${message}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${heightPx}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    isFlat ? shine(width) : '',
    isFlat ? '<g clip-path="url(#r)">' : '<g shape-rendering="crispEdges">',
    `<rect width="${left}" height="${heightPx}" fill="${labelColor}"/>`,
    `<rect x="${left}" width="${right}" height="${heightPx}" fill="${colors[color]}"/>`,
    isFlat ? `<rect width="${width}" height="${heightPx}" fill="url(#s)"/>` : '',
    '</g>',
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" text-rendering="geometricPrecision" font-size="110">',
    label === '' ? '' : writing(label, { leftPx: 1, isFlat }),
    writing(message, { leftPx: left === 0 ? 1 : left - 1, isFlat }),
    '</g></svg>',
  ].join('')
}

/** Gradient and round corners. */
const shine = (width: number) =>
  '<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/>' +
  '<stop offset="1" stop-opacity=".1"/></linearGradient>' +
  `<clipPath id="r"><rect width="${width}" height="${heightPx}" rx="3" fill="#fff"/></clipPath>`

/** Positions in tenths of pixels. textLength keeps the width if another font is used. */
function writing(text: string, { leftPx, isFlat }: { leftPx: number; isFlat: boolean }): string {
  const width = textWidth(text)
  const position = `x="${10 * (leftPx + width / 2 + paddingPx)}" transform="scale(.1)" textLength="${10 * width}"`
  const shadow = `<text aria-hidden="true" y="150" fill="#010101" fill-opacity=".3" ${position}>${escape(text)}</text>`
  return `${isFlat ? shadow : ''}<text y="140" ${position}>${escape(text)}</text>`
}

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
