import type { WireSeverity } from '@assay/engine/vocabulary.ts'
import type { ChartColors } from '../../ui/chart/colors.ts'

const paler = (color: string, share: number) => `color-mix(in srgb, var(${color}) ${share}%, var(--surface))`

/** Of areas that stand on each other: as severities are elsewhere, and yet told apart. */
export const severityColors: Readonly<Record<WireSeverity, string>> = {
  CRITICAL: 'var(--risk-high)',
  HIGH: paler('--risk-high', 55),
  MEDIUM: paler('--risk-moderate', 60),
  LOW: paler('--risk-low-moderate', 50),
  NA: 'var(--control)',
  NONE: 'var(--track)',
  SUGGEST: 'var(--track)',
}

const known = new WeakMap<ChartColors, Record<string, string>>()

/** As a canvas needs them, for the palette in force. */
export function resolveSeverityColors(palette: ChartColors): Record<string, string> {
  const found = known.get(palette)
  if (found) return found
  const probe = document.createElement('span')
  // With reduced motion every change is a short transition, of which the first moment would be read.
  probe.style.transition = 'none'
  document.body.append(probe)
  const resolved = Object.entries(severityColors).map(([severity, color]) => {
    probe.style.color = color
    return [severity, getComputedStyle(probe).color] as const
  })
  probe.remove()
  const colors = Object.fromEntries(resolved)
  known.set(palette, colors)
  return colors
}
