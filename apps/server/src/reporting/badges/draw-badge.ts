import type { BadgeStyle } from '@assay/contract/badges.ts'
import { escapeMarkup as escape } from '@assay/text/markup.ts'
import { type BadgeColor, colors } from './describe-score.ts'
import { textWidth } from './text-width.ts'

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
