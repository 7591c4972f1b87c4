import type { WireSeverity } from '@assay/engine/vocabulary.ts'
import type { ChartColors } from '../../../ui/chart/colors.ts'

const tinted = (color: string, share: number) => `color-mix(in srgb, var(${color}) ${share}%, var(--surface))`

/** Severity colors adjusted so that stacked areas are distinguishable. */
export const severityColors: Readonly<Record<WireSeverity, string>> = {
  CRITICAL: 'var(--risk-high)',
  HIGH: tinted('--risk-high', 55),
  MEDIUM: tinted('--risk-moderate', 60),
  LOW: tinted('--risk-low-moderate', 50),
  NA: 'var(--control)',
  NONE: 'var(--track)',
  SUGGEST: 'var(--track)',
}

const cache = new WeakMap<ChartColors, Record<string, string>>()

/** Resolved for a canvas, from the current palette. */
export function resolveSeverityColors(palette: ChartColors): Record<string, string> {
  const found = cache.get(palette)
  if (found) return found
  const probe = document.createElement('span')
  // With reduced motion, changes are short transitions, whose first frame would be read.
  probe.style.transition = 'none'
  document.body.append(probe)
  const resolved = Object.entries(severityColors).map(([severity, color]) => {
    probe.style.color = color
    return [severity, getComputedStyle(probe).color] as const
  })
  probe.remove()
  const colors = Object.fromEntries(resolved)
  cache.set(palette, colors)
  return colors
}
